extension ScalarLoops {
  @inline(never)
  static func interleave<T: Element>(
    _ columns: UnsafeMutableBufferPointer<T>, components: Int, into out: UnsafeMutableBufferPointer<T>
  ) {
    let count = out.count / components
    for value in 0..<count {
      for component in 0..<components {
        out[value * components + component] = columns[component * count + value]
      }
    }
  }

  @inline(never)
  static func deinterleave<T: Element>(
    _ values: UnsafeMutableBufferPointer<T>, components: Int, into columns: UnsafeMutableBufferPointer<T>
  ) {
    let count = columns.count / components
    for value in 0..<count {
      for component in 0..<components {
        columns[component * count + value] = values[value * components + component]
      }
    }
  }
}
