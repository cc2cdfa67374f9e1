import CXml2

/// Reads plainly written rows, nearly all in practice, without libxml2, which takes several times as long for the same nodes.
///
/// Input is UTF-8 without control characters except tabs and line feeds; output is the same rows as from `ElementBuilder`. Plain means an
/// unambiguous subset of XML 1.0: ASCII names without prefix, spaces between attributes, texts and values with only XML's five references;
/// no comments, instructions or CDATA sections. libxml2 handles everything else, valid or not.
struct PlainRows: ~Copyable {
    enum Finding {
        /// The row and the position after it.
        case row(Element, end: Int)
        /// The bytes end inside it.
        case cut
        /// Not plain: left to libxml2.
        case other
    }

    /// An open element: the byte range of its name, and its node.
    private struct Open {
        let start, count, node: Int
    }

    /// Pointers, to avoid bounds checks and reference counting per node.
    private let nodes: UnsafeMutablePointer<ElementStorage.Node>
    private let open: UnsafeMutablePointer<Open>
    private var names: PlainNames

    // The row being read.
    private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var (start, at, nodeCount, depth) = (0, 0, 0, 0)
    /// Texts and values with replaced references, stored after the row's own bytes, and their nodes.
    private var (decoded, decodedNodes): ([UInt8], [Int]) = ([], [])
    private var isCut = false

    private static let (nodeLimit, depthLimit, attributeLimit) = (1024, 16, 16)

    init(dictionary: xmlDictPtr?) {
        names = PlainNames(dictionary)
        (nodes, open) = (.allocate(capacity: Self.nodeLimit), .allocate(capacity: Self.depthLimit))
    }

    deinit {
        nodes.deallocate()
        open.deallocate()
    }

    /// Reads the row that starts with the `<` at `start`, on that line of the document.
    mutating func row(in bytes: UnsafeBufferPointer<UInt8>, at start: Int, line: Int, _ state: UnsafeMutablePointer<XMLState>) -> Finding {
        self.bytes = bytes
        (self.start, at, nodeCount, depth, isCut) = (start, start, 0, 0, false)
        decoded.removeAll(keepingCapacity: true)
        decodedNodes.removeAll(keepingCapacity: true)
        guard tags(state) else { return isCut ? .cut : .other }
        let limits = state.pointee.limits
        guard at - start + decoded.count <= limits.rowBytes, nodeCount <= limits.rowNodes else { return .other }
        let row = Array(bytes[start..<at])
        for node in decodedNodes { nodes[node].start += UInt32(row.count) }
        let storage = ElementStorage(
            nodes: Array(UnsafeBufferPointer(start: nodes, count: nodeCount)), bytes: decoded.isEmpty ? row : row + decoded,
            names: state.pointee.names, line: line, bases: state.pointee.bases)
        return .row(Element(storage: storage, index: 0), end: at)
    }

    /// Reads tags until the row's element ends. False if it isn't plain or the bytes end.
    private mutating func tags(_ state: UnsafeMutablePointer<XMLState>) -> Bool {
        while true {
            guard isThere(1) else { return false }
            if bytes[at + 1] == UInt8(ascii: "/") {
                guard endTag() else { return false }
            } else {
                guard startTag(state) else { return false }
            }
            if depth == 0 { return true }
            guard text() else { return false }
        }
    }

    /// Whether the byte at this distance has arrived.
    @inline(__always)
    private mutating func isThere(_ count: Int) -> Bool {
        if at + count < bytes.count { return true }
        isCut = true
        return false
    }

