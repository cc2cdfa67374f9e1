/// An element of a document with everything in it: a value, complete, that does not change and may go to any task.
///
/// It and the elements below share one compact storage; a string is made when it is asked for, so what is never looked at costs
/// next to nothing. Comments and processing instructions are left out, and texts that only they divide are one.
public struct Element: Sendable {
    let storage: ElementStorage
    /// Its place in the storage's nodes.
    let index: Int

    /// Without prefix. In HTML lower-case.
    public var name: String { storage.name(index).local }
    /// As the document writes it; nil without one.
    public var prefix: String? { storage.name(index).prefix }
    /// The URI of its namespace; nil if it is in none.
    public var namespace: String? { storage.name(index).namespace }
    /// Where it begins in the document, from 1; an element of a stream of rows: where its row begins.
    public var line: Int { storage.line(of: index) }

    /// In the document's order; declarations of namespaces are none.
    public var attributes: [Attribute] {
        storage.attributes(of: index).map { place in
            let name = storage.name(place)
            return Attribute(name: name.local, prefix: name.prefix, namespace: name.namespace, value: storage.string(place))
        }
    }

    /// Elements and texts, in order.
    public var children: [Child] {
        storage.children(of: index).compactMap { place in
            let node = storage.nodes[place]
            if node.isText { return .text(storage.string(place)) }
            return node.isElement ? .element(Element(storage: storage, index: place)) : nil
        }
    }

    /// Only the elements directly in it.
    public var elements: [Element] {
        storage.children(of: index).filter { storage.nodes[$0].isElement }.map { Element(storage: storage, index: $0) }
    }

    /// Calls with each element directly in it, without an array of them.
    public func forEachElement(_ body: (Element) throws -> Void) rethrows {
        var at = storage.attributes(of: index).upperBound
        let end = storage.end(of: index)
        while at < end {
            if storage.nodes[at].isElement { try body(Element(storage: storage, index: at)) }
            at = storage.end(of: at)
        }
    }

    /// Calls with the number of each attribute's name (`nameNumber`) and the UTF-8 of its value, which is there as long as the call.
    package func forEachAttribute(_ body: (_ nameNumber: Int, _ value: UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        try storage.bytes.withUnsafeBufferPointer { bytes in
            for place in storage.attributes(of: index) {
                let node = storage.nodes[place]
                try body(node.nameIndex, UnsafeBufferPointer(rebasing: bytes[node.bytes]))
            }
        }
    }

    /// Its place in its document: of one document's elements each has another.
    package var number: Int { index }

    /// Its number and those of all elements in it.
    package var numbers: Range<Int> { index..<storage.end(of: index) }

    /// The same for all elements and attributes of a document that have the same name, prefix and namespace: small numbers, from 0.
    package var nameNumber: Int { storage.nodes[index].nameIndex }

    /// The name with that number.
    package func name(numbered number: Int) -> String { storage.names[number].local }

    /// The text that is in it and in no element below.
    public var ownText: String {
        var places: [Int] = []
        var at = storage.attributes(of: index).upperBound
        let end = storage.end(of: index)
        while at < end {
            if storage.nodes[at].isText {
                // Most elements have nothing else.
                if at + 1 == end, places.isEmpty { return storage.string(at) }
                places.append(at)
            }
            at = storage.end(of: at)
        }
        return storage.text(places)
    }

    /// All text in it and below: its string-value in XPath.
    public var text: String { storage.text(below: index) }

    /// The value of the attribute of this name, in no namespace; nil without one.
    public subscript(attribute name: String) -> String? {
        for place in storage.attributes(of: index) {
            let number = storage.nodes[place].nameIndex
            if storage.names[number].local == name, storage.names[number].namespace == nil { return storage.string(place) }
        }
        return nil
    }

    /// The first element of this name directly in it, in any namespace.
    public subscript(name: String) -> Element? {
        var at = storage.attributes(of: index).upperBound
        let end = storage.end(of: index)
        while at < end {
            if storage.nodes[at].isElement, storage.names[storage.nodes[at].nameIndex].local == name {
                return Element(storage: storage, index: at)
            }
            at = storage.end(of: at)
        }
        return nil
    }

    /// What an element directly holds.
    public enum Child: Sendable {
        case element(Element)
        case text(String)
    }

    /// A name and a value.
    public struct Attribute: Hashable, Sendable {
        /// Without prefix.
        public let name: String
        /// As the document writes it.
        public let prefix: String?
        /// Its URI; nil without prefix.
        public let namespace: String?
        /// With its references replaced.
        public let value: String
    }
}

/// The nodes of one row or of a document, in the document's order: an element, the namespaces it declares, its attributes, then what is
/// in it.
final class ElementStorage: Sendable {
    /// Of a namespace: its prefix (empty for the default one) and its URI; of an instruction: its target.
    struct Name: Hashable, Sendable {
        let local: String
        let prefix: String?
        let namespace: String?
        /// What an element of this name is in HTML, if its namespace may be that.
        let role: TextRole

