// swift-tools-version: 6.3

import PackageDescription

// Cards in a window. It is a package of its own so that whoever depends on the library needs no SDL.
let package = Package(
  name: "Window",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "VectorKernels", path: "../..")
  ],
  targets: [
    .systemLibrary(
      name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev", "pkg-config"]), .brew(["sdl2"])]),
    .executableTarget(
      name: "cards", dependencies: ["CSDL2", .product(name: "VectorKernels", package: "VectorKernels")]),
  ]
)
