// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "pdf-pages",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "tidings", path: "../..")],
    targets: [.executableTarget(name: "pdf-pages", dependencies: [.product(name: "PDFText", package: "tidings")])]
)
