/// Reads metadata, outline and labels from the objects kept by `DocumentFacts`. Every traversal is bounded and visits nothing twice.
struct FactReader {
    private let facts: DocumentFacts
    private let security: StandardSecurity?
    private let catalog: PDFDictionary
    private let pageIndexes: [Int: Int]
    private static let entryLimit = 100_000
    /// Limits the bytes of titles and prefixes as stored, because many entries may share one.
    private static let textByteLimit = 8_000_000
    private static let longestTitle = 2_000
    private static let longestPrefix = 100

    init(_ document: Document, pageIDs: [Int]) {
        facts = document.facts ?? DocumentFacts()
        security = document.security.handler
        var indexes: [Int: Int] = [:]
        for (index, id) in pageIDs.enumerated() { indexes[id] = index }
        pageIndexes = document.finals.entries.compactMapValues { indexes[$0.id] }
        let roots = [document.tree.root, document.tree.catalog].compactMap { $0 }
        let found: [PDFDictionary] = roots.compactMap { [facts] root in
            if case .dictionary(let dictionary)? = facts.entries[root]?.value { dictionary } else { nil }
        }
        catalog = found.first { $0["Pages"] != nil } ?? PDFDictionary()
    }

    /// A value, and the object that contains it, whose number is part of the encryption key.
    private struct Found {
        let value: PDFObject
        var home: (number: Int, generation: Int)?
    }

    private func follow(_ object: PDFObject?, in home: Found? = nil) -> Found? {
        guard var current = object.map({ Found(value: $0, home: home?.home) }) else { return nil }
        for _ in 0..<16 {
            guard case .reference(let number) = current.value else { return current }
            guard let entry = facts.entries[number] else { return nil }
            current = Found(value: entry.value, home: entry.generation.map { (number, $0) })
        }
        return nil
    }

    private func dictionary(_ object: PDFObject?) -> (PDFDictionary, Found)? {
        guard let found = follow(object), case .dictionary(let dictionary) = found.value else { return nil }
        return (dictionary, found)
    }

    private func text(_ object: PDFObject?, in home: Found) -> String? {
        guard let found = follow(object, in: home), case .string(let bytes) = found.value else { return nil }
        return TextString.decode(plain(bytes, found))
    }

    /// At most `longest` characters; none once `rest` bytes have been read.
    private func text(_ object: PDFObject?, in home: Found, longest: Int, _ rest: inout Int) -> String {
        guard let found = follow(object, in: home), case .string(let bytes) = found.value else { return "" }
        rest -= bytes.count
        guard rest >= 0 else { return "" }
        let text = TextString.decode(plain(bytes, found))
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    }

    private func plain(_ bytes: [UInt8], _ found: Found) -> [UInt8] {
        guard let security, let home = found.home else { return bytes }
        return security.decrypted(bytes, number: home.number, generation: home.generation)
    }

    /// 14.3.3.
    var metadata: PDFMetadata {
        var result = PDFMetadata()
        guard let (information, found) = dictionary(facts.info) else { return result }
        result.title = text(information["Title"], in: found)
        result.author = text(information["Author"], in: found)
        result.subject = text(information["Subject"], in: found)
        result.keywords = text(information["Keywords"], in: found)
        result.creator = text(information["Creator"], in: found)
        result.producer = text(information["Producer"], in: found)
        result.creationDate = text(information["CreationDate"], in: found)
        result.modificationDate = text(information["ModDate"], in: found)
        return result
    }

    /// 12.3.3. Traversed with an explicit stack, so depth needs no recursion.
    var outline: [PDFOutlineEntry] {
        guard let (outlines, _) = dictionary(catalog["Outlines"]) else { return [] }
        let destinations = namedDestinations
        var result: [PDFOutlineEntry] = []
        var visited: Set<Int> = []
        var rest = FactReader.textByteLimit
        var stack: [(entry: PDFObject?, level: Int)] = [(outlines["First"], 0)]
        while let (object, level) = stack.popLast(), result.count < FactReader.entryLimit {
            guard case .reference(let number)? = object, visited.insert(number).inserted, let (entry, found) = dictionary(object) else {
                continue
            }
            let title = text(entry["Title"], in: found, longest: FactReader.longestTitle, &rest)
            result.append(PDFOutlineEntry(title: title, level: level, pageIndex: page(of: entry, found, destinations)))
            stack.append((entry["Next"], level))
            if level < 1_000 { stack.append((entry["First"], level + 1)) }
        }
        return result
    }

