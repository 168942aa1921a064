// swift-tools-version: 6.3

import PackageDescription

// A build may leave out tests that it isn't for, because they take most of its time: the files and folders to compile.
let testSources = Context.environment["VECTORKERNELS_TEST_SOURCES"].map { $0.split(separator: " ").map(String.init) }

let package = Package(
  name: "VectorKernels",
  // Existential types with type arguments need the runtimes of these systems. Other platforms have no minimum.
  platforms: [.macOS(.v13), .iOS(.v16), .macCatalyst(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "VectorKernels", targets: ["VectorKernels"]),
    // Interpolation alone, for programs that have to be small.
    .library(name: "InterpolationKernels", targets: ["InterpolationKernels"]),
  ],
  targets: [
    // The lane shim that kernels are written over, and the builds for x86-64 and arm64 that `make kernels` generates.
    .target(name: "CVectorKernels"),
    // The kernels' source. Only where no build was generated (WebAssembly, Windows, other processors) is it compiled
    // with the package: elsewhere its files are empty by `#if`.
    .target(name: "PortableKernels", dependencies: ["CVectorKernels"]),
    .target(
      name: "InterpolationKernels", dependencies: ["CVectorKernels", "PortableKernels"],
      // Says how long a span of a column lives. Users of the package need no such setting.
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "VectorKernels", dependencies: ["CVectorKernels", "InterpolationKernels"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")],
      // Debug builds take square roots from there, and a program without Foundation doesn't link it by itself.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
    .testTarget(name: "VectorKernelsTests", dependencies: ["VectorKernels"], sources: testSources),
  ]
)
