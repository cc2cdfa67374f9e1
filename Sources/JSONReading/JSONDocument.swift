/// A parsed JSON text: its bytes, and the positions of its values in them.
///
/// Values are one flat list in text order, 16 bytes each; strings and numbers are only byte ranges, decoded on use. An object's node is
/// followed by alternating names and values, an array's by its values; `next` is the node after all its contents. Created by `JSONReader`,
/// accessed through `JSONValue`, searched by `JSONPath`. If an object has duplicate names, the last one counts (RFC 8259, section 4, leaves
/// it open; most parsers do so).
package struct JSONDocument: Sendable {
    package struct Node: Sendable {
        package enum Kind: UInt8, Sendable { case null, `false`, `true`, number, string, name, array, object }

        package let kind: Kind
        /// The string has escapes, so its bytes differ from its text.
        package let isEscaped: Bool
        /// Its start in the bytes: a string without its quotes, an array or object with its brackets.
        @usableFromInline let start: UInt32
        @usableFromInline var end: UInt32
        /// The node after this one and its contents.
        package internal(set) var next: UInt32

        /// Inlinable because it is used for each value.
        @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
    }

    package internal(set) var bytes: [UInt8] = []
    package internal(set) var nodes: [Node] = []
    /// The line on which it begins in the document, base 1.
    package internal(set) var line = 1

    init() {}

    /// Parses a whole JSON text: strict RFC 8259 in UTF-8 (or UTF-16 with a byte order mark); a byte order mark is skipped.
    package init(_ bytes: [UInt8]) throws(JSONError) {
        let (text, failure) = JSONBytes.text(of: bytes)
        var reader = JSONReader()
        var whole: JSONDocument?
        do {
            try reader.append(text) { whole = $0 }
            if let failure { throw failure }
            try reader.finish { whole = $0 }
        } catch let error as JSONError {
            throw error
        } catch {
            throw JSONError(.damaged, "\(error)")
        }
        guard let whole else { throw JSONError(.truncated, "the document is empty") }
        self = whole
    }

    package var root: JSONValue { JSONValue(document: self, node: 0) }

    /// The children of an array or object in order: each one's node, and the node of its name in an object. Earlier duplicates of a name
    /// are left out.
    package func children(of parent: Int) -> [(name: Int?, value: Int)] {
        var walked = 0
        return children(of: parent, &walked)
    }

    /// `walked` increases by the number of children visited.
    package func children(of parent: Int, _ walked: inout Int) -> [(name: Int?, value: Int)] {
        let node = nodes[parent]
        var children: [(name: Int?, value: Int)] = []
        var at = parent + 1
        switch node.kind {
        case .array:
            while at < Int(node.next) {
                children.append((nil, at))
                at = Int(nodes[at].next)
            }
        case .object:
            while at < Int(node.next) {
                children.append((at, at + 1))
                at = Int(nodes[at + 1].next)
            }
            walked += children.count
            if children.count > 1 { leaveOutRepeated(&children) }
            return children
        default: break
        }
        walked += children.count
        return children
    }

    private func leaveOutRepeated(_ children: inout [(name: Int?, value: Int)]) {
        var last: [[UInt8]: Int] = [:]
        for (index, child) in children.enumerated() { if let name = child.name { last[utf8(of: name)] = index } }
        guard last.count < children.count else { return }
        children = children.enumerated().filter { index, child in child.name.map { last[utf8(of: $0)] == index } ?? true }.map(\.element)
    }

    /// The name of a value in its object; nil for an element of an array and for the root.
    package func name(of node: Int) -> String? { node > 0 && nodes[node - 1].kind == .name ? text(of: node - 1) : nil }

    /// The value of a member of an object; nil if there is no such member, or the node isn't an object.
    package func member(_ name: [UInt8], of parent: Int) -> Int? {
        var walked = 0
        return member(name, of: parent, &walked)
    }

    /// `walked` increases by the number of members visited.
    package func member(_ name: [UInt8], of parent: Int, _ walked: inout Int) -> Int? {
        let node = nodes[parent]
        guard node.kind == .object else { return nil }
        var found: Int?
        var at = parent + 1
        while at < Int(node.next) {
            walked += 1
            if isName(at, name) { found = at + 1 }
            at = Int(nodes[at + 1].next)
        }
        return found
    }

    /// Puts the value of each of these members of an object into `found`: the last one of its name, or -1 without such a member. All are -1
    /// if the node isn't an object. Members are mostly in the order of `names`: then each name is compared once.
    package func find(_ names: [[UInt8]], of parent: Int, in found: inout [Int]) {
        for member in found.indices { found[member] = -1 }
        guard !names.isEmpty, nodes[parent].kind == .object else { return }
        var (at, next) = (parent + 1, 0)
        let end = Int(nodes[parent].next)
        while at < end {
            let isNext = next < names.count && isName(at, names[next])
            if let member = isNext ? next : names.firstIndex(where: { isName(at, $0) }) {
                found[member] = at + 1
                next = member + 1
            }
            at = Int(nodes[at + 1].next)
        }
    }

    /// Whether the node of a name equals this one.
    func isName(_ index: Int, _ name: [UInt8]) -> Bool {
        let node = nodes[index]
        if node.isEscaped { return utf8(of: index) == name }
        guard Int(node.end - node.start) == name.count else { return false }
        let start = Int(node.start)
        for place in 0..<name.count where bytes[start + place] != name[place] { return false }
        return true
    }

    /// An array's element; a negative index counts from the end.
    package func element(_ index: Int, of parent: Int) -> Int? {
        var walked = 0
        return element(index, of: parent, &walked)
    }

    /// `walked` increases by the number of elements visited.
    package func element(_ index: Int, of parent: Int, _ walked: inout Int) -> Int? {
        let node = nodes[parent]
        guard node.kind == .array else { return nil }
        if index < 0 {
            let children = children(of: parent, &walked)
            return -index <= children.count ? children[children.count + index].value : nil
        }
        var (at, place) = (parent + 1, 0)
        while at < Int(node.next) {
            walked += 1
            if place == index { return at }
            place += 1
            at = Int(nodes[at].next)
        }
        return nil
    }

    /// The unescaped text of a string or name in UTF-8; the raw text of any other node.
    package func utf8(of index: Int) -> [UInt8] {
        let node = nodes[index]
        return node.isEscaped ? JSONEscapes.text(of: bytes[node.range]) : Array(bytes[node.range])
    }

    package func text(of index: Int) -> String {
        let node = nodes[index]
        if node.isEscaped { return String(decoding: JSONEscapes.text(of: bytes[node.range]), as: UTF8.self) }
        return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[node.range]), as: UTF8.self) }
    }
}

/// Decodes the escapes of RFC 8259, section 7, in a well-formed string.
package enum JSONEscapes {
    /// A lone surrogate becomes U+FFFD: some sources cut a text in the middle of a character.
    package static func text(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            guard byte == UInt8(ascii: "\\"), at + 1 < bytes.endIndex else {
                text.append(byte)
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var unit = unit(in: bytes, at: at + 2)
                at += 4
                if (0xD800...0xDBFF).contains(unit),
                    bytes[min(at + 2, bytes.endIndex)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
                {
                    let low = Self.unit(in: bytes, at: at + 4)
                    if (0xDC00...0xDFFF).contains(low) {
                        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
                        at += 6
                    }
                }
                text.append(contentsOf: Unicode.Scalar(unit).flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter)
            case let other: text.append(other)
            }
            at += 2
        }
        return text
    }

    private static func unit(in bytes: ArraySlice<UInt8>, at start: Int) -> UInt32 {
        bytes[min(start, bytes.endIndex)..<min(start + 4, bytes.endIndex)].reduce(0) { $0 << 4 | UInt32(hexDigit($1) ?? 0) }
    }

    package static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
