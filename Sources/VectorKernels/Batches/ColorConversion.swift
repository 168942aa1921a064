package import CVectorKernels

/// A conversion from the components of one colour space to those of another, as kernels read it.
///
/// A conversion from a space to itself copies the components exactly. Spaces with the same rectangular components, such
/// as Oklab and OKLCH, skip the linear light between them.
package struct ColorConversion {
  /// Untyped, because a typed one would add the metadata of C's types to programs.
  private let memory: UnsafeRawPointer

  private var kernelConversion: UnsafePointer<vk_color_conversion> {
    memory.assumingMemoryBound(to: vk_color_conversion.self)
  }

  package init(_ kernelConversion: UnsafePointer<vk_color_conversion>) { memory = UnsafeRawPointer(kernelConversion) }

  package init(from space: CSSColorSpace, to other: CSSColorSpace) { self.init(.space(space), .space(other)) }

  /// Creates the conversion from HSB, which counts hues in turns.
  package init(fromHSBTo space: CSSColorSpace) { self.init(.hsb, .space(space)) }

  /// Creates the conversion to HSB.
  package init(toHSBFrom space: CSSColorSpace) { self.init(.space(space), .hsb) }

  @inline(never)
  private init(_ from: Components, _ to: Components) {
    self.init(Self.all + (from.index * Components.count + to.index))
  }

  /// All conversions, which are made at first use, in some twenty microseconds, and kept. To make one takes longer than
  /// to convert ten colours by it.
  nonisolated(unsafe) private static let all: UnsafePointer<vk_color_conversion> = {
    let memory = UnsafeMutablePointer<vk_color_conversion>.allocate(capacity: Components.count * Components.count)
    for from in Components.all {
      for to in Components.all {
        (memory + (from.index * Components.count + to.index)).initialize(to: vk_color_conversion(from, to))
      }
    }
    return UnsafePointer(memory)
  }()
}

/// What the three numbers of a colour mean.
private enum Components {
  case space(CSSColorSpace)
  case hsb

  static let count = CSSColorSpace.allCases.count + 1
  static var all: [Components] { CSSColorSpace.allCases.map(Components.space) + [.hsb] }

  var index: Int {
    switch self {
    case .space(let space): space.index
    case .hsb: Self.count - 1
    }
  }

  /// HSL has the same rectangular components as HSB, and the hue at the same place.
  var space: CSSColorSpace {
    switch self {
    case .space(let space): space
    case .hsb: .hsl
    }
  }

  var shape: Int32 {
    switch self {
    case .space(let space): space.shape
    case .hsb: VK_SHAPE_HSB
    }
  }
}

extension vk_color_conversion {
  fileprivate init(_ from: Components, _ to: Components) {
    self.init()
    let (space, other) = (from.space, to.space)
    hue = Int32(space.hueIndex ?? -1)
    if from.index == to.index { return }
    from_shape = from.shape
    to_shape = to.shape
    if space.rectangular == other.rectangular { return }
    decoding = space.curve
    encoding = other.curve
    if space.linearLight != other.linearLight { matrix = space.linearLight.kernelMatrix(to: other.linearLight) }
    to_roots = Oklab.kernelMatrices
    from_roots = Oklab.kernelMatrices + 1
    if let transfer = space.rectangular.transferFunction { decoder = transfer.decoder }
    if let transfer = other.rectangular.transferFunction { encoder = transfer.encoder }
  }
}

extension CSSColorSpace {
  /// The place in `allCases`.
  fileprivate var index: Int {
    switch self {
    case .srgb: 0
    case .srgbLinear: 1
    case .displayP3: 2
    case .displayP3Linear: 3
    case .rec2020: 4
    case .a98RGB: 5
    case .proPhotoRGB: 6
    case .xyzD50: 7
    case .xyzD65: 8
    case .lab: 9
    case .lch: 10
    case .oklab: 11
    case .oklch: 12
    case .hsl: 13
    case .hwb: 14
    }
  }

  fileprivate var shape: Int32 {
    switch self {
    case .lch, .oklch: VK_SHAPE_POLAR
    case .hsl: VK_SHAPE_HSL
    case .hwb: VK_SHAPE_HWB
    default: VK_SHAPE_RECTANGULAR
    }
  }

  fileprivate var curve: Int32 {
    switch rectangular {
    case .lab: VK_CURVE_LAB
    case .oklab: VK_CURVE_OKLAB
    case .srgbLinear, .displayP3Linear, .xyzD50, .xyzD65: VK_CURVE_NONE
    default: VK_CURVE_TRANSFER
    }
  }
}

