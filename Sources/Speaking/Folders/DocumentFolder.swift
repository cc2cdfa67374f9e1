import Foundation
import Glibc
import Operating
import Records

/// A server folder whose files become documents of a person.
package struct DocumentFolder: Hashable, Sendable {
    /// The person's name.
    package let person: String
    package let path: String

    package init(person: String, path: String) { (self.person, self.path) = (person, path) }

    static let endings = Set(StoredDocument.Kind.allCases.flatMap(\.endings))
    /// How many files are examined, sorted by name.
    static let fileLimit = 1_000

    /// A candidate file.
    struct Found: Hashable, Sendable {
        let name: String
        let path: String
        let mark: FolderFile
    }

    /// The regular, non-empty files directly in the folder, by name; no links. Returns nil if the folder can't be read or doesn't answer.
    func scan() async throws -> [Found]? {
        do { return try await FolderCalls.looking(through: path).run { try scan($0) } } catch is FolderCalls.NoAnswer { return nil }
    }

    private func scan(_ steps: FolderCalls.Steps) throws -> [Found]? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
        let wanted = names.filter { name in
            !name.hasPrefix(".") && Self.endings.contains(URL(fileURLWithPath: name).pathExtension.lowercased())
        }
        return try wanted.sorted().prefix(Self.fileLimit).compactMap { name in
            try steps.step()
            let whole = "\(path)/\(name)"
            var status = stat()
            guard lstat(whole, &status) == 0, let mark = FolderFile(status), mark.size > 0 else { return nil }
            return Found(name: name, path: whole, mark: mark)
        }
    }

    /// Passes a file's bytes on in pieces. Throws `FolderFault` if it can't be read or has changed since it was listed.
    func read(_ file: Found, _ take: (IncomingFile, [UInt8]) async throws -> Void, into incoming: IncomingFile) async throws {
        do { try await readWhole(file, take, into: incoming) } catch is FolderCalls.NoAnswer { throw FolderFault.unreadable }
    }

    private func readWhole(_ file: Found, _ take: (IncomingFile, [UInt8]) async throws -> Void, into incoming: IncomingFile) async throws {
        let calls = FolderCalls.of(path)
        let handle = try await calls.run { _ in
            let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
            guard descriptor >= 0 else { throw FolderFault.unreadable }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard Self.mark(of: descriptor) == file.mark else { throw FolderFault.changed }
            return handle
        }
        var count = 0
        while let piece = try? await calls.run({ _ in try handle.read(upToCount: 1 << 20) }), !piece.isEmpty {
            count += piece.count
            guard count <= file.mark.size else { throw FolderFault.changed }
            try await take(incoming, Array(piece))
        }
        guard try await calls.run({ _ in Self.mark(of: handle.fileDescriptor) }) == file.mark else { throw FolderFault.changed }
        guard count == file.mark.size else { throw FolderFault.unreadable }
    }

    private static func mark(of descriptor: Int32) -> FolderFile? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FolderFile(status) : nil
    }
}

/// Why a file was rejected.
enum FolderFault: Error {
    case unreadable
    /// It is still being written.
    case changed
}

extension FolderFile {
    /// Returns nil if it isn't a regular file.
    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        // Some file systems store arbitrary timestamps, so overflow is allowed; only equality matters.
        self.init(size: Int(status.st_size), modified: Int64(status.st_mtim.tv_sec) &* 1_000_000 &+ Int64(status.st_mtim.tv_nsec) / 1_000)
    }
}
