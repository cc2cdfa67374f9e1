/// A ToUnicode map (ISO 32000-1, 9.10.3): a font's codes → characters. Ranges aren't expanded, so a map of four billion codes is one entry.
/// Throws if it has more entries than `PDFLimits` allows; other defects are skipped.
struct UnicodeMap: Sendable {
    private struct Entry {
        let low: UInt32
        let high: UInt32
        /// The UTF-16 of the lowest code; its last unit increases with the code.
        let target: [UInt16]
    }

    /// Whether codes may be one byte long, and two, according to the codespace ranges.
    private(set) var hasSingleBytes = false
    private(set) var hasDoubleBytes = false

    private var entries: [Entry] = []

    /// The approximate size in memory, in bytes.
    var cost: Int { 64 + entries.count * 72 }

    init(_ source: Span<UInt8>, limits: PDFLimits) throws(PDFError) {
        var lexer = Lexer(longestString: limits.tokenBytes)
        var position = 0
        var strings: [[UInt8]] = []
        var section: Section?
        var array: [[UInt8]]?
        while true {
            let token = lexer.next(source, &position, ended: true)
            switch token {
            case .needMore, .tooLong:
                sort()
                return
            case .string(let bytes):
                if array != nil { array?.append(bytes) } else { strings.append(bytes) }
            case .arrayStart: array = []
            case .arrayEnd:
                if section == .range, strings.count == 2, let targets = array { addArray(strings[0], strings[1], targets) }
                strings = []
                array = nil
            case .keyword:
                strings = []
                array = nil
                section = Section(source.extracting(lexer.tokenStart..<position))
            default: break
            }
            if array == nil { accept(&strings, section) }
            if entries.count > limits.mapEntries { throw .limit("entries of a ToUnicode map", limits.mapEntries) }
        }
    }

    private enum Section {
        case codespace, character, range

        init?(_ keyword: Span<UInt8>) {
            if keyword.holds("beginbfchar", at: 0) {
                self = .character
            } else if keyword.holds("beginbfrange", at: 0) {
                self = .range
            } else if keyword.holds("begincodespacerange", at: 0) {
                self = .codespace
            } else {
                return nil
            }
        }
    }

    /// Makes an entry once there are enough strings for one.
    private mutating func accept(_ strings: inout [[UInt8]], _ section: Section?) {
        guard let section else { return strings.removeAll() }
        guard strings.count >= (section == .range ? 3 : 2) else { return }
        defer { strings.removeAll() }
        switch section {
        case .codespace:
            hasSingleBytes = hasSingleBytes || strings[0].count == 1
            hasDoubleBytes = hasDoubleBytes || strings[0].count >= 2
        case .character:
            let code = UnicodeMap.code(strings[0])
            add(code, code, strings[1])
        case .range:
            add(UnicodeMap.code(strings[0]), UnicodeMap.code(strings[1]), strings[2])
        }
    }

    private mutating func addArray(_ low: [UInt8], _ high: [UInt8], _ targets: [[UInt8]]) {
        let first = UnicodeMap.code(low)
        let last = UnicodeMap.code(high)
        for (distance, target) in targets.enumerated() {
            let (code, overflow) = first.addingReportingOverflow(UInt32(truncatingIfNeeded: distance))
            if overflow || code > last { return }
            add(code, code, target)
        }
    }

    private mutating func add(_ low: UInt32, _ high: UInt32, _ target: [UInt8]) {
        guard low <= high, !target.isEmpty else { return }
        // No glyph stands for more than 16 units.
        let bytes = target.count == 1 ? [0, target[0]] : target
        let units = stride(from: 0, to: min(bytes.count - 1, 32), by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        entries.append(Entry(low: low, high: high, target: units))
    }

    static func code(_ bytes: [UInt8]) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Sorts by lowest code, stably, so later entries of the same code come last.
    private mutating func sort() {
        if zip(entries, entries.dropFirst()).allSatisfy({ $0.low <= $1.low }) { return }
        entries = entries.enumerated().sorted { ($0.element.low, $0.offset) < ($1.element.low, $1.offset) }.map(\.element)
    }

    /// The UTF-8 of a code, with ligatures expanded; nil if the map doesn't contain it.
    func characters(of code: UInt32) -> [UInt8]? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].low <= code { low = middle + 1 } else { high = middle }
        }
        // Ranges may overlap, so a few before the nearest are also checked.
        for index in stride(from: low - 1, through: max(low - 4, 0), by: -1) where entries[index].high >= code {
            return UnicodeMap.characters(entries[index], code)
        }
        return nil
    }

    private static func characters(_ entry: Entry, _ code: UInt32) -> [UInt8] {
        var units = entry.target
        let last = units.count - 1
        units[last] = units[last] &+ UInt16(truncatingIfNeeded: code - entry.low)
        var result: [UInt8] = []
        let scalars = String(decoding: units, as: UTF16.self).unicodeScalars.filter { $0.value != 0 }
        if let ligature = ArabicForms.ligature(of: Array(scalars)) { return Array(String(Character(ligature)).utf8) }
        for scalar in scalars {
            result += Ligatures.expanded(scalar.value) ?? Array(String(Character(scalar)).utf8)
        }
        return result
    }
}
