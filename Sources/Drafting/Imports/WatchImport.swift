package import Boards

/// The watches in another program's file, and the boards made from them.
///
/// Pure: nothing is fetched, run or unpacked to disk. Supported are backups of changedetection.io (ZIP) and its JSON, `urls.yaml` of
/// urlwatch, feeds as OPML, plain lists of addresses, and board files of other installations.
package struct WatchImport: Sendable {
    package enum Source: String, Sendable {
        case changedetection, urlwatch, opml, list, tidings
    }

    package let source: Source
    /// In the file's order; at most `limit`.
    package let watches: [ImportedWatch]
    /// How many further watches the file has.
    package let surplus: Int

    package static let limit = 200
    /// The limit on an archive.
    package static let byteLimit = 64 << 20
    /// The limit on any other file.
    static let textLimit = 4 << 20

    /// Why nothing can be imported from a file.
    package enum Fault: Error, Hashable, Sendable {
        /// Not a supported file.
        case unknown
        /// A supported file without any watches.
        case empty
        case tooLarge
        /// In English, because it names parts of the file.
        case damaged(String)
    }

    init(_ source: Source, _ found: [ForeignWatch], of count: Int, _ ready: ReadyBoards) throws(Fault) {
        guard !found.isEmpty else { throw .empty }
        self.source = source
        watches = found.prefix(Self.limit).map { $0.imported(with: ready) }
        surplus = max(0, count - watches.count)
    }
}

/// Parses another program's file in chunks of any size.
package struct WatchImportReader {
    private var archive: ChangedetectionArchive?
    private var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ piece: [UInt8]) throws(WatchImport.Fault) {
        if archive == nil {
            bytes += piece
            guard bytes.count >= 4 else { return }
            guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
                guard bytes.count <= WatchImport.textLimit else { throw .tooLarge }
                return
            }
            archive = ChangedetectionArchive()
            try archive?.append(bytes)
            bytes = []
        } else {
            try archive?.append(piece)
        }
    }

    /// - Parameters:
    ///   - ready: The gallery, which provides the boards for feeds.
    ///   - views: The existing views.
    package mutating func finish(with ready: ReadyBoards, _ views: [ViewForm]) throws(WatchImport.Fault) -> WatchImport {
        if var archive {
            self.archive = nil
            return try archive.finish(with: ready)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let first = bytes.first(where: { $0 > 0x20 }) else { throw .empty }
        switch first {
        case UInt8(ascii: "<"): return try OutlineFeeds.all(in: bytes, ready)
        case UInt8(ascii: "{"): return try ChangedetectionFile.all(in: bytes, ready)
        default: break
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if let lines = AddressLines(text) { return try lines.all(ready) }
        return try UrlwatchFile.all(in: text, ready, views)
    }
}

/// A list of addresses, one per line, each followed by tags: `https://example.org news, sports`.
struct AddressLines {
    private let lines: [Substring]

    /// nil: the first line isn't an address.
    init?(_ text: String) {
        lines = text.split(whereSeparator: \.isNewline).filter { line in
            let first = line.first { !$0.isWhitespace }
            return first != nil && first != "#"
        }
        guard let line = lines.first?.drop(while: \.isWhitespace).lowercased(), line.hasPrefix("http://") || line.hasPrefix("https://")
        else { return nil }
    }

    func all(_ ready: ReadyBoards) throws(WatchImport.Fault) -> WatchImport {
        let watches = lines.prefix(WatchImport.limit).map { line in
            let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            var watch = ForeignWatch()
            watch.address = parts.first.map(String.init) ?? ""
            watch.folders = parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : []
            return watch
        }
        return try WatchImport(.list, watches, of: lines.count, ready)
    }
}
