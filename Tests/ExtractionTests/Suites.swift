import Foundation

/// Conformance suites of others, which are not part of the project: read where `TIDINGS_SUITES` says, and left out without it.
enum Suites {
    static var folder: URL? { ProcessInfo.processInfo.environment["TIDINGS_SUITES"].map { URL(fileURLWithPath: $0) } }
    static var areThere: Bool { folder != nil }
}