    private func page(of entry: PDFDictionary, _ home: Found, _ destinations: [[UInt8]: PDFObject]) -> Int? {
        var target = follow(entry["Dest"], in: home)
        if target == nil, let (action, found) = dictionary(entry["A"]), action.name("S") == "GoTo" {
            target = follow(action["D"], in: found)
        }
        for _ in 0..<4 {
            switch target?.value {
            case .array(let list)?:
                if case .reference(let number)? = list.first { return pageIndexes[number] }
                return list.first?.integer.flatMap { pageIndexes.values.contains($0) ? $0 : nil }
            case .dictionary(let inner)?: target = follow(inner["D"], in: target)
            case .name(let name)?: target = follow(destinations[Array(name.utf8)])
            case .string(let bytes)?: target = target.flatMap { follow(destinations[plain(bytes, $0)]) }
            default: return nil
            }
        }
        return nil
    }

    /// /Dests of the catalog and its name tree (12.3.2.3, 7.9.6).
    private var namedDestinations: [[UInt8]: PDFObject] {
        var result: [[UInt8]: PDFObject] = [:]
        if let (old, _) = dictionary(catalog["Dests"]) {
            for entry in old.entries { result[Array(entry.key.utf8)] = entry.value }
        }
        guard let (names, _) = dictionary(catalog["Names"]) else { return result }
        forEachLeaf(of: names["Dests"], "Names") { key, value, found in
            if case .string(let bytes) = key { result[plain(bytes, found)] = value }
        }
        return result
    }

    /// The pairs of a name tree or number tree (7.9.6, 7.9.7).
    private func forEachLeaf(of root: PDFObject?, _ key: String, _ take: (PDFObject, PDFObject, Found) -> Void) {
        var visited: Set<Int> = []
        var queue: [PDFObject] = root.map { [$0] } ?? []
        var count = 0
        while let object = queue.popLast(), count < FactReader.entryLimit {
            if case .reference(let number) = object, !visited.insert(number).inserted { continue }
            guard let (node, found) = dictionary(object) else { continue }
            if let kids = follow(node["Kids"], in: found), case .array(let list) = kids.value {
                count += list.count
                guard count < FactReader.entryLimit else { return }
                queue += list.reversed()
            }
            guard let leaves = follow(node[key], in: found), case .array(let list) = leaves.value else { continue }
            count += list.count
            for place in stride(from: 0, to: list.count - 1, by: 2) { take(list[place], list[place + 1], leaves) }
        }
    }

    /// 12.4.2.
    func labels(count: Int) -> [String] {
        var ranges: [(start: Int, style: String?, prefix: String, first: Int)] = []
        var rest = FactReader.textByteLimit
        forEachLeaf(of: catalog["PageLabels"], "Nums") { key, value, home in
            guard let start = key.integer, start >= 0, let found = follow(value, in: home), case .dictionary(let label) = found.value else {
                return
            }
            let prefix = text(label["P"], in: found, longest: FactReader.longestPrefix, &rest)
            ranges.append((start, label.name("S"), prefix, max(1, min(label["St"]?.integer ?? 1, 1_000_000))))
        }
        ranges.sort { $0.start < $1.start }
        var result: [String] = []
        result.reserveCapacity(count)
        var place = -1
        for index in 0..<count {
            while place + 1 < ranges.count, ranges[place + 1].start <= index { place += 1 }
            guard place >= 0 else {
                result.append("\(index + 1)")
                continue
            }
            let range = ranges[place]
            result.append(range.prefix + PageLabelStyle.number(range.first + index - range.start, range.style))
        }
        return result
    }
}

/// The numbering styles of page labels (ISO 32000-1, table 159).
enum PageLabelStyle {
    static func number(_ value: Int, _ style: String?) -> String {
        switch style {
        case "D": "\(value)"
        case "R": roman(value).uppercased()
        case "r": roman(value)
        case "A": letters(value).uppercased()
        case "a": letters(value)
        default: ""
        }
    }

    private static func roman(_ value: Int) -> String {
        guard value < 10_000 else { return "\(value)" }
        var rest = value
        var result = ""
        for (worth, sign) in [
            (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"),
            (5, "v"), (4, "iv"), (1, "i"),
        ] {
            while rest >= worth {
                result += sign
                rest -= worth
            }
        }
        return result
    }

    /// a to z, then aa to zz, and so on.
    private static func letters(_ value: Int) -> String {
        let sign = Unicode.Scalar(UInt8(truncatingIfNeeded: 0x61 + (value - 1) % 26))
        return String(repeating: String(Character(sign)), count: min((value - 1) / 26 + 1, 100))
    }
}
