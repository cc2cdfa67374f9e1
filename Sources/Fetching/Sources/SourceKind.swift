package import Foundation

/// A kind of place that bytes come from: how a board file names it, what its records do to the stored ones, and how it is opened.
///
/// To add one, write a file or folder here and add a line to `SourceKinds.swift`.
package protocol SourceKind: Sendable {
    /// Its key under `source` in a board file; nil if board files can't name it.
    static var key: String? { get }
    /// The other keys that go with it there.
    static var options: [String] { get }
    /// The schemes of its addresses, in lower case.
    static var schemes: [String] { get }
    /// An address of it, for error messages.
    static var example: String { get }
    /// Whether its address has holes for a board's parameters.
    static var takesParameters: Bool { get }
    /// What its records can do to the stored ones; the first is the default.
    static var deliveries: [SourceDelivery] { get }
    /// Whether it never ends. The server then follows it as it comes, and its board is on no schedule.
    static var isEndless: Bool { get }
    /// Whether requests to it wait in the fetcher's line.
    static var waitsInLine: Bool { get }

    /// The address that a board file writes; nil if it isn't one.
    static func address(_ written: String) -> URL?
    /// Returns when the first byte is near. Throws `FetchError`.
    static func open(_ request: Request, by fetcher: Fetcher) async throws -> OpenResponse
}

extension SourceKind {
    package static var takesParameters: Bool { false }
    package static var isEndless: Bool { false }
    package static var waitsInLine: Bool { true }
}

/// What the records of a source do to the stored ones.
package enum SourceDelivery: String, CaseIterable, Sendable {
    /// They take the place of all of them.
    case replace
    /// Each takes the place of the one with its key, or is new.
    case upsert
    /// Each is new. The oldest make room.
    case append
}