        init(local: String, prefix: String?, namespace: String?) {
            (self.local, self.prefix, self.namespace) = (local, prefix, namespace)
            role = namespace == nil || namespace == TextRole.xhtml ? TextRole(local) : .inline
        }
    }

    /// The names of a document so far. Each row holds them while the document gets others, of which only the last few are copied then.
    struct NameList: Sendable {
        private static let chunk = 256
        private var chunks: [[Name]] = []
        private(set) var count = 0

        subscript(place: Int) -> Name { chunks[place / Self.chunk][place % Self.chunk] }

        mutating func append(_ name: Name) {
            if count.isMultiple(of: Self.chunk) { chunks.append([]) }
            chunks[chunks.count - 1].append(name)
            count += 1
        }
    }

    /// Sixteen bytes for a node of any kind. Comments and instructions are in documents, not in rows.
    struct Node: Sendable {
        /// The kind in the two highest bits, below them a place in `names`.
        let label: UInt32
        /// The bytes of a text, a comment, an instruction or of an attribute's value. Of an element of a document `start` is its line.
        var start: UInt32 = 0
        var length: UInt32 = 0
        /// The place after everything in it.
        var end: UInt32

        var isElement: Bool { label >> 30 == 0 }
        var isInstruction: Bool { label >> 30 == 1 }
        var isAttribute: Bool { label >> 30 == 2 }
        var isNamespace: Bool { label >> 30 == 3 && label < Self.comment }
        var isComment: Bool { label == Self.comment }
        var isText: Bool { label == Self.text }
        /// Whether it is a child of the element it is in.
        var isChild: Bool { label < Self.attribute || label >= Self.comment }
        var nameIndex: Int { Int(label & 0x3FFF_FFFF) }
        var bytes: Range<Int> { Int(start)..<Int(start) + Int(length) }

        static let instruction: UInt32 = 1 << 30
        static let attribute: UInt32 = 2 << 30
        static let namespace: UInt32 = 3 << 30
        static let comment: UInt32 = .max - 1
        static let text: UInt32 = .max
    }

    let nodes: [Node]
    let bytes: [UInt8]
    let names: NameList
    /// Where the row begins; 0 of a document, whose elements have a line each.
    private let line: Int
    /// Whether names in no namespace are HTML's.
    let isHTML: Bool
    /// Which nodes are repeated where table cells cover others' places; nil if none is.
    let spans: TableSpans?
    /// The base addresses that hold where the row begins (`xml:base`), the outermost first.
    let bases: [String]

    init(
        nodes: [Node], bytes: [UInt8], names: NameList, line: Int, isHTML: Bool = false, spans: TableSpans? = nil, bases: [String] = []
    ) {
        (self.nodes, self.bytes, self.names, self.line) = (nodes, bytes, names, line)
        (self.isHTML, self.spans, self.bases) = (isHTML, spans, bases)
    }

    func name(_ place: Int) -> Name { names[nodes[place].nameIndex] }
    func string(_ place: Int) -> String { String(decoding: bytes[nodes[place].bytes], as: UTF8.self) }
    func end(of place: Int) -> Int { Int(nodes[place].end) }
    func line(of element: Int) -> Int { line > 0 ? line : Int(nodes[element].start) }

    func attributes(of element: Int) -> Range<Int> {
        var start = element + 1
        let end = self.end(of: element)
        while start < end, nodes[start].isNamespace { start += 1 }
        var at = start
        while at < end, nodes[at].isAttribute { at += 1 }
        return start..<at
    }

    /// What is in it, at any depth.
    func content(of element: Int) -> Range<Int> { attributes(of: element).upperBound..<end(of: element) }

    func children(of element: Int) -> [Int] {
        var places: [Int] = []
        let content = content(of: element)
        var at = content.lowerBound
        while at < content.upperBound {
            places.append(at)
            at = end(of: at)
        }
        return places
    }

    /// The string-value of any node.
    func text(at place: Int) -> String { nodes[place].isElement ? text(below: place) : string(place) }

    func text(below element: Int) -> String {
        let places = element..<end(of: element)
        guard let first = places.first(where: { nodes[$0].isText }) else { return "" }
        // So it is with most cells.
        guard nodes[first + 1..<places.upperBound].contains(where: \.isText) else { return string(first) }
        return text(places.filter { nodes[$0].isText })
    }

    func text(_ places: [Int]) -> String {
        if places.count == 1 { return string(places[0]) }
        return String(decoding: places.flatMap { bytes[nodes[$0].bytes] }, as: UTF8.self)
    }
}
