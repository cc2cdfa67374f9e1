import Foundation
import Operating
import Storage

/// The folders with people's files, which all nodes have to see as one (`Examples/Nodes`). Each has a mark: a file whose fingerprint is in
/// the database, like that of a key. It shows whether a node's folder is another, or isn't mounted.
struct SharedFolders: Sendable {
    private static let folders: [DataFolder.Apart] = [.documents, .exports]
    private static let mark = ".installation"
    /// A folder on another machine may not answer.
    private static let timeout = Duration.seconds(5)

    let data: URL
    let leases: LeaseStore

    private static func name(of folder: DataFolder.Apart) -> String { "folder \(folder.rawValue)" }

    private func mark(of folder: DataFolder.Apart) -> URL { folder.url(in: data).appendingPathComponent(Self.mark) }

    /// Marks the folders if they are the first node's. `isFirst`: no other node runs, so from now on they are those of all.
    func makeMarks(isFirst: Bool) async throws {
        let names = Self.folders.map(Self.name)
        if isFirst { try await leases.forgetFingerprints(of: names) }
        let known = try await leases.fingerprints(of: names)
        for folder in Self.folders where known[Self.name(of: folder)] == nil {
            try FileManager.default.createDirectory(
                at: folder.url(in: data), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            _ = try DataFolder.key(in: mark(of: folder)) { Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }
            _ = try await leases.differing([Self.name(of: folder): try DataFolder.fingerprint(of: mark(of: folder))])
        }
    }

    /// The names of those that this node can't see, or that are others than those of the other nodes.
    func unseen() async throws -> [String] {
        let known = try await leases.fingerprints(of: Self.folders.map(Self.name))
        var unseen: [String] = []
        for folder in Self.folders {
            let mark = mark(of: folder)
            let own = try? await FolderCalls.of(folder.url(in: data).path).run(within: Self.timeout) { _ in
                try DataFolder.fingerprint(of: mark)
            }
            if let fingerprint = known[Self.name(of: folder)], own != fingerprint { unseen.append(folder.rawValue) }
        }
        return unseen
    }
}
