public import Foundation

/// One file on its way from an address to a place on this machine, as it is remembered over restarts.
///
/// The bytes that have come lie beside the destination, in `<destination>.part`, until they are whole.
public struct Download: Sendable, Identifiable, Codable {
    /// One of its kind.
    public let id: UUID
    /// Where it comes from.
    public let url: URL
    /// The file it becomes.
    public let destination: URL
    /// How urgent it is against others.
    public let priority: Priority
    /// What its bytes have to add up to.
    public internal(set) var checksum: Checksum?
    /// Bytes at most.
    public let limit: Int
    /// Who asked for it. When the last of them leaves, it ends.
    public internal(set) var requesters: [String]
    /// Where it stands.
    public internal(set) var state = JobState.queued
    /// How far it is, what earlier attempts brought included.
    public internal(set) var progress = JobProgress()
    /// Attempts in a row that brought nothing.
    public internal(set) var failures = 0
    /// The version that the part belongs to, and the file when it is done.
    var validators: Validators?
    /// The version that lies at the destination from an earlier time: not fetched again if the server still has that.
    var known: Validators?
    /// The server still had the version that was there.
    public internal(set) var wasUnchanged = false

    /// The file of what has come so far.
    public var part: URL { destination.appendingPathExtension("part") }
}

/// What a file's bytes have to add up to.
public struct Checksum: Hashable, Sendable, Codable {
    /// The ways to add up.
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

    /// How it is made.
    public let algorithm: Algorithm
    /// Hexadecimal digits, in lower case.
    public let digest: String

    /// `sha256:…`, or the digits alone, whose number says how they were made; nil if it is none.
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
