/// The complete contents of a packed document, as `gzip` and `zip` read it, for inspection.
package struct PackedDocument {
    package enum Wrapping: Hashable, Sendable {
        case gzip
        /// The files whose names match: `*.csv`.
        case zip(file: String)
    }

    package let wrapping: Wrapping
    package let document: [UInt8]

    /// nil if the document isn't packed. From an archive, the largest file of a usual data format is used, otherwise the largest file.
    ///
    /// - Parameter byteLimit: Limit of unpacked bytes. A larger document is rejected. Throws `ExtractionError`.
    package init?(_ bytes: [UInt8], byteLimit: Int) throws {
        if let packing = Packing.allCases.first(where: { bytes.starts(with: $0.magic) }) {
            (wrapping, document) = (.gzip, try Self.unpacked(bytes, packing, byteLimit))
        } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            let files = try Self.files(in: bytes, byteLimit)
            guard let chosen = files.max(by: { (Self.isData($0.name) ? 1 : 0, $0.count) < (Self.isData($1.name) ? 1 : 0, $1.count) })
            else { throw ExtractionError(.row, "there is no file in the archive") }
            let ending = Self.ending(of: chosen.name)
            let isOnly = !ending.isEmpty && files.count { Self.ending(of: $0.name) == ending } == 1
            wrapping = .zip(file: isOnly ? "*.\(ending)" : chosen.name)
            var document: [UInt8] = []
            var reader = ZipReader { $0 == chosen.name }
            try reader.append(bytes) { if case .bytes(let bytes) = $0 { document += bytes } }
            self.document = document
        } else {
            return nil
        }
    }

    private static func unpacked(_ bytes: [UInt8], _ packing: Packing, _ byteLimit: Int) throws -> [UInt8] {
        var (document, members) = ([UInt8](), PackedMembers(packing))
        try members.append(bytes) { made, _ in
            document += made
            guard document.count <= byteLimit else { throw tooLarge(byteLimit) }
        }
        try members.finish()
        return document
    }

    private static func files(in archive: [UInt8], _ byteLimit: Int) throws -> [(name: String, count: Int)] {
        var (files, all) = ([(name: String, count: Int)](), 0)
        var reader = ZipReader { _ in true }
        try reader.append(archive) { event in
            switch event {
            case .began(let name): files.append((name, 0))
            case .bytes(let bytes):
                files[files.count - 1].count += bytes.count
                all += bytes.count
                guard all <= byteLimit else { throw tooLarge(byteLimit) }
            case .ended: break
            }
        }
        try reader.finish()
        return files
    }

    private static func tooLarge(_ byteLimit: Int) -> ExtractionError {
        ExtractionError(.limit, "unpacks to more than \(byteLimit >> 20) MB, which is too much to be looked at")
    }

    private static func ending(of name: String) -> String {
        let file = name.split(separator: "/").last ?? ""
        return file.lastIndex(of: ".").map { String(file[file.index(after: $0)...]) } ?? ""
    }

    private static func isData(_ name: String) -> Bool { endings.contains(ending(of: name).lowercased()) }

    private static let endings: Set<String> = [
        "csv", "tsv", "tab", "txt", "json", "jsonl", "ndjson", "geojson", "xml", "ics", "rss", "atom", "html", "htm", "pdf",
    ]
}
