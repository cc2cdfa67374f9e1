public import Foundation

/// A download of one file, persisted across restarts.
///
/// Partial data is stored beside the destination as `<destination>.part` until it is complete.
public struct Download: Sendable, Identifiable, Codable {
    /// Unique.
    public let id: UUID
    /// The source address.
    public let url: URL
    /// The destination file.
    public let destination: URL
    /// The priority relative to other downloads.
    public let priority: Priority
    /// The expected checksum.
    public internal(set) var checksum: Checksum?
    /// The size limit in bytes.
    public let limit: Int
    /// The requesters. The download is cancelled when the last one leaves.
    public internal(set) var requesters: [String]
    /// The current state.
    public internal(set) var state = JobState.queued
    /// The progress, including bytes from earlier attempts.
    public internal(set) var progress = JobProgress()
    /// Consecutive attempts that received nothing.
    public internal(set) var failures = 0
    /// The version of the partial file; of the complete file once it is done.
    var validators: Validators?
    /// The version already at the destination. It isn't fetched again if the server still has it.
    var known: Validators?
    /// Whether the server still had the version at the destination.
    public internal(set) var wasUnchanged = false

    /// The partial file.
    public var part: URL { destination.appendingPathExtension("part") }
}

/// The expected checksum of a file.
public struct Checksum: Hashable, Sendable, Codable {
    /// The supported hash algorithms.
    public enum Algorithm: String, CaseIterable, Sendable, Codable {
        case md5, sha1, sha256, sha512

        var digits: Int {
            switch self {
            case .md5: 32
            case .sha1: 40
            case .sha256: 64
            case .sha512: 128
            }
        }
    }

    /// The algorithm.
    public let algorithm: Algorithm
    /// Hexadecimal digits, in lower case.
    public let digest: String

    /// Parses `sha256:…`, or bare digits whose length determines the algorithm; nil if the text isn't a checksum.
    public init?(_ text: String) {
        let parts = text.lowercased().split(separator: ":", maxSplits: 1).map(String.init)
        guard let digits = parts.last, digits.allSatisfy(\.isHexDigit),
            let algorithm = Algorithm.allCases.first(where: { $0.digits == digits.count })
        else { return nil }
        if parts.count == 2, parts[0].filter({ $0 != "-" }) != algorithm.rawValue { return nil }
        self.algorithm = algorithm
        digest = digits
    }
}
