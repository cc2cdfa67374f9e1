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
        self.state.withLock { shrink(&$0) }
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
            // Somebody may have tidied up the folder.
            guard FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) else {
                forget(name, &state)
                return false
            }
            state.uses += 1
            state.kept[name]?.lastUse = state.uses
            return true
        }
    }

    /// Counts a file that its maker has given its name in the folder; until then that has begun with a point.
    package func keep(fileNamed name: String) {
        let file = folder.appendingPathComponent(name)
        state.withLock { state in
            guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { return }
            chmod(file.path, 0o600)
            note(name, bytes: size, &state)
        }
    }

    /// Keeps bytes if the disk takes them.
    package func keep(_ bytes: [UInt8], named name: String) {
        guard bytes.count <= limit / 4 else { return }
        let draft = folder.appendingPathComponent(".\(name)-\(UUID().uuidString)")
        let isMade = FileManager.default.createFile(atPath: draft.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        let isKept = state.withLock { state in
            guard isMade, rename(draft.path, folder.appendingPathComponent(name).path) == 0 else { return false }
            note(name, bytes: bytes.count, &state)
            return true
        }
        if !isKept { try? FileManager.default.removeItem(at: draft) }
    }

    /// Bytes that are kept.
    package var size: Int { state.withLock { $0.bytes } }

    // Files get their names and go while the state is locked, so that none is removed that somebody has just made again.

    private func note(_ name: String, bytes: Int, _ state: inout State) {
        forget(name, &state)
        state.uses += 1
        state.bytes += bytes
        state.kept[name] = Kept(bytes: bytes, lastUse: state.uses)
        shrink(&state)
    }

    private func shrink(_ state: inout State) {
        guard state.bytes > limit else { return }
        // A tenth more, so that it isn't sorted for each segment.
        for (name, _) in state.kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where state.bytes > limit / 10 * 9 {
            forget(name, &state)
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    private func forget(_ name: String, _ state: inout State) {
        state.bytes -= state.kept.removeValue(forKey: name)?.bytes ?? 0
    }
}
