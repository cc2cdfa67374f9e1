package import Foundation

/// States that a data folder's store is in a PostgreSQL database: the file `database`, with the address on its first line. So every command
/// finds the store, and none creates an empty one in the folder.
///
/// The file never contains a password: libpq reads it from `PGPASSFILE` or `PGPASSWORD`, and the program from its setting `database`.
package struct DatabaseMarker: Hashable, Sendable {
    package static let fileName = "database"

    /// Without a password, unless an earlier version has written one.
    package let address: DatabaseAddress

    package init(_ address: DatabaseAddress) { self.address = address.withoutPassword }

    /// Parses the file; nil if its first line isn't an address.
    init?(file bytes: Data) {
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
        guard let address = line.flatMap({ DatabaseAddress(String($0)) }) else { return nil }
        self.address = address
    }

    private static func file(in folder: URL) -> URL { folder.appendingPathComponent(fileName) }

    /// nil if the folder has no such file. Throws `StorageError` if it can't be parsed.
    package static func read(in folder: URL) throws -> DatabaseMarker? {
        let file = file(in: folder)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        guard let marker = (try? Data(contentsOf: file)).flatMap({ DatabaseMarker(file: $0) }) else {
            throw StorageError(
                .folder, doing: "reading \(file.path)", detail: "it has no address like postgres://user@host/name on its first line")
        }
        return marker
    }

    /// Replaces the file atomically; on the disk when this returns. Throws `StorageError`.
    package func write(in folder: URL) throws {
        let file = Self.file(in: folder)
        let draft = folder.appendingPathComponent(".\(Self.fileName)-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: draft) }
        let bytes = Data("\(address.text)\n".utf8)
        guard FileManager.default.createFile(atPath: draft.path, contents: bytes, attributes: [.posixPermissions: 0o600]) else {
            throw StorageError(.folder, doing: "writing \(file.path)", detail: "\(folder.path) cannot be written")
        }
        DataFolder.give(draft, toOwnerOf: folder)
        try DataFolder.sync(draft)
        guard rename(draft.path, file.path) == 0 else {
            throw StorageError(.folder, doing: "writing \(file.path)", detail: String(cString: strerror(errno)))
        }
        try DataFolder.sync(folder)
    }

    /// Detaches the folder from its database. Throws `StorageError`.
    package static func remove(from folder: URL) throws {
        let file = file(in: folder)
        guard unlink(file.path) == 0 || errno == ENOENT else {
            throw StorageError(.folder, doing: "removing \(file.path)", detail: String(cString: strerror(errno)))
        }
        try DataFolder.sync(folder)
    }
}
