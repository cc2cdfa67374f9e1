import Crypto
import Foundation

/// Whose answers these are: what is kept for one is never handed to another.
///
/// Made of what the credentials *are*, not of what is sent, since a digest differs each time. Says nothing about them to whoever
/// reads it.
public struct CachePartition: Hashable, Sendable, CustomStringConvertible {
    /// Bytes that are the same for the same person; nil for nobody.
    let identity: [UInt8]?

    /// Requests without credentials. What is kept here is handed to everyone, so answers marked `private` are not kept.
    public static let nobody = CachePartition(identity: nil)

    /// A person, a jar of cookies, credentials: whatever distinguishes them, in parts. Secret parts do not come out again.
    public init(of parts: [String]) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Data("\(part.utf8.count):".utf8))
            hash.update(data: Data(part.utf8))
        }
        identity = Array(hash.finalize())
    }

    private init(identity: [UInt8]?) { self.identity = identity }

    /// Whether there is someone, and no more.
    public var description: String { identity == nil ? "nobody's" : "somebody's" }
}
