import Crypto
import Foundation
import Synchronization

/// The cache on disk. A head (`….json`) lists the variants of one address in one partition; each variant has a body (`….body`).
///
/// A body is written under its own name and counts only once a head names it. The head is replaced in one step when the body is complete.
/// If the process is killed at any moment, the folder has only complete answers and stray bodies, and strays are swept. The writer of a
/// body holds a lock on it, so other processes can distinguish strays from bodies being written. Several processes may share a folder: the
/// last writer wins, and a file that has vanished is a miss.
///
/// File names are keyed hashes: they reveal neither the address nor the person. Only the owner can read the folder (0700). Write failures
/// don't fail the fetch; the answer just isn't cached.
final class CacheFolder: Sendable {
    /// One resource in one partition.
    struct Key: Hashable, Sendable {
        /// The address, independent of the partition.
        let resource: String
        /// The prefix of all its file names.
        let stem: String
    }

    let folder: URL
    private let limits: ResponseCache.Limits
    private let secret: SymmetricKey
    private let ledger = Mutex(Ledger())

    private struct Ledger {
        /// nil until the folder has been scanned. Writes by other processes are counted when space is freed.
        var bytes: Int?
    }

    init(_ folder: URL, limits: ResponseCache.Limits) throws {
        self.folder = folder
        self.limits = limits
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        secret = try Self.secret(in: folder)
    }

    /// Returns nil if the URL isn't a web address.
    func key(_ url: URL, _ partition: CachePartition) -> Key? {
        guard let address = try? WebAddress(url.absoluteString) else { return nil }
        let resource = hash("resource \(address)").prefix(32)
        return Key(resource: String(resource), stem: "\(resource)-\(partition.name(hash))")
    }

    // MARK: Reading

    /// The variants, newest first. An unreadable head counts as no variants.
    func variants(_ key: Key) -> [StoredAnswer] {
        guard let data = FileManager.default.contents(atPath: path(key.stem + ".json")) else { return [] }
        return (try? JSONDecoder().decode([StoredAnswer].self, from: data)) ?? []
    }

    /// The body; nil if the file is missing or incomplete.
    func body(of stored: StoredAnswer) -> OpenFile? {
        guard let file = OpenFile(path(stored.body)), file.size == stored.size else { return nil }
        return file
    }

    /// Records the use, for eviction in least-recently-used order.
    func noteUse(_ key: Key, now: Date) {
        let seconds = now.timeIntervalSince1970
        let time = timeval(tv_sec: Int(seconds), tv_usec: Int((seconds - seconds.rounded(.down)) * 1_000_000))
        _ = utimes(path(key.stem + ".json"), [time, time])
    }

    // MARK: Writing

    /// Creates a body file; nil if that fails.
    func newBody(_ key: Key) -> BodyInTheMaking? {
        ledger.withLock { lookThrough(&$0) }
        return BodyInTheMaking(folder: folder, name: "\(key.stem).\(UUID().uuidString).body")
    }

    /// Stores a variant, replaces variants that answer the same request, and evicts others if space is needed.
    func keep(_ stored: StoredAnswer, for key: Key, inPlaceOf isReplaced: (StoredAnswer) -> Bool, now: Date) -> Bool {
        ledger.withLock { ledger in
            lookThrough(&ledger)
            var variants = variants(key)
            let leaving = variants.filter { isReplaced($0) && $0.body != stored.body }
            variants.removeAll { isReplaced($0) || $0.body == stored.body }
            variants.insert(stored, at: 0)
            let surplus = variants.dropFirst(limits.variants)
            guard write(Array(variants.prefix(limits.variants)), key) else { return false }
            noteUse(key, now: now)
            for old in leaving + surplus { remove(old.body) }
            ledger.bytes = (ledger.bytes ?? 0) + stored.size - (leaving + surplus).reduce(0) { $0 + $1.size } + 1024
            if let bytes = ledger.bytes, bytes > limits.bytes { makeRoom(&ledger) }
            return true
        }
    }

    /// Updates a variant's header fields and keeps its body. Has no effect if the variant has been removed.
    func update(_ stored: StoredAnswer, for key: Key, now: Date) {
        ledger.withLock { _ in
            var variants = variants(key)
            guard let index = variants.firstIndex(where: { $0.body == stored.body }) else { return }
            variants[index] = stored
            if write(variants, key) { noteUse(key, now: now) }
        }
    }

    func remove(_ stored: StoredAnswer, for key: Key) {
        ledger.withLock { _ in
            let variants = variants(key).filter { $0.body != stored.body }
            if variants.isEmpty { remove(key.stem + ".json") } else { _ = write(variants, key) }
            remove(stored.body)
        }
    }

