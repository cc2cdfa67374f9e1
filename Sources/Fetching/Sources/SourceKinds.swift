package import Foundation

/// All kinds of sources.
package enum SourceKinds {
    package static let all: [any SourceKind.Type] = [
        WebDocument.self,
        LocalFile.self,
        TCPStream.self,
    ]

    /// The kinds that a board file can name, by their keys.
    package static let declared: [(key: String, kind: any SourceKind.Type)] = all.compactMap { kind in kind.key.map { ($0, kind) } }

    /// The kind of an address; nil for an unsupported scheme.
    package static func kind(of url: URL) -> (any SourceKind.Type)? {
        guard let scheme = url.scheme?.lowercased() else { return nil }
        return all.first { $0.schemes.contains(scheme) }
    }
}
