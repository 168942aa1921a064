// swift-tools-version: 6.3

import PackageDescription

// The benchmark program. It is a package of its own so that whoever depends on the library sees none of it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "bench", targets: ["bench"])
  ],
  dependencies: [
    .package(name: "VectorKernels", path: "..")
  ],
  targets: [
    // Counts the allocations of the benchmark program.
    .target(name: "CAllocations"),
    // Finds out whether other threads share the core.
    .target(name: "CSharedCore"),
    .executableTarget(
      name: "bench",
      dependencies: [.product(name: "VectorKernels", package: "VectorKernels"), "CAllocations", "CSharedCore"]),
    // The report's tests read these where they are, to write them anew on demand.
    .testTarget(
      name: "BenchTests",
      dependencies: ["bench", "CAllocations", .product(name: "VectorKernels", package: "VectorKernels")],
      exclude: ["Report/Inputs", "Report/Golden"]),
  ]
)
