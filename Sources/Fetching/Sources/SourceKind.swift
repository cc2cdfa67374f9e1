package import Foundation

/// A kind of source: its key in board files, how its records update the stored ones, and how it is opened.
///
/// To add one, write a file or folder here and add a line to `SourceKinds.swift`.
package protocol SourceKind: Sendable {
    /// Its key under `source` in a board file; nil if board files can't name it.
    static var key: String? { get }
    /// The options that a board file can set beside the key.
    static var options: [String] { get }
    /// The schemes of its addresses, in lower case.
    static var schemes: [String] { get }
    /// An example address, for error messages.
    static var example: String { get }
    /// Whether its address can contain placeholders for a board's parameters.
    static var takesParameters: Bool { get }
    /// How its records can update the stored ones; the first is the default.
    static var deliveries: [SourceDelivery] { get }
    /// Whether it is an endless stream. The server then follows it continuously, and its board has no schedule.
    static var isEndless: Bool { get }
    /// Whether requests to it wait in the fetcher's queue.
    static var waitsInLine: Bool { get }

    /// Parses the address from a board file; nil if it is invalid.
    static func address(_ written: String) -> URL?
    /// Returns shortly before the first byte arrives. Throws `FetchError`.
    static func open(_ request: Request, by fetcher: Fetcher) async throws -> OpenResponse
}

extension SourceKind {
    package static var takesParameters: Bool { false }
    package static var isEndless: Bool { false }
    package static var waitsInLine: Bool { true }
}

/// How new records from a source combine with the stored ones.
package enum SourceDelivery: String, CaseIterable, Sendable {
    /// They replace all stored records.
    case replace
    /// Each replaces the record with the same key, or is added.
    case upsert
    /// Each is added. The oldest are removed.
    case append
}
