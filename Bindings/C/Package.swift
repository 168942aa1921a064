// swift-tools-version: 6.3

import PackageDescription

// The library for C. It is a package of its own, so users of the Swift library neither see nor build it.
let package = Package(
  name: "VectorKernelsC",
  platforms: [.macOS(.v13)],
  products: [
    // The archive from which `make c` makes the libraries for C.
    .library(name: "VectorKernelsC", type: .static, targets: ["VectorKernelsC"])
  ],
  dependencies: [
    .package(name: "VectorKernels", path: "../..")
  ],
  targets: [
    // The header, and the message of each thread's last error.
    .target(name: "CVectorKernelsC"),
    // The functions. The compiler compares each with its declaration in the header.
    .target(
      name: "VectorKernelsC",
      dependencies: ["CVectorKernelsC", .product(name: "VectorKernels", package: "VectorKernels")]),
  ]
)
