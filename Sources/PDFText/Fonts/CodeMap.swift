/// A CMap (ISO 32000-1, 9.7.5): splits a string into codes and maps them to CIDs. Embedded in the document, or predefined and installed
/// (`CharacterCollections`). Ranges aren't expanded; if they overlap, usually the later one wins.
struct CodeMap: Sendable {
    private struct Space: Equatable {
        let length: Int
        let low: UInt32
        let high: UInt32

        /// Whether every byte of the code is within the limits.
        func holds(_ code: UInt32) -> Bool {
            for shift in stride(from: UInt32(0), to: UInt32(8 * length), by: 8) {
                let byte = code >> shift & 0xFF
                if byte < low >> shift & 0xFF || byte > high >> shift & 0xFF { return false }
            }
            return true
        }
    }

    private struct Entry {
        let low: UInt32
        let high: UInt32
        let cid: UInt32
    }

    private var spaces: [Space] = []
    /// Each is checked for each code; real maps have far fewer.
    private static let spaceLimit = 100
    private var entries: [Entry] = []
    private(set) var isVertical = false

    /// The approximate size in memory, in bytes.
    var cost: Int { 64 + entries.count * 12 + spaces.count * 16 }
    /// Whether it maps no code to a CID, like a ToUnicode map.
    var isEmpty: Bool { entries.isEmpty }

    /// Whether a stream maps codes to CIDs, itself or through its base map; a ToUnicode map doesn't.
    static func isOne(_ source: Span<UInt8>) -> Bool {
        for index in source.indices {
            if source[index] == 0x62, source.holds("begincid", at: index) { return true }
            if source[index] == 0x75, source.holds("usecmap", at: index) { return true }
        }
        return false
    }

    /// `base` returns the named map that this one extends (`usecmap`). It is called once; further names are ignored.
    init(_ source: Span<UInt8>, limits: PDFLimits, base: (String) -> CodeMap?) throws(PDFError) {
        var lexer = Lexer(longestString: limits.tokenBytes)
        var position = 0
        var strings: [UInt32] = []
        var lengths: [Int] = []
        var section = Section.none
        var lastName = ""
        var lastInteger = 0
        var hasBase = false
        while true {
            let token = lexer.next(source, &position, ended: true)
            switch token {
            case .needMore, .tooLong:
                sort()
                return
            case .string(let bytes):
                strings.append(UnicodeMap.code(bytes))
                lengths.append(bytes.count)
                if section == .codespace, strings.count == 2 {
                    if (1...4).contains(lengths[0]) { add(Space(length: lengths[0], low: strings[0], high: strings[1])) }
                    (strings, lengths) = ([], [])
                }
            case .integer(let value):
                lastInteger = value
                guard let cid = UInt32(exactly: value), section == .range || section == .character else { break }
                if let low = strings.first, strings.count == (section == .range ? 2 : 1), let high = strings.last, low <= high {
                    entries.append(Entry(low: low, high: high, cid: cid))
                }
                (strings, lengths) = ([], [])
            case .name(let name): lastName = name
            case .keyword:
                let word = source.extracting(lexer.tokenStart..<position)
                section = Section(word)
                (strings, lengths) = ([], [])
                if word.holds("usecmap", at: 0), !hasBase {
                    hasBase = true
                    if let other = base(lastName) { self = other.adding(self) }
                    if entries.count > limits.mapEntries { throw .limit("entries of a CMap", limits.mapEntries) }
                }
                if word.holds("def", at: 0), lastName == "WMode" { isVertical = lastInteger == 1 }
            default: break
            }
        }
    }

    private enum Section {
        case none, codespace, range, character

        init(_ word: Span<UInt8>) {
            self =
                word.holds("begincidrange", at: 0)
                ? .range : word.holds("begincidchar", at: 0) ? .character : word.holds("begincodespacerange", at: 0) ? .codespace : .none
        }
    }

    private func adding(_ other: CodeMap) -> CodeMap {
        var result = self
        for space in other.spaces { result.add(space) }
        result.entries += other.entries
        return result
    }

    private mutating func add(_ space: Space) {
        if spaces.count < CodeMap.spaceLimit, !spaces.contains(space) { spaces.append(space) }
    }

    private mutating func sort() {
        if zip(entries, entries.dropFirst()).allSatisfy({ $0.low <= $1.low }) { return }
        entries = entries.enumerated().sorted { ($0.element.low, $0.offset) < ($1.element.low, $1.offset) }.map(\.element)
    }

    /// The code at `index` and its length: the shortest that a codespace contains.
    func next(_ string: Span<UInt8>, _ index: Int) -> (code: UInt32, length: Int) {
        var code: UInt32 = 0
        for length in 1...4 {
            guard index + length <= string.count else { break }
            code = code << 8 | UInt32(string[index + length - 1])
            for space in spaces where space.length == length && space.holds(code) { return (code, length) }
        }
        // No match: use the shortest length of all codespaces.
        let length = min(spaces.reduce(4) { min($0, $1.length) }, string.count - index)
        return ((0..<max(length, 1)).reduce(0) { $0 << 8 | UInt32(string[index + $1]) }, max(length, 1))
    }

    func cid(of code: UInt32) -> UInt32? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].low <= code { low = middle + 1 } else { high = middle }
        }
        for index in stride(from: low - 1, through: max(low - 4, 0), by: -1) where entries[index].high >= code {
            return entries[index].cid &+ (code - entries[index].low)
        }
        return nil
    }
}
