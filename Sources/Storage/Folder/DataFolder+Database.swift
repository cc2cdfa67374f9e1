package import Foundation

// A folder whose store is in a database of PostgreSQL says so in a file, so that every command finds it.
extension DataFolder {
    private static let addressName = "database"

    /// Where the store of a folder is; nil for one in the folder itself. Throws `StorageError`.
    static func database(of folder: URL) throws -> DatabaseAddress? {
        let file = folder.appendingPathComponent(addressName)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let text = (try? String(contentsOf: file, encoding: .utf8))?.split(whereSeparator: \.isNewline).first
        guard let address = text.flatMap({ DatabaseAddress(String($0)) }) else {
            throw StorageError(
                .folder, doing: "reading \(file.path)", detail: "it has no address like postgres://user@host/name on its first line")
        }
        return address
    }

    /// Has a folder's store be in a database from now on. Throws `StorageError` if the folder has a store of its own.
    package static func use(_ address: DatabaseAddress, for folder: URL) throws {
        let doing = "using \(address) for \(folder.path)"
        guard !FileManager.default.fileExists(atPath: folder.appendingPathComponent(databaseName).path) else {
            throw StorageError(
                .folder, doing: doing,
                detail: "the folder has a store of its own: name a new folder with --data, and bring over what tidings export gives")
        }
        guard try database(of: folder) != address else { return }
        do { try make(folder) } catch { throw StorageError(error, doing: doing) }
        // It may hold a password.
        let draft = folder.appendingPathComponent(".\(addressName)-\(UUID().uuidString)")
        let bytes = Data("\(address.text)\n".utf8)
        guard FileManager.default.createFile(atPath: draft.path, contents: bytes, attributes: [.posixPermissions: 0o600]),
            rename(draft.path, folder.appendingPathComponent(addressName).path) == 0
        else {
            try? FileManager.default.removeItem(at: draft)
            throw StorageError(.folder, doing: doing, detail: "\(folder.path) cannot be written")
        }
        give(folder.appendingPathComponent(addressName), toOwnerOf: folder)
    }
}