extension LinearLight {
  /// Returns the matrix from this form to another, as kernels read it.
  fileprivate func kernelMatrix(to other: LinearLight) -> UnsafePointer<vk_matrix> {
    Self.kernelMatrices + (rawValue * Self.allCases.count + other.rawValue)
  }

  nonisolated(unsafe) private static let kernelMatrices = ColorMatrix.kernelMatrices(
    allCases.flatMap { from in allCases.map { from.matrix(to: $0) } })
}

extension Oklab {
  /// The matrices to the roots and from them.
  nonisolated(unsafe) fileprivate static let kernelMatrices = ColorMatrix.kernelMatrices([toRoots, fromRoots])
}

extension ColorMatrix {
  /// Returns the matrices as kernels read them, in memory that is never freed: they are constants.
  fileprivate static func kernelMatrices(_ matrices: [ColorMatrix]) -> UnsafePointer<vk_matrix> {
    let memory = UnsafeMutablePointer<vk_matrix>.allocate(capacity: matrices.count)
    for (index, matrix) in matrices.enumerated() {
      let (a, b, c) = matrix.rows
      (memory + index).initialize(to: vk_matrix(entries: (a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z)))
    }
    return UnsafePointer(memory)
  }
}

extension TransferFunction {
  fileprivate var decoder: vk_transfer {
    switch self {
    case .linear: vk_transfer(limit: .infinity, slope: 1, scale: 1, offset: 0, power: 1)
    case .srgb: vk_transfer(limit: 0.04045, slope: 1 / 12.92, scale: 1 / 1.055, offset: 0.055 / 1.055, power: 2.4)
    case .rec2020: vk_transfer(limit: -1, slope: 0, scale: 1, offset: 0, power: 2.4)
    case .a98RGB: vk_transfer(limit: -1, slope: 0, scale: 1, offset: 0, power: 563 / 256)
    case .proPhotoRGB: vk_transfer(limit: 16 / 512, slope: 1 / 16, scale: 1, offset: 0, power: 1.8)
    }
  }

  fileprivate var encoder: vk_transfer {
    switch self {
    case .linear: vk_transfer(limit: .infinity, slope: 1, scale: 1, offset: 0, power: 1)
    case .srgb: vk_transfer(limit: 0.0031308, slope: 12.92, scale: 1.055, offset: -0.055, power: 1 / 2.4)
    case .rec2020: vk_transfer(limit: -1, slope: 0, scale: 1, offset: 0, power: 1 / 2.4)
    case .a98RGB: vk_transfer(limit: -1, slope: 0, scale: 1, offset: 0, power: 256 / 563)
    case .proPhotoRGB: vk_transfer(limit: 1 / 512, slope: 16, scale: 1, offset: 0, power: 1 / 1.8)
    }
  }
}

// MARK: - Running kernels

extension ColorConversion {
  /// Converts `count` colours.
  ///
  /// Inlined, so that the kernels read the source and the sink where the caller makes them. A copy would load what was
  /// stored in smaller pieces a moment before, and wait for the pieces to reach the cache.
  @inline(__always)
  package func run(_ source: vk_color_source, into sink: vk_color_sink, count: Int) {
    var (source, sink) = (source, sink)
    run(&source, into: &sink, count)
  }

  /// Takes the fast path if there is one. Bytes are always sRGB.
  @inline(never)
  private func run(_ source: UnsafePointer<vk_color_source>, into sink: UnsafePointer<vk_color_sink>, _ count: Int) {
    let conversion = kernelConversion
    if sink.pointee.rgba8 != nil, conversion.pointee.decoding == VK_CURVE_OKLAB,
      conversion.pointee.encoding == VK_CURVE_TRANSFER
    {
      vk_color_oklab_to_rgba8_f32(conversion, SRGB8Tables.shared, source, sink, count)
    } else if source.pointee.kind == VK_FROM_RGBA8, conversion.pointee.encoding == VK_CURVE_OKLAB,
      conversion.pointee.to_shape == VK_SHAPE_RECTANGULAR
    {
      vk_color_oklab_from_rgba8_f32(conversion, SRGB8Tables.shared, source, sink, count)
    } else {
      vk_color_convert_f32(conversion, source, sink, count)
    }
  }
}

extension vk_color_source {
  /// Creates a source of three components, and alpha or 1.
  package init(
    _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, _ z: UnsafePointer<Float>,
    alpha: UnsafePointer<Float>? = nil
  ) {
    self.init()
    kind = VK_FROM_COLUMNS
    from = (x, y, z, alpha)
  }

