package import Foundation
import Synchronization

/// A folder of files that were made and can be made again, at most so many bytes of them: those that were not used for longest go first. What is in it is
/// always whole: it is written under another name first.
package final class FileCache: Sendable {
    private struct Kept {
        var bytes: Int
        var lastUse: Int
    }
    private struct State {
        var kept: [String: Kept] = [:]
        var bytes = 0
        var uses = 0
    }

    package let folder: URL
    private let limit: Int
    private let state: Mutex<State>

    /// Takes over what an earlier server has left.
    package init(in folder: URL, atMost limit: Int) {
        (self.folder, self.limit) = (folder, limit)
        let manager = FileManager.default
        try? manager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var state = State()
        let files =
            (try? manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey, .contentModificationDateKey])) ?? []
        let known = files.map { file in (file, try? file.resourceValues(forKeys: [.fileSizeKey, .contentModificationDateKey])) }
        for (file, values) in known.sorted(by: {
            $0.1?.contentModificationDate ?? .distantPast < $1.1?.contentModificationDate ?? .distantPast
        }) {
            guard !file.lastPathComponent.hasPrefix("."), let size = values?.fileSize else {
                try? manager.removeItem(at: file)
                continue
            }
            state.uses += 1
            state.bytes += size
            state.kept[file.lastPathComponent] = Kept(bytes: size, lastUse: state.uses)
        }
        self.state = Mutex(state)
        shrink()
    }

    /// nil if it isn't there.
    package func bytes(named name: String) -> [UInt8]? {
        guard use(name), let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return nil }
        return [UInt8](data)
    }

    /// Whether it is there; it counts as used.
    package func use(_ name: String) -> Bool {
        state.withLock { state in
            guard state.kept[name] != nil else { return false }
            state.uses += 1
            state.kept[name]?.lastUse = state.uses
            return true
        }
    }

    /// Counts a file that its maker has given its name in the folder; until then that has begun with a point.
    package func keep(fileNamed name: String) {
        let file = folder.appendingPathComponent(name)
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { return }
        chmod(file.path, 0o600)
        note(name, bytes: size)
    }

    /// Keeps bytes if the disk takes them.
    package func keep(_ bytes: [UInt8], named name: String) {
        guard bytes.count <= limit / 4 else { return }
        let draft = folder.appendingPathComponent(".\(name)-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: draft.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]),
            rename(draft.path, folder.appendingPathComponent(name).path) == 0
        else {
            try? FileManager.default.removeItem(at: draft)
            return
        }
        note(name, bytes: bytes.count)
    }

    private func note(_ name: String, bytes: Int) {
        state.withLock { state in
            state.uses += 1
            state.bytes += bytes - (state.kept[name]?.bytes ?? 0)
            state.kept[name] = Kept(bytes: bytes, lastUse: state.uses)
        }
        shrink()
    }

    /// Bytes that are kept.
    package var size: Int { state.withLock { $0.bytes } }

    private func shrink() {
        let leaving = state.withLock { state -> [String] in
            guard state.bytes > limit else { return [] }
            var leaving: [String] = []
            // A tenth more, so that it isn't sorted for each segment.
            for (name, kept) in state.kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where state.bytes > limit / 10 * 9 {
                leaving.append(name)
                state.bytes -= kept.bytes
                state.kept[name] = nil
            }
            return leaving
        }
        for name in leaving { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
    }
}
