import Boards
import Extraction
import JSONReading

/// A backup of changedetection.io: a ZIP with a folder for each watch, or with all of them in `url-watches.json`.
///
/// Only files with these names are unpacked, into memory, within limits; other folders are ignored. Snapshots and settings with secrets are
/// skipped.
struct ChangedetectionArchive {
    private enum Kind { case watch, tag, all, settings, list }

    private static let fileLimit = 1 << 20
    /// The limit on the file with all watches.
    private static let wholeLimit = 16 << 20
    private static let allLimit = 32 << 20

    private var reader = ZipReader { Self.kind(of: $0) != nil }
    private var byteCount = 0
    private var unpacked = 0
    private var open: (name: String, bytes: [UInt8])?
    private var files: [(kind: Kind, folder: String, bytes: [UInt8])] = []

    mutating func append(_ bytes: [UInt8]) throws(WatchImport.Fault) {
        byteCount += bytes.count
        guard byteCount <= WatchImport.byteLimit else { throw .tooLarge }
        var (files, open, unpacked) = (files, open, unpacked)
        (self.files, self.open) = ([], nil)
        do {
            try reader.append(bytes) { event in
                switch event {
                case .began(let name): open = (name, [])
                case .bytes(let piece):
                    unpacked += piece.count
                    open?.bytes += piece
                    let limit = open.map { Self.kind(of: $0.name) == .all ? Self.wholeLimit : Self.fileLimit } ?? 0
                    guard unpacked <= Self.allLimit, open?.bytes.count ?? 0 <= limit else { throw WatchImport.Fault.tooLarge }
                case .ended:
                    if let file = open, let kind = Self.kind(of: file.name) {
                        files.append((kind, file.name.firstIndex(of: "/").map { String(file.name[..<$0]) } ?? "", file.bytes))
                    }
                    open = nil
                }
            }
        } catch {
            throw Self.fault(error)
        }
        (self.files, self.open, self.unpacked) = (files, open, unpacked)
    }

    mutating func finish(with ready: ReadyBoards) throws(WatchImport.Fault) -> WatchImport {
        do { try reader.finish() } catch { throw Self.fault(error) }
        var settings = ChangedetectionSettings()
        for file in files where [.all, .settings, .tag].contains(file.kind) {
            guard let root = try? JSONDocument(file.bytes).root else { continue }
            if file.kind == .tag { settings.tags[file.folder] = root["title"]?.text } else { settings.read(root["settings"]) }
        }
        var (watches, known): ([ForeignWatch], Set<String>) = ([], [])
        for file in files where file.kind == .watch && known.insert(file.folder).inserted && known.count <= WatchImport.limit {
            watches.append(Self.watch(file.bytes, named: file.folder, settings))
        }
        for file in files where file.kind == .all {
            guard let root = try? JSONDocument(file.bytes).root else { throw .damaged("url-watches.json isn't JSON") }
            for (name, value) in root["watching"]?.members ?? [] where known.insert(name).inserted && known.count <= WatchImport.limit {
                watches.append(ChangedetectionWatch(value, settings).watch)
            }
        }
        if watches.isEmpty, let list = files.first(where: { $0.kind == .list }),
            let lines = AddressLines(String(decoding: list.bytes, as: UTF8.self))
        {
            return try lines.all(ready)
        }
        guard !files.isEmpty else { throw .unknown }
        return try WatchImport(.changedetection, watches, of: known.count, ready)
    }

    /// An unreadable watch is listed with the reason.
    private static func watch(_ bytes: [UInt8], named name: String, _ settings: ChangedetectionSettings) -> ForeignWatch {
        do { return ChangedetectionWatch(try JSONDocument(bytes).root, settings).watch } catch {
            var watch = ForeignWatch(title: "\(name)/watch.json")
            watch.refusal = .unreadable("\(error)")
            return watch
        }
    }

    private static func kind(of name: String) -> Kind? {
        switch name {
        case "url-watches.json": return .all
        case "changedetection.json": return .settings
        case "url-list.txt": return .list
        default:
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, isIdentifier(parts[0]) else { return nil }
            return parts[1] == "watch.json" ? .watch : parts[1] == "tag.json" ? .tag : nil
        }
    }

    /// Whether it has the `8-4-4-4-12` digits of a UUID.
    private static func isIdentifier(_ text: Substring) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }

    private static func fault(_ error: any Error) -> WatchImport.Fault {
        if let fault = error as? WatchImport.Fault { return fault }
        if let error = error as? ExtractionError, error.code == .limit { return .tooLarge }
        return .damaged("\(error)")
    }
}

/// A JSON file of changedetection.io: its `url-watches.json`, or the `watch.json` of one watch.
enum ChangedetectionFile {
    static func all(in bytes: [UInt8], _ ready: ReadyBoards) throws(WatchImport.Fault) -> WatchImport {
        let root: JSONValue
        do { root = try JSONDocument(bytes).root } catch { throw .damaged("\(error)") }
        var settings = ChangedetectionSettings()
        settings.read(root["settings"])
        if let watching = root["watching"], watching.kind == .object {
            let members = watching.members
            let watches = members.prefix(WatchImport.limit).map { ChangedetectionWatch($0.value, settings).watch }
            return try WatchImport(.changedetection, watches, of: members.count, ready)
        }
        guard root["url"]?.kind == .string else { throw .unknown }
        return try WatchImport(.changedetection, [ChangedetectionWatch(root, settings).watch], of: 1, ready)
    }
}
