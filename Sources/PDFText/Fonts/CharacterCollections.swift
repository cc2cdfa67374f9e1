#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The predefined CMaps (ISO 32000-1, 9.7.5.2) and the characters of Adobe's collections (Japan1, GB1, CNS1, Korea1), read on first use
/// from Debian's package poppler-data. One per document; not shared.
///
/// If the package isn't installed, that isn't an error: warnings name the fonts that need it.
final class CharacterCollections {
    /// Where poppler-data is installed.
    static let directory = "/usr/share/poppler"

    private var maps: [String: CodeMap?] = [:]
    private var characters: [String: [UInt32]?] = [:]
    private let limits: PDFLimits
    private static let longestFile = 4_000_000

    init(limits: PDFLimits) {
        self.limits = limits
    }

    /// The CMap with that name; nil if it isn't installed.
    func map(named name: String, depth: Int = 0) -> CodeMap? {
        if let known = maps[name] { return known }
        guard depth < 6, maps.count < 100, CharacterCollections.isPlain(name) else { return nil }
        var found: CodeMap?
        for collection in ["Adobe-Japan1", "Adobe-GB1", "Adobe-CNS1", "Adobe-Korea1", "Adobe-KR", "Adobe-Japan2"] {
            guard let bytes = CharacterCollections.read("\(CharacterCollections.directory)/cMap/\(collection)/\(name)") else { continue }
            var generous = limits
            generous.mapEntries = max(limits.mapEntries, 100_000)
            found = try? CodeMap(bytes.span, limits: generous) { self.map(named: $0, depth: depth + 1) }
            break
        }
        maps[name] = .some(found)
        return found
    }

    /// The characters of a collection by CID, 0 for unknown ones; nil if the list isn't installed.
    func characters(of collection: String) -> [UInt32]? {
        if let known = characters[collection] { return known }
        guard CharacterCollections.isPlain(collection), characters.count < 20 else { return nil }
        let bytes = CharacterCollections.read("\(CharacterCollections.directory)/cidToUnicode/\(collection)")
        let list = bytes.map { CharacterCollections.list($0.span) }
        characters[collection] = .some(list)
        return list
    }

    /// The collection of a predefined CMap, by its name (table 118).
    static func collection(ofMapNamed name: String) -> String? {
        let groups: [(String, [String])] = [
            ("Adobe-GB1", ["GB", "UniGB"]), ("Adobe-CNS1", ["B5", "HK", "ET", "CNS", "UniCNS"]),
            ("Adobe-Korea1", ["KSC", "UniKS", "KSCpc"]),
            (
                "Adobe-Japan1",
                ["83pv", "90", "Add", "EUC-", "Ext", "H", "V", "UniJIS", "78", "RKSJ", "NWP", "Hankaku", "Hiragana", "Katakana", "Roman"]
            ),
        ]
        for (collection, prefixes) in groups {
            for prefix in prefixes where prefix.utf8.count > 1 ? name.hasPrefix(prefix) : name == prefix { return collection }
        }
        return nil
    }

    /// One line per CID: a hexadecimal scalar, or several separated by commas, of which the first is used.
    private static func list(_ bytes: Span<UInt8>) -> [UInt32] {
        var result: [UInt32] = []
        var value: UInt32 = 0
        var isOver = false
        for index in bytes.indices {
            if bytes[index] == 0x0A {
                result.append(value)
                (value, isOver) = (0, false)
            } else if let digit = Bytes.hexadecimal(bytes[index]), !isOver {
                value = value << 4 | UInt32(digit)
            } else {
                isOver = true
            }
        }
        return result
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count < 64
            && name.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while result.count < longestFile {
            let count = fread(&buffer, 1, buffer.count, file)
            if count <= 0 { break }
            result += buffer[..<count]
        }
        return result
    }
}