    @inline(__always)
    private mutating func add(_ label: UInt32, _ start: Int, _ length: Int) -> Bool {
        guard nodeCount < Self.nodeLimit else { return false }
        nodes[nodeCount] = ElementStorage.Node(
            label: label, start: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: length), end: UInt32(nodeCount + 1))
        nodeCount += 1
        return true
    }

    private mutating func endTag() -> Bool {
        guard depth > 0 else { return false }
        let element = open[depth - 1]
        guard isThere(2 + element.count) else { return false }
        let name = at + 2
        for index in 0..<element.count where bytes[name + index] != bytes[element.start + index] { return false }
        guard bytes[name + element.count] == UInt8(ascii: ">") else { return false }
        at = name + element.count + 1
        end(element)
        return true
    }

    @inline(__always)
    private mutating func end(_ element: Open) {
        depth -= 1
        nodes[element.node].end = UInt32(nodeCount)
    }

    private mutating func startTag(_ state: UnsafeMutablePointer<XMLState>) -> Bool {
        at += 1
        let start = at
        guard let name = name(state), depth < Self.depthLimit, state.pointee.depth + depth < state.pointee.limits.depth,
            depth > 0 || state.pointee.isRow(name.local)
        else { return false }
        let element = Open(start: start, count: at - start, node: nodeCount)
        guard add(name.label, 0, 0) else { return false }
        open[depth] = element
        depth += 1
        while isThere(0) {
            switch bytes[at] {
            case UInt8(ascii: ">"):
                at += 1
                return true
            case UInt8(ascii: "/"):
                guard isThere(1), bytes[at + 1] == UInt8(ascii: ">") else { return false }
                at += 2
                end(element)
                return true
            case UInt8(ascii: " "):
                repeat { at += 1 } while at < bytes.count && bytes[at] == UInt8(ascii: " ")
                guard isThere(0) else { return false }
                if bytes[at] == UInt8(ascii: ">") || bytes[at] == UInt8(ascii: "/") { continue }
                guard attribute(of: element, state) else { return false }
            default: return false
            }
        }
        return false
    }

    private mutating func attribute(of element: Open, _ state: UnsafeMutablePointer<XMLState>) -> Bool {
        guard let name = name(state), isThere(1), bytes[at] == UInt8(ascii: "=") else { return false }
        let label = name.label | ElementStorage.Node.attribute
        let others = element.node + 1..<nodeCount
        guard others.count < min(Self.attributeLimit, state.pointee.limits.attributes) else { return false }
        for other in others where nodes[other].label == label { return false }
        let quote = bytes[at + 1]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
        at += 2
        let start = at
        var hasReference = false
        while true {
            at = Self.place(in: bytes, from: at, of: quote, or: UInt8(ascii: "<"), orBelow: 0x20)
            guard isThere(0) else { return false }
            if bytes[at] == quote { break }
            guard bytes[at] == UInt8(ascii: "&") else { return false }
            hasReference = true
            at += 1
        }
        defer { at += 1 }
        return add(label, from: start, hasReference)
    }

    /// Reads text up to the next tag.
    private mutating func text() -> Bool {
        let start = at
        var hasReference = false
        while true {
            at = Self.place(in: bytes, from: at, of: UInt8(ascii: "<"), or: UInt8(ascii: "]"), orBelow: 0)
            guard isThere(0) else { return false }
            if bytes[at] == UInt8(ascii: "<") { break }
            if bytes[at] == UInt8(ascii: "&") {
                hasReference = true
            } else {
                // Text must not contain `]]>`.
                guard isThere(2) else { return false }
                if bytes[at + 1] == UInt8(ascii: "]"), bytes[at + 2] == UInt8(ascii: ">") { return false }
            }
            at += 1
        }
        return at == start || add(ElementStorage.Node.text, from: start, hasReference)
    }

    /// The name that starts here, from the cache or new.
    @inline(__always)
    private mutating func name(_ state: UnsafeMutablePointer<XMLState>) -> PlainNames.Entry? {
        var (end, hash): (Int, UInt32) = (at, 0)
        while end < bytes.count, case let byte = bytes[end], byte > 0x20, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/"),
            byte != UInt8(ascii: "=")
        {
            hash = hash &* 31 &+ UInt32(byte)
            end += 1
        }
        defer { at = end }
        if end == bytes.count { isCut = true }
        return isCut ? nil : names.entry(UnsafeBufferPointer(rebasing: bytes[at..<end]), hash: hash, state)
    }

    /// The bytes from `start` to here.
    @inline(__always)
    private mutating func add(_ label: UInt32, from start: Int, _ hasReference: Bool) -> Bool {
        guard hasReference else { return add(label, start - self.start, at - start) }
        let place = decoded.count
        guard decode(from: start) else { return false }
        decodedNodes.append(nodeCount)
        return add(label, place, decoded.count - place)
    }

    /// False if there is a reference other than XML's five.
    private mutating func decode(from start: Int) -> Bool {
        var next = start
        while next < at {
            guard bytes[next] == UInt8(ascii: "&") else {
                decoded.append(bytes[next])
                next += 1
                continue
            }
            let rest = bytes[next..<at]
            guard let (reference, byte) = Self.references.first(where: { rest.starts(with: $0.reference) }) else { return false }
            decoded.append(byte)
            next += reference.count
        }
        return true
    }

    private static let references = [("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">")].map {
        (reference: Array($0.0.utf8), byte: Array($0.1.utf8)[0])
    }

    /// The first position from `start` with one of two bytes, an `&`, or a byte below `least`; the count if there is none.
    ///
    /// Eight bytes at a time: in `(x - 0x01…) & ~x & 0x80…` the lowest set bit marks the lowest zero byte of `x`.
    @inline(__always)
    private static func place(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, of one: UInt8, or other: UInt8, orBelow least: UInt8
    ) -> Int {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        func below(_ word: UInt64, _ least: UInt8) -> UInt64 { (word &- ones &* UInt64(least)) & ~word & highs }
        func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 { below(word ^ ones &* UInt64(byte), 1) }
        var at = start
        let raw = UnsafeRawBufferPointer(bytes)
        while at + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            var found = equal(word, one) | equal(word, other) | equal(word, UInt8(ascii: "&"))
            if least > 0 { found |= below(word, least) }
            if found != 0 { return at + found.trailingZeroBitCount / 8 }
            at += 8
        }
        while at < bytes.count, case let byte = bytes[at], byte != one, byte != other, byte != UInt8(ascii: "&"), byte >= least { at += 1 }
        return at
    }
}

