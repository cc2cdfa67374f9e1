package import Foundation
import Records

/// The boards that people have added to an installation: one folder each in the data folder's `boards`.
package struct OwnBoards: Sendable {
    package enum Refusal: Error, Hashable {
        /// The folder already has `limit` boards.
        case full
        /// The member already has as many boards as members may have.
        case tooMany
        /// The member already has the most boards with stored data that members may have.
        case tooManyKept
        /// The file can't be written.
        case unwritable(String)
    }

    /// The most boards that people can add.
    package static let limit = 200
    private static let nameLength = 30

    private let folder: URL
    private let onChanged: @Sendable (String) async -> Bool

    /// The folder need not exist. `onChanged` starts an added or changed board, or stops a removed one, and returns whether that succeeded.
    package init(in folder: URL, onChanged: @escaping @Sendable (String) async -> Bool = { _ in true }) {
        (self.folder, self.onChanged) = (folder, onChanged)
    }

    /// Starts an added board before it returns. A board that can't be started is removed again.
    package func putToWork(_ name: String) async throws(Refusal) {
        guard await !onChanged(name) else { return }
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        throw .unwritable("the board \(name) can’t be put to work")
    }

    /// A board name made from its title that is neither in `taken` nor in the folder. Throws if the folder has `limit` boards.
    package func name(for title: String, besides taken: Set<String>) throws(Refusal) -> String {
        let there = names
        guard there.count < Self.limit else { throw .full }
        return Self.name(of: title, besides: taken.union(there))
    }

    private var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []) }

    /// Restarts a board after a change of who sees it, and returns once that is done.
    package func takeUp(_ name: String) async { _ = await onChanged(name) }

    /// Writes a board's file atomically.
    package func add(_ file: String, named name: String) throws(Refusal) {
        let manager = FileManager.default
        // Written outside of the folder, because everything in that is read.
        let making = folder.deletingLastPathComponent().appendingPathComponent(".board-\(UUID().uuidString)")
        do {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try manager.createDirectory(at: making, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(file.utf8).write(to: making.appendingPathComponent(BoardFile.name))
            try manager.moveItem(at: making, to: folder.appendingPathComponent(name))
        } catch {
            try? manager.removeItem(at: making)
            throw .unwritable(error.localizedDescription)
        }
    }

    /// Combines both: writes the file under a name made from `title`.
    ///
    /// - Returns: The name.
    package func add(_ file: String, titled title: String, besides taken: Set<String>) throws(Refusal) -> String {
        let name = try name(for: title, besides: taken)
        try add(file, named: name)
        return name
    }

    /// Whether people have added the board.
    package func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(of: name).path) }

    /// A board's current file; nil if it can't be read.
    package func contents(of name: String) -> String? { try? String(contentsOf: file(of: name), encoding: .utf8) }

    /// Whether a board's file was replaced, so that the replacement can be undone.
    package func hasFormer(_ name: String) -> Bool { FileManager.default.fileExists(atPath: former(of: name).path) }

    /// Replaces a board's file, and restarts the board before it returns. The former file is stored for `takeBack`.
    package func replace(_ name: String, with file: String) async throws(Refusal) {
        let manager = FileManager.default
        do {
            try? manager.removeItem(at: former(of: name))
            try manager.copyItem(at: self.file(of: name), to: former(of: name))
            try Data(file.utf8).write(to: self.file(of: name), options: .atomic)
        } catch { throw .unwritable(error.localizedDescription) }
        guard await !onChanged(name) else { return }
        try await takeBack(name)
        throw .unwritable("the board \(name) can’t be put to work")
    }

    /// Restores the file from before the last replacement. Only one replacement can be undone.
    package func takeBack(_ name: String) async throws(Refusal) {
        do {
            try Data(contentsOf: former(of: name)).write(to: file(of: name), options: .atomic)
            try FileManager.default.removeItem(at: former(of: name))
        } catch { throw .unwritable(error.localizedDescription) }
        _ = await onChanged(name)
    }

    /// Moves a board to `removed-boards` beside the folder, and stops it. Its stored data remain.
    package func remove(_ name: String) async throws(Refusal) {
        let removed = folder.deletingLastPathComponent().appendingPathComponent("removed-boards")
        do {
            try FileManager.default.createDirectory(at: removed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let place = removed.appendingPathComponent("\(name)-\(UUID().uuidString.prefix(8).lowercased())")
            try FileManager.default.moveItem(at: folder.appendingPathComponent(name), to: place)
        } catch { throw .unwritable(error.localizedDescription) }
        _ = await onChanged(name)
    }

    private func file(of name: String) -> URL { folder.appendingPathComponent(name).appendingPathComponent(BoardFile.name) }
    private func former(of name: String) -> URL { folder.appendingPathComponent(name).appendingPathComponent(BoardFile.name + ".former") }

    /// `Nike shoes, men` becomes `nike-shoes-men`, the second one `nike-shoes-men-2`; a title without Latin letters becomes `page`.
    static func name(of title: String, besides taken: Set<String>) -> String {
        let plain = title.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
        let words = plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        var name = ""
        for word in words where name.count + word.count < Self.nameLength { name += (name.isEmpty ? "" : "-") + word }
        if !Board.isName(name, including: "-") { name = "page" + (name.isEmpty ? "" : "-\(name)") }
        let names = [name, "page-\(name)"].flatMap { name in [name] + (2...limit + 1).map { "\(name)-\($0)" } }
        return names.first { isFree($0, besides: taken) } ?? "page-\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// The names of a board's tables in the database must not collide with another board's.
    private static func isFree(_ name: String, besides taken: Set<String>) -> Bool {
        !taken.contains(name) && !taken.contains { BoardLibrary.isTaken(name, by: $0) || BoardLibrary.isTaken($0, by: name) }
    }
}