  @inline(__always)
  init(_ colors: Columns<SIMD4<Float>>) {
    self.init()
    kind = VK_FROM_COLUMNS
    from = Self.columns(colors.start(of: 0), stride: colors.capacity)
  }

  /// Creates a source of three components in `Double`, and alpha or 1. The sink must be of `Double`, too.
  package init(
    _ x: UnsafePointer<Double>, _ y: UnsafePointer<Double>, _ z: UnsafePointer<Double>,
    alpha: UnsafePointer<Double>? = nil
  ) {
    self.init()
    kind = VK_FROM_DOUBLES
    doubles = (x, y, z, alpha)
  }

  @inline(__always)
  init(_ colors: Columns<SIMD4<Double>>) {
    self.init()
    kind = VK_FROM_DOUBLES
    doubles = Self.columns(colors.start(of: 0), stride: colors.capacity)
  }

  /// Creates a source of premultiplied colours between others in `Double`, with one shared amount, or an own amount for
  /// each in `each`.
  @inline(__always)
  init(
    _ from: Columns<SIMD4<Double>>, _ to: Columns<SIMD4<Double>>, amount: Double,
    each: UnsafePointer<Double>? = nil
  ) {
    self.init()
    kind = VK_FROM_DOUBLE_PAIRS
    doubles = Self.columns(from.start(of: 0), stride: from.capacity)
    to_doubles = Self.columns(to.start(of: 0), stride: to.capacity)
    double_amount = amount
    double_amount_each = each
  }

  package init(rgba8: UnsafePointer<UInt8>) {
    self.init()
    kind = VK_FROM_RGBA8
    self.rgba8 = rgba8
  }

  /// Creates a source of premultiplied colours between others, with one shared amount, or an own amount for each in
  /// `each`.
  @inline(__always)
  init(
    _ from: Columns<SIMD4<Float>>, _ to: Columns<SIMD4<Float>>, amount: Float, each: UnsafePointer<Float>? = nil
  ) {
    self.init()
    kind = VK_FROM_PAIRS
    self.from = Self.columns(from.start(of: 0), stride: from.capacity)
    self.to = Self.columns(to.start(of: 0), stride: to.capacity)
    self.amount = amount
    amount_each = each
  }

  /// Creates a source of premultiplied colours in four columns, each `stride` elements after the one before: each
  /// colour is mixed with itself.
  init(premultiplied colors: UnsafePointer<Float>, stride: Int) {
    self.init()
    kind = VK_FROM_PAIRS
    from = Self.columns(colors, stride: stride)
    to = Self.columns(colors, stride: stride)
  }

  /// Returns the four columns of which the first is given.
  @inline(__always)
  private static func columns<Component>(
    _ first: UnsafePointer<Component>, stride: Int
  ) -> (
    UnsafePointer<Component>?, UnsafePointer<Component>?, UnsafePointer<Component>?, UnsafePointer<Component>?
  ) {
    (first, first + stride, first + 2 * stride, first + 3 * stride)
  }

  init(_ gradient: UnsafePointer<vk_gradient>, at locations: UnsafePointer<Float>) {
    self.init()
    kind = VK_FROM_GRADIENT
    self.gradient = gradient
    amount_each = locations
  }
}

extension vk_color_sink {
  package init(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ z: UnsafeMutablePointer<Float>,
    alpha: UnsafeMutablePointer<Float>? = nil
  ) {
    self.init()
    columns = (x, y, z, alpha)
  }

  /// Creates a sink of four columns, each `stride` elements after the one before.
  init(_ columns: UnsafeMutablePointer<Float>, stride: Int) {
    self.init(columns, columns + stride, columns + 2 * stride, alpha: columns + 3 * stride)
  }

  package init(
    _ x: UnsafeMutablePointer<Double>, _ y: UnsafeMutablePointer<Double>, _ z: UnsafeMutablePointer<Double>,
    alpha: UnsafeMutablePointer<Double>? = nil
  ) {
    self.init()
    doubles = (x, y, z, alpha)
  }

  /// Creates a sink of four columns in `Double`, each `stride` elements after the one before.
  init(_ columns: UnsafeMutablePointer<Double>, stride: Int) {
    self.init(columns, columns + stride, columns + 2 * stride, alpha: columns + 3 * stride)
  }

  package init(rgba8: UnsafeMutablePointer<UInt8>) {
    self.init()
    self.rgba8 = rgba8
  }
}
