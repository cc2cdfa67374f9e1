import Fetching
import Foundation
import Storage

/// Settings that administrators have made on the page (`ServerSettings`): texts by name, in `settings.json` of the data folder. Only its
/// owner can read it, because it may contain the mail server's password and secrets of boards.
///
/// `served.json` beside it is of the same form: what the last server was given in other ways, so that commands in its folder reach the same
/// sources and hosts, and the server itself at its port.
struct KeptSettings: Sendable {
    static let fileName = "settings.json"
    static let servedName = "served.json"
    private static let byteLimit = 256 << 10

    private(set) var texts: [String: String] = [:]

    /// Reads the file; empty if it doesn't exist.
    init(in folder: URL, named name: String = fileName) throws {
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        do {
            let bytes = try Data(contentsOf: file)
            guard bytes.count <= Self.byteLimit else { throw CocoaError(.fileReadTooLarge) }
            texts = try JSONDecoder().decode([String: String].self, from: bytes)
        } catch {
            throw Failure(.badUse, "\(file.path) can't be read as texts by name; fix it, or move it away to start without it")
        }
    }

    init(_ texts: [String: String]) { self.texts = texts }

    mutating func set(_ text: String?, for name: String) { texts[name] = text }

    /// Writes the file atomically.
    func write(in folder: URL, named name: String = fileName) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(texts)
        guard bytes.count <= Self.byteLimit else { throw Failure(.badUse, "settings of over \(Self.byteLimit >> 10) KB are not kept") }
        let draft = folder.appendingPathComponent(".\(name)-\(UUID().uuidString)")
        let isWritten = FileManager.default.createFile(atPath: draft.path, contents: bytes, attributes: [.posixPermissions: 0o600])
        DataFolder.give(draft, toOwnerOf: folder)
        guard isWritten, rename(draft.path, folder.appendingPathComponent(name).path) == 0 else {
            try? FileManager.default.removeItem(at: draft)
            throw Failure(.ours, "\(folder.path) cannot be written")
        }
    }
}
