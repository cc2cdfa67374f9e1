package import Foundation
import Records

/// The boards of an installation that are its own: a folder each in the data folder's `boards`.
package struct OwnBoards: Sendable {
    package enum Refusal: Error, Hashable {
        /// The folder has `limit` boards already.
        case full
        /// The member has as many boards as members may.
        case tooMany
        /// Of as many boards of the member something is stored as may be.
        case tooManyKept
        /// The disk doesn't take it.
        case unwritable(String)
    }

    /// Boards that can be added by people, beside those that lie there.
    package static let limit = 200
    private static let nameLength = 30

    private let folder: URL
    private let onChanged: @Sendable (String) async -> Bool

    /// The folder needs not be there. `onChanged` puts an added or changed board to work, or takes a removed one off it,
    /// and returns whether that went well.
    package init(in folder: URL, onChanged: @escaping @Sendable (String) async -> Bool = { _ in true }) {
        (self.folder, self.onChanged) = (folder, onChanged)
    }

    /// Puts an added board to work before it returns. A board that can't be is removed again.
    package func putToWork(_ name: String) async throws(Refusal) {
        guard await !onChanged(name) else { return }
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        throw .unwritable("the board \(name) can’t be put to work")
    }

    /// A name for a board that is made of its title, and that neither `taken` nor the folder has.
    /// Throws where the folder has `limit` boards.
    package func name(for title: String, besides taken: Set<String>) throws(Refusal) -> String {
        let there = names
        guard there.count < Self.limit else { throw .full }
        return Self.name(of: title, besides: taken.union(there))
    }

    private var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []) }

    /// Puts a board to work as it is seen now, and returns when it is.
    package func takeUp(_ name: String) async { _ = await onChanged(name) }

    /// Writes a board's file. It is there whole or not at all.
    package func add(_ file: String, named name: String) throws(Refusal) {
        let manager = FileManager.default
        // Not in the folder itself: what lies there is read.
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

    /// Both at once: writes the file under a name made of `title`.
    ///
    /// - Returns: The name.
    package func add(_ file: String, titled title: String, besides taken: Set<String>) throws(Refusal) -> String {
        let name = try name(for: title, besides: taken)
        try add(file, named: name)
        return name
    }

    /// Whether a board is one of these.
    package func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(of: name).path) }

    /// A board's file as it is; nil if it can't be read.
    package func contents(of name: String) -> String? { try? String(contentsOf: file(of: name), encoding: .utf8) }

    /// Whether a board's file was replaced, so that it can be taken back.
    package func hasFormer(_ name: String) -> Bool { FileManager.default.fileExists(atPath: former(of: name).path) }

    /// Puts another file in the place of a board's, and has it be at work when this returns. The former one is kept for `takeBack`.
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

    /// Puts the file back that was there before the last replacement. There is no second step.
    package func takeBack(_ name: String) async throws(Refusal) {
        do {
            try Data(contentsOf: former(of: name)).write(to: file(of: name), options: .atomic)
            try FileManager.default.removeItem(at: former(of: name))
        } catch { throw .unwritable(error.localizedDescription) }
        _ = await onChanged(name)
    }

    /// Takes a board out of the folder, into `removed-boards` beside it, and off work. What is stored of it stays.
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

    /// `Nike shoes, men` is `nike-shoes-men`, the second `nike-shoes-men-2`; what has no Latin letter is `page`.
    static func name(of title: String, besides taken: Set<String>) -> String {
        let plain = title.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
        let words = plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        var name = ""
        for word in words where name.count + word.count < Self.nameLength { name += (name.isEmpty ? "" : "-") + word }
        if !Board.isName(name, including: "-") { name = "page" + (name.isEmpty ? "" : "-\(name)") }
        let names = [name, "page-\(name)"].flatMap { name in [name] + (2...limit + 1).map { "\(name)-\($0)" } }
        return names.first { isFree($0, besides: taken) } ?? "page-\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// What the database keeps of a board must not have the name of another.
    private static func isFree(_ name: String, besides taken: Set<String>) -> Bool {
        !taken.contains(name) && !taken.contains { BoardLibrary.isTaken(name, by: $0) || BoardLibrary.isTaken($0, by: name) }
    }
}
