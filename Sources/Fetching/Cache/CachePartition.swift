import Crypto
import Foundation

/// Separates cached answers by person and by the addresses within reach: an answer stored in one partition is never served in another.
///
/// Derived from the credentials themselves, not from what is sent, because a digest differs each time. It reveals nothing about them.
public struct CachePartition: Hashable, Sendable, CustomStringConvertible {
    /// Bytes that are the same for the same person; nil for anonymous requests.
    let identity: [UInt8]?
    /// `Request.reachesListed`: whether a private host may have given the answers.
    var reachesListed = true

    /// Requests without credentials. Their answers are served to everyone, so answers marked `private` aren't stored.
    public static let nobody = CachePartition(identity: nil)

    /// The parts that identify a person, a cookie jar or credentials. Secret parts can't be recovered.
    public init(of parts: [String]) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Data("\(part.utf8.count):".utf8))
            hash.update(data: Data(part.utf8))
        }
        identity = Array(hash.finalize())
    }

    private init(identity: [UInt8]?) { self.identity = identity }

    /// Only whether the partition belongs to a person.
    public var description: String { identity == nil ? "nobody's" : "somebody's" }

    /// Prefix of the names of the partition's files in the cache.
    func name(_ hash: (String) -> String) -> String {
        let owner = identity.map { String(hash("partition " + Data($0).base64EncodedString()).prefix(16)) } ?? "nobody"
        return reachesListed ? owner : owner + "-public"
    }
}
