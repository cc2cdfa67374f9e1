/// The positions of objects according to the cross-reference sections of prefetched parts (ISO 32000-1, 7.5.4 and 7.5.8). Only a hint on
/// what to fetch: objects are found by scanning. Reading a section stops at damage.
struct CrossReference {
    enum Place {
        case at(Int)
        case inStream(Int)
    }

    private(set) var places: [Int: Place] = [:]
    /// Sections that are referenced but haven't arrived.
    private(set) var missing: [Int] = []
    private var visited: Set<Int> = []
    private static let placeLimit = 1_000_000
    private static let sectionLimit = 64
    static let rangeLimit = 16

    /// Reads the sections within these bytes of the file, starting from `startxref` or where the previous call stopped.
    mutating func read(_ bytes: Span<UInt8>, at offset: Int, limits: PDFLimits) {
        var queue = missing
        missing = []
        if visited.isEmpty, queue.isEmpty, let start = CrossReference.start(bytes) { queue = [start] }
        while let section = queue.popLast() {
            guard visited.count < CrossReference.sectionLimit, !visited.contains(section), section >= 0 else { continue }
            guard section >= offset, section < offset + bytes.count else {
                missing.append(section)
                continue
            }
            visited.insert(section)
            let rest = bytes.extracting(section - offset..<bytes.count)
            let trailer = (try? rest.holds("xref", at: 0) ? table(rest, limits) : stream(rest, at: section, limits)) ?? nil
            for key in ["Prev", "XRefStm"] {
                if let next = trailer?[key]?.integer { queue.append(next) }
            }
        }
    }

    /// Sorted, with nearby ranges merged.
    static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound - last.upperBound < 1_024 {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// The position of the last `startxref`.
    static func keyword(_ bytes: Span<UInt8>) -> Int? {
        var index = bytes.count - 9
        while index >= 0, !bytes.holds("startxref", at: index) { index -= 1 }
        return index >= 0 ? index : nil
    }

    private static func start(_ bytes: Span<UInt8>) -> Int? {
        guard let index = keyword(bytes) else { return nil }
        var lexer = Lexer(longestString: 256)
        var position = index + 9
        if case .integer(let start) = lexer.next(bytes, &position, ended: true) { return start }
        return nil
    }

    private mutating func record(_ number: Int, _ place: Place) {
        if places.count < CrossReference.placeLimit, places[number] == nil { places[number] = place }
    }

    /// A table: `0 7`, then one entry per line; its trailer.
    private mutating func table(_ bytes: Span<UInt8>, _ limits: PDFLimits) throws -> PDFDictionary? {
        var lexer = Lexer(longestString: limits.tokenBytes)
        var position = 4
        while case .integer(let first) = lexer.next(bytes, &position, ended: true),
            case .integer(let count) = lexer.next(bytes, &position, ended: true)
        {
            var index = 0
            while index < count {
                guard case .integer(let place) = lexer.next(bytes, &position, ended: true),
                    case .integer = lexer.next(bytes, &position, ended: true),
                    case .keyword = lexer.next(bytes, &position, ended: true)
                else { return nil }
                let (number, overflow) = first.addingReportingOverflow(index)
                if bytes[lexer.tokenStart] == 0x6E, !overflow { record(number, .at(place)) }
                index += 1
            }
        }
        var values = ValueBuilder(limits: limits)
        while values.values.isEmpty, position < bytes.count {
            let token = lexer.next(bytes, &position, ended: true)
            let belongs = token != .needMore && values.take(token)
            if !belongs { break }
        }
        if case .dictionary(let trailer)? = values.values.first { return trailer }
        return nil
    }

    /// A cross-reference stream.
    private mutating func stream(_ bytes: Span<UInt8>, at offset: Int, _ limits: PDFLimits) throws -> PDFDictionary? {
        var scanner = ObjectScanner(limits: limits, offset: offset)
        scanner.append(bytes)
        var found: PDFDictionary?
        var chain: FilterChain?
        var spare = SpareFilters()
        var entries: [UInt8] = []
        func keep(_ piece: Span<UInt8>) {
            if entries.count < limits.wholeStreamBytes { for index in piece.indices { entries.append(piece[index]) } }
        }
        scanning: while let event = try scanner.next() {
            switch event {
            case .streamStart(_, let dictionary, _):
                found = dictionary
                chain = try FilterChain(dictionary, limits: limits, offset: offset, spare: &spare) { $0 }
                scanner.beginStream(length: dictionary["Length"]?.integer, wantsData: true)
            case .streamData(let range):
                let data = scanner.buffer
                try chain?.append(data.span.extracting(range), keep)
            case .streamEnd:
                try chain?.finish(keep)
                break scanning
            case .object, .trailer: return nil
            }
        }
        guard let found, case .array(let list)? = found["W"] else { return nil }
        let widths = list.map { max(0, min($0.integer ?? 0, 8)) }
        guard widths.count == 3, widths.reduce(0, +) > 0 else { return nil }
        var ranges = [0, found["Size"]?.integer ?? 0]
        if case .array(let index)? = found["Index"] { ranges = index.map { $0.integer ?? 0 } }
        var position = 0
        func field(_ width: Int, absent: Int) -> Int {
            if width == 0 { return absent }
            var value = 0
            for _ in 0..<width {
                value = value << 8 | Int(entries[position])
                position += 1
            }
            return value
        }
        for pair in stride(from: 0, to: ranges.count - 1, by: 2) {
            var number = ranges[pair]
            let (end, overflow) = number.addingReportingOverflow(max(0, ranges[pair + 1]))
            while !overflow, number < end, position + widths.reduce(0, +) <= entries.count {
                let kind = field(widths[0], absent: 1)
                let place = field(widths[1], absent: 0)
                _ = field(widths[2], absent: 0)
                if kind == 1 { record(number, .at(place)) } else if kind == 2 { record(number, .inStream(place)) }
                number += 1
            }
        }
        return found
    }
}

extension Document {
    /// The file ranges of missing objects that pages need in addition to their contents: encryption, page tree, pages, resources, fonts.
    /// Nearby ranges are merged.
    func wantedRanges(_ reference: CrossReference, size: Int, atMost limit: Int = CrossReference.rangeLimit) -> [Range<Int>] {
        if let section = reference.missing.first(where: { $0 >= 0 && $0 < size }) {
            return [section..<(size - section < 1_048_576 ? size : section + Window.size)]
        }
        var starts: [Int] = [size]
        for case .at(let place) in reference.places.values { starts.append(place) }
        starts.sort()
        func ranges(of numbers: [Int]) -> [Range<Int>] {
            var ranges: [Range<Int>] = []
            for number in numbers {
                var place = reference.places[number]
                if case .inStream(let container)? = place { place = store.isSeen(container) ? nil : reference.places[container] }
                guard case .at(let start)? = place, start >= 0, start < size else { continue }
                let end = starts[starts.partitioningIndex(above: start)]
                ranges.append(start..<min(max(end, start + 1), start + 262_144, size))
            }
            return CrossReference.merged(ranges)
        }
        let (kids, others) = wantedObjects()
        // Fetching pages that are stored among their contents isn't worthwhile: the first few reveal the fonts.
        let all = ranges(of: kids + others)
        if all.count <= limit, all.reduce(0, { $0 + $1.count }) <= max(size / 4, Window.size) { return all }
        // Fonts are usually near the end.
        return ranges(of: kids.prefix(max(0, 4 - pages.count)) + others).suffix(limit)
    }

