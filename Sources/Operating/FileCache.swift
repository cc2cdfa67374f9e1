package import Foundation
import Synchronization

/// A folder of files that can be regenerated, limited to a number of bytes: the least recently used ones are removed first. Its files are
/// always complete: they are written under another name first.
///
/// A file that is being sent (`hold`) stays while others can be removed. Disk use is limited all the same: held files may use as much again
/// as the limit, then those held longest are truncated.
package final class FileCache: Sendable {
    private struct Kept {
        /// Distinguishes it from an earlier file of the same name.
        let number: Int
        var bytes: Int
        var lastUse: Int
        var holders = 0
    }
    private struct State {
        var kept: [String: Kept] = [:]
        var bytes = 0
        var uses = 0
    }

    package let folder: URL
    private let limit: Int
    private let state: Mutex<State>

    /// Adopts the files of an earlier server.
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
            state.kept[file.lastPathComponent] = Kept(number: state.uses, bytes: size, lastUse: state.uses)
        }
        self.state = Mutex(state)
        self.state.withLock { shrink(&$0) }
    }

    /// Protects a file from removal until the last holder releases it.
    package final class Hold: Sendable {
        private let cache: FileCache
        private let name: String
        private let number: Int

        fileprivate init(_ cache: FileCache, _ name: String, _ number: Int) { (self.cache, self.name, self.number) = (cache, name, number) }

        deinit { cache.release(name, number) }
    }

    /// nil if there is no such file. Counts as a use.
    package func hold(_ name: String) -> Hold? {
        guard use(name) else { return nil }
        return state.withLock { state in
            guard let number = state.kept[name]?.number else { return nil }
            state.kept[name]?.holders += 1
            return Hold(self, name, number)
        }
    }

    private func release(_ name: String, _ number: Int) {
        state.withLock { state in
            guard state.kept[name]?.number == number else { return }
            state.kept[name]?.holders -= 1
        }
    }

    /// nil if there is no such file.
    package func bytes(named name: String) -> [UInt8]? {
        guard use(name), let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return nil }
        return [UInt8](data)
    }

    /// Whether the file exists; counts as a use.
    package func use(_ name: String) -> Bool {
        state.withLock { state in
            guard state.kept[name] != nil else { return false }
            // The file may have been deleted from outside.
            guard FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) else {
                forget(name, &state)
                return false
            }
            state.uses += 1
            state.kept[name]?.lastUse = state.uses
            return true
        }
    }

    /// Counts a file that its creator has renamed into the folder; until then its name started with a dot.
    package func keep(fileNamed name: String) {
        let file = folder.appendingPathComponent(name)
        state.withLock { state in
            guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { return }
            chmod(file.path, 0o600)
            record(name, bytes: size, &state)
        }
    }

    /// Stores bytes if there is room on the disk.
    package func keep(_ bytes: [UInt8], named name: String) {
        guard bytes.count <= limit / 4 else { return }
        let draft = folder.appendingPathComponent(".\(name)-\(UUID().uuidString)")
        let isMade = FileManager.default.createFile(atPath: draft.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        let isKept = state.withLock { state in
            guard isMade, rename(draft.path, folder.appendingPathComponent(name).path) == 0 else { return false }
            record(name, bytes: bytes.count, &state)
            return true
        }
        if !isKept { try? FileManager.default.removeItem(at: draft) }
    }

    /// A file being written, which can't be found yet; it is removed unless it is passed to `keep`. nil if it can't be created.
    package func draft() -> Draft? { Draft(folder.appendingPathComponent(".\(UUID().uuidString)").path) }

    package final class Draft: Sendable {
        fileprivate let path: String
        private let descriptor: Int32
        private let failed = Mutex(false)

        fileprivate init?(_ path: String) {
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return nil }
            self.path = path
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        /// Whether a write to the disk has failed.
        package var hasFailed: Bool { failed.withLock { $0 } }

        package func write(_ bytes: ArraySlice<UInt8>) {
            guard !hasFailed else { return }
            bytes.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return failed.withLock { $0 = true } }
                    rest = rest.dropFirst(count)
                }
            }
        }

        fileprivate var size: Int? {
            var status = stat()
            return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
        }
    }

    /// Gives a draft its name. False if a write failed, or it exceeds the size limit.
    package func keep(_ draft: Draft, named name: String) -> Bool {
        guard !draft.hasFailed, let size = draft.size, size <= limit / 4 else { return false }
        return state.withLock { state in
            guard rename(draft.path, folder.appendingPathComponent(name).path) == 0 else { return false }
            record(name, bytes: size, &state)
            return true
        }
    }

    /// Removes a file, if it exists.
    package func remove(_ name: String) { state.withLock { remove(name, &$0) } }

    package func removeAll() {
        state.withLock { state in
            for name in Array(state.kept.keys) { remove(name, &state) }
        }
    }

    /// The total size of all files in bytes.
    package var size: Int { state.withLock { $0.bytes } }

    // Files are renamed and removed while the state is locked, so that a file that was just recreated isn't removed.

    private func record(_ name: String, bytes: Int, _ state: inout State) {
        forget(name, &state)
        state.uses += 1
        state.bytes += bytes
        state.kept[name] = Kept(number: state.uses, bytes: bytes, lastUse: state.uses)
        shrink(&state, sparing: name)
    }

    /// `name` is the file that was just created and is about to be used.
    private func shrink(_ state: inout State, sparing name: String? = nil) {
        guard state.bytes > limit else { return }
        let byUse = state.kept.filter { $0.key != name }.sorted { $0.value.lastUse < $1.value.lastUse }
        // Frees a tenth more, so that files aren't sorted for each segment.
        for (name, kept) in byUse where kept.holders == 0 && state.bytes > limit / 10 * 9 { remove(name, &state) }
        for (name, kept) in byUse where kept.holders > 0 && state.bytes > 2 * limit {
            // Its space is free at once, and its reader detects the early end.
            truncate(folder.appendingPathComponent(name).path, 0)
            remove(name, &state)
        }
    }

    private func remove(_ name: String, _ state: inout State) {
        forget(name, &state)
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    private func forget(_ name: String, _ state: inout State) {
        state.bytes -= state.kept.removeValue(forKey: name)?.bytes ?? 0
    }
}
