import CVectorKernelsC

/// The reason why a call fails: its status, and the message without the function's name.
struct Failure: Error {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) { (self.status, self.message) = (status, message) }
}

/// Runs the body of a function, and returns its status. The message of a failure is kept for this thread.
@inline(__always)
func attempt(in function: StaticString = #function, _ body: () throws(Failure) -> Void) -> vkn_status {
  do {
    try body()
    return vkn_status(VKN_OK)
  } catch {
    return keep(error, of: function)
  }
}

@inline(never)
private func keep(_ failure: Failure, of function: StaticString) -> vkn_status {
  let name = function.description.prefix { $0 != "(" }
  let message = Array("\(name): \(failure.message)".utf8CString)
  vkn_keep_error_message(message, message.count - 1)
  return vkn_status(failure.status)
}

// MARK: - Arguments

/// Returns the array of an argument.
///
/// - Parameters:
///   - start: The argument.
///   - count: The number of values.
///   - width: The number of elements of each value.
///   - name: The argument's name, for the message.
@inline(__always)
func elements<Element>(
  _ start: UnsafePointer<Element>?, _ count: Int, by width: Int = 1, _ name: StaticString
) throws(Failure) -> UnsafeBufferPointer<Element> {
  UnsafeBufferPointer(try mutableElements(UnsafeMutablePointer(mutating: start), count, by: width, name))
}

/// Returns the array of an argument, for writing.
@inline(__always)
func mutableElements<Element>(
  _ start: UnsafeMutablePointer<Element>?, _ count: Int, by width: Int = 1, _ name: StaticString,
  count countName: StaticString = "count"
) throws(Failure) -> UnsafeMutableBufferPointer<Element> {
  // A count of C above the largest Int arrives as a negative number.
  let limit = Int.max / (MemoryLayout<Element>.stride * width)
  if count < 0 || count > limit { throw badCount(count, limit, countName) }
  if count == 0 { return UnsafeMutableBufferPointer(start: nil, count: 0) }
  guard let start else { throw Failure(VKN_NULL_POINTER, "\(name) is NULL, but \(countName) is \(count)") }
  return UnsafeMutableBufferPointer(start: start, count: count * width)
}

@inline(never)
func badCount(_ count: Int, _ limit: Int, _ name: StaticString = "count") -> Failure {
  Failure(VKN_BAD_COUNT, "\(name) is \(UInt(bitPattern: count)), but must be at most \(limit)")
}

@inline(never)
func badComponents(_ components: Int) -> Failure {
  Failure(VKN_BAD_COUNT, "components is \(UInt(bitPattern: components)), but must be in 1...4")
}

/// Returns the value that a pointer argument points to.
@inline(__always)
func present<Pointer>(_ pointer: Pointer?, _ name: StaticString) throws(Failure) -> Pointer {
  guard let pointer else { throw Failure(VKN_NULL_POINTER, "\(name) is NULL") }
  return pointer
}

/// Returns a text argument.
func text(_ characters: UnsafePointer<CChar>?, _ name: StaticString) throws(Failure) -> String {
  String(cString: try present(characters, name))
}

/// Fails if a number isn't in a range, or isn't finite.
@inline(__always)
func require(_ number: Double, _ name: StaticString, in range: ClosedRange<Double>) throws(Failure) {
  if !range.contains(number) {
    throw Failure(VKN_BAD_NUMBER, "\(name) is \(number), but must be in \(range.lowerBound)...\(range.upperBound)")
  }
}

/// Fails if a number isn't the undamped period of a spring, in seconds.
@inline(__always)
func requirePeriod(_ seconds: Double, _ name: StaticString) throws(Failure) {
  try require(seconds, name, in: 6.3e-7...6.2e6)
}

/// Fails if a number is negative or not finite.
@inline(__always)
func requireAtLeastZero(_ number: Double, _ name: StaticString) throws(Failure) {
  if !(number >= 0 && number < .infinity) {
    throw Failure(VKN_BAD_NUMBER, "\(name) is \(number), but must be finite and at least 0")
  }
}

/// Fails if a number isn't one of an enumeration's.
@inline(__always)
func require(_ number: Int32, _ name: StaticString, in range: ClosedRange<Int>) throws(Failure) {
  if !range.contains(Int(number)) {
    throw Failure(VKN_BAD_NUMBER, "\(name) is \(number), but must be in \(range.lowerBound)...\(range.upperBound)")
  }
}

// MARK: - Objects

/// Gives an object to C, which owns it until it is taken back.
func give(_ object: AnyObject) -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(object).toOpaque()) }

/// Calls `body` with an object that C owns.
@inline(__always)
func withObject<Object: AnyObject, Result>(
  _ pointer: OpaquePointer?, _ name: StaticString, as _: Object.Type = Object.self,
  _ body: (Object) throws(Failure) -> Result
) throws(Failure) -> Result {
  let object = Unmanaged<Object>.fromOpaque(UnsafeRawPointer(try present(pointer, name)))
  return try body(object.takeUnretainedValue())
}

/// Takes an object back from C, and releases it.
func takeBack(_ pointer: OpaquePointer?) {
  if let pointer { Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(pointer)).release() }
}
