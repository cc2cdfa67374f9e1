package import Boards

/// What a file of another program watches, and what of it can be boards.
///
/// Values only: nothing is fetched, run or unpacked onto the disk. Read are a backup of changedetection.io (ZIP) or its JSON, `urls.yaml`
/// of urlwatch, feeds as OPML, plain lists of addresses, and board files of other installations.
package struct WatchImport: Sendable {
    package enum Source: String, Sendable {
        case changedetection, urlwatch, opml, list, tidings
    }

    package let source: Source
    /// In the file's order; `limit` at most.
    package let watches: [ImportedWatch]
    /// How many more the file has.
    package let surplus: Int

    package static let limit = 200
    /// Of an archive.
    package static let byteLimit = 64 << 20
    /// Of any other file.
    static let textLimit = 4 << 20

    /// Why there is nothing to be had of a file.
    package enum Fault: Error, Hashable, Sendable {
        /// It is none of the files that are read.
        case unknown
        /// One of them with nothing in it.
        case empty
        case tooLarge
        /// In English: it names parts of the file.
        case damaged(String)
    }

    init(_ source: Source, _ found: [ForeignWatch], of count: Int, _ ready: ReadyBoards) throws(Fault) {
        guard !found.isEmpty else { throw .empty }
        self.source = source
        watches = found.prefix(Self.limit).map { $0.imported(with: ready) }
        surplus = max(0, count - watches.count)
    }
}

/// Reads a file of another program as it comes, in pieces of any size.
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
    ///   - ready: The gallery; feeds become boards of it.
    ///   - views: Those that boards may have.
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

/// A list of addresses, one a line, with tags behind them: `https://example.org news, sports`.
struct AddressLines {
    private let lines: [Substring]

    /// nil: the first line is no address.
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