    /// Removes all variants of an address in every partition; without a key, everything.
    func removeAll(of key: Key? = nil) {
        ledger.withLock { ledger in
            for name in names() where name != "key" && (key.map { name.hasPrefix($0.resource + "-") } ?? true) { remove(name) }
            ledger.bytes = nil
        }
    }

    /// Bytes in use.
    var bytes: Int {
        ledger.withLock { ledger in
            lookThrough(&ledger)
            return ledger.bytes ?? 0
        }
    }

    // MARK: Internals

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func hash(_ text: String) -> String {
        String(hexadecimal: HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: secret))
    }

    private func write(_ variants: [StoredAnswer], _ key: Key) -> Bool {
        guard let data = try? JSONEncoder().encode(variants) else { return false }
        // The temporary name looks like a body's, so the sweep removes it too.
        let temporary = path("\(key.stem).\(UUID().uuidString).body")
        guard let file = OpenFile(temporary, creating: true), file.lock(), file.write(Array(data)),
            rename(temporary, path(key.stem + ".json")) == 0
        else {
            unlink(temporary)
            return false
        }
        return true
    }

    private func remove(_ name: String) { unlink(path(name)) }

    private func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    /// The files of one address in one partition, grouped by name.
    private struct Entry {
        var bytes = 0
        var lastUse = 0.0
        var hasHead = false
        var bodies: [String] = []
    }

    private func entries() -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for name in names() where name.hasSuffix(".json") || name.hasSuffix(".body") {
            var status = stat()
            guard stat(path(name), &status) == 0 else { continue }
            let stem = String(name.prefix { $0 != "." })
            entries[stem, default: Entry()].bytes += Int(status.st_size)
            if name.hasSuffix(".json") {
                entries[stem]?.hasHead = true
                entries[stem]?.lastUse = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            } else {
                entries[stem]?.bodies.append(name)
            }
        }
        return entries
    }

    /// Runs once: adds up the sizes and removes bodies that have no head and no writer.
    private func lookThrough(_ ledger: inout Ledger) {
        guard ledger.bytes == nil else { return }
        var total = 0
        for (stem, entry) in entries() {
            total += entry.bytes
            // One head and one body belong together. A mismatch is detected at lookup.
            guard !entry.hasHead || entry.bodies.count != 1 else { continue }
            let named = Set(variants(Key(resource: "", stem: stem)).map(\.body))
            for body in entry.bodies where !named.contains(body) { removeIfAbandoned(body) }
        }
        ledger.bytes = total
        if total > limits.bytes { makeRoom(&ledger) }
    }

    private func makeRoom(_ ledger: inout Ledger) {
        let entries = entries()
        var total = entries.values.reduce(0) { $0 + $1.bytes }
        for (stem, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where entry.hasHead {
            // Frees a bit more than needed, so that eviction doesn't run for every answer.
            guard total > limits.bytes / 10 * 9 else { break }
            remove(stem + ".json")
            for body in entry.bodies { removeIfAbandoned(body) }
            total -= entry.bytes
        }
        ledger.bytes = total
    }

    private func removeIfAbandoned(_ name: String) {
        guard let file = OpenFile(path(name)), file.lock() else { return }
        remove(name)
    }

    /// Created once per folder. A process that loses the race uses the winner's secret.
    private static func secret(in folder: URL) throws -> SymmetricKey {
        let file = folder.appendingPathComponent("key")
        if let data = try? Data(contentsOf: file), data.count == 32 { return SymmetricKey(data: data) }
        let temporary = folder.appendingPathComponent("key.\(UUID().uuidString)")
        defer { unlink(temporary.path) }
        let fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        guard let made = OpenFile(temporary.path, creating: true), made.write(fresh) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: folder.path])
        }
        if link(temporary.path, file.path) != 0, (try? Data(contentsOf: file).count) != 32 {
            // The file isn't a valid key, so entries named with it can't be found any more.
            rename(temporary.path, file.path)
        }
        return SymmetricKey(data: try Data(contentsOf: file))
    }
}

/// A body being written. It is deleted with its last reference unless it has been committed.
final class BodyInTheMaking: Sendable {
    let name: String
    private let path: String
    private let file: OpenFile
    private let isKept = Mutex(false)

    init?(folder: URL, name: String) {
        self.name = name
        path = folder.path + "/" + name
        guard let file = OpenFile(path, creating: true) else { return nil }
        self.file = file
        guard file.lock() else { return nil }
    }

    deinit { if !isKept.withLock({ $0 }) { unlink(path) } }

    func write(_ bytes: [UInt8]) -> Bool { file.write(bytes) }

    func keep() { isKept.withLock { $0 = true } }
}