    /// Referenced objects that haven't arrived: those in the page tree's arrays, in order, and others.
    private func wantedObjects() -> (kids: [Int], others: [Int]) {
        var kids: Set<Int> = []
        var wanted: [Int] = []
        var visited: Set<Int> = []
        var queue = [security.wanted, tree.root].compactMap { $0 }
        func follow(_ object: PDFObject, _ depth: Int = 0) {
            switch object {
            case .reference(let number): queue.append(number)
            case .array(let list): if depth < 8 { for value in list { follow(value, depth + 1) } }
            case .dictionary(let dictionary):
                guard depth < 8 else { return }
                for entry in dictionary.entries
                where !["Parent", "XObject", "Contents"].contains(entry.key) {
                    // A font program is worth fetching only if nothing else maps the font's characters.
                    if entry.key.hasPrefix("FontFile"), case .reference(let program) = entry.value, satisfied.contains(program) { continue }
                    follow(entry.value, depth + 1)
                }
            default: break
            }
        }
        while let number = queue.popLast(), visited.count < limits.pageTreeNodes {
            guard visited.insert(number).inserted else { continue }
            if let page = pages[number] {
                if let resources = page.resources { follow(resources) }
                if let parent = page.parent { follow(parent) }
            } else if let value = store[number] {
                if case .dictionary(let node) = value, case .array(let list)? = node["Kids"] { kids.formUnion(Page.references(list)) }
                follow(value)
            } else {
                wanted.append(number)
            }
        }
        return (wanted.reversed().filter { kids.contains($0) }, wanted.filter { !kids.contains($0) })
    }
}

extension [Int] {
    /// In a sorted list, the index of the first larger element; the end index if there is none.
    fileprivate func partitioningIndex(above value: Int) -> Int {
        var low = 0
        var high = count - 1
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
