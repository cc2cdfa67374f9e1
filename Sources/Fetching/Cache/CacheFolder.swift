import Crypto
import Foundation
import Synchronization

/// The cache on disk: a folder with a head (`….json`, the variants of one address in one partition) and a body (`….body`) for each
/// variant.
///
/// A body is written under a name of its own and counts only when a head names it, which takes its place in one step when the body is
/// whole: killed at any moment, the folder holds whole answers and strays, and strays are swept. Whoever writes a body holds a lock on
/// it, so that another process can tell a stray from one in the making. Several processes may share a folder; who comes last wins, and
/// what has vanished is a miss.
///
/// Names are keyed hashes: they say neither what was fetched nor by whom. The folder is for its owner alone (0700). Failures to write
/// are not errors of the fetch: what cannot be kept is not kept.
final class CacheFolder: Sendable {
    /// What is kept, in one partition.
    struct Key: Hashable, Sendable {
        /// The address, whoever asked.
        let resource: String
        /// The beginning of all its files' names.
        let stem: String
    }

    let folder: URL
    private let limits: ResponseCache.Limits
    private let secret: SymmetricKey
    private let ledger = Mutex(Ledger())

    private struct Ledger {
        /// nil until the folder has been looked through. Of what other processes wrote it learns when room is made.
        var bytes: Int?
    }

    init(_ folder: URL, limits: ResponseCache.Limits) throws {
        self.folder = folder
        self.limits = limits
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        secret = try Self.secret(in: folder)
    }

    /// nil if the address is not one of the web's.
    func key(_ url: URL, _ partition: CachePartition) -> Key? {
        guard let address = try? WebAddress(url.absoluteString) else { return nil }
        let resource = hash("resource \(address)").prefix(32)
        let owner = partition.identity.map { hash("partition " + Data($0).base64EncodedString()).prefix(16) } ?? "nobody"
        return Key(resource: String(resource), stem: "\(resource)-\(owner)")
    }

    // MARK: Reading

    /// The variants, newest first. A head that cannot be read counts as none.
    func variants(_ key: Key) -> [StoredAnswer] {
        guard let data = FileManager.default.contents(atPath: path(key.stem + ".json")) else { return [] }
        return (try? JSONDecoder().decode([StoredAnswer].self, from: data)) ?? []
    }

    /// The body, or nil if it has vanished or is not whole.
    func body(of stored: StoredAnswer) -> OpenFile? {
        guard let file = OpenFile(path(stored.body)), file.size == stored.size else { return nil }
        return file
    }

    /// What was used last is the last to be removed.
    func noteUse(_ key: Key, now: Date) {
        let seconds = now.timeIntervalSince1970
        let time = timeval(tv_sec: Int(seconds), tv_usec: Int((seconds - seconds.rounded(.down)) * 1_000_000))
        _ = utimes(path(key.stem + ".json"), [time, time])
    }

    // MARK: Writing

    /// A place for a body. nil if there can be none.
    func newBody(_ key: Key) -> BodyInTheMaking? {
        ledger.withLock { lookThrough(&$0) }
        return BodyInTheMaking(folder: folder, name: "\(key.stem).\(UUID().uuidString).body")
    }

    /// Takes a variant in, in place of those that answer the same request, and makes room for it.
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

    /// New fields for a variant whose body stays. Nothing if it has gone meanwhile.
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

    /// Everything of an address, whoever it was kept for; of all addresses if none is named.
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

    // MARK: Inside

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func hash(_ text: String) -> String {
        String(hexadecimal: HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: secret))
    }

    private func write(_ variants: [StoredAnswer], _ key: Key) -> Bool {
        guard let data = try? JSONEncoder().encode(variants) else { return false }
        // Named like a body, so that it is swept like one.
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

    /// One address in one partition, as the names of its files tell.
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

    /// Once: counts what is there, and removes bodies that no head names and nobody is writing.
    private func lookThrough(_ ledger: inout Ledger) {
        guard ledger.bytes == nil else { return }
        var total = 0
        for (stem, entry) in entries() {
            total += entry.bytes
            // One head and one body belong together; if they do not, the look-up will find out.
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
            // A little more than needed, so as not to do this at every answer.
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

    /// Made once per folder; whoever is second takes the first one's.
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
            // What is there is no key: what it named cannot be found any more.
            rename(temporary.path, file.path)
        }
        return SymmetricKey(data: try Data(contentsOf: file))
    }
}

/// A body that is being written, and is removed with its last owner unless it has been kept.
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