/// A cache of element and attribute names by their bytes, each validated and added to libxml2's dictionary once.
private struct PlainNames {
    struct Entry {
        /// The label used in nodes.
        let label: UInt32
        /// The pointer in libxml2's dictionary.
        let local: UnsafePointer<xmlChar>
        fileprivate let count: Int

        fileprivate func isOf(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
            guard count == name.count else { return false }
            for index in 0..<count where local[index] != name[index] { return false }
            return true
        }
    }

    private let dictionary: xmlDictPtr?
    private var entries: [Entry] = []
    /// Indexes in `entries` plus one; 0 is free. At most half full.
    private var slots = [Int32](repeating: 0, count: 2 * limit)

    private static let limit = 1024

    init(_ dictionary: xmlDictPtr?) { self.dictionary = dictionary }

    /// Returns nil if the name isn't plain or there are too many.
    mutating func entry(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32, _ state: UnsafeMutablePointer<XMLState>) -> Entry? {
        var slot = Int(hash ^ hash >> 11) & (slots.count - 1)
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.isOf(name) { return entry }
            slot = (slot + 1) & (slots.count - 1)
        }
        guard entries.count < Self.limit, Self.isPlain(name), let local = xmlDictLookup(dictionary, name.baseAddress, CInt(name.count)),
            let label = state.pointee.label(of: local)
        else { return nil }
        let entry = Entry(label: label, local: local, count: name.count)
        entries.append(entry)
        slots[slot] = Int32(entries.count)
        return entry
    }

    /// ASCII without a colon. Names that start with `xml` are reserved.
    private static func isPlain(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") }
        guard let first = name.first, isLetter(first), !name.prefix(3).map({ $0 | 0x20 }).elementsEqual("xml".utf8) else { return false }
        return name.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }
}
