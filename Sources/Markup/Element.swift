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
        storage.children(of: index).map { place in
            storage.nodes[place].isText ? .text(storage.string(place)) : .element(Element(storage: storage, index: place))
        }
    }

    /// Only the elements directly in it.
    public var elements: [Element] {
        storage.children(of: index).filter { !storage.nodes[$0].isText }.map { Element(storage: storage, index: $0) }
    }

    /// The text that is in it and in no element below.
    public var ownText: String { storage.text(storage.children(of: index).filter { storage.nodes[$0].isText }) }

    /// All text in it and below: its string-value in XPath.
    public var text: String { storage.text(below: index) }

    /// The value of the attribute of this name, in no namespace; nil without one.
    public subscript(attribute name: String) -> String? {
        for place in storage.attributes(of: index) {
            let found = storage.name(place)
            if found.local == name, found.namespace == nil { return storage.string(place) }
        }
        return nil
    }

    /// The first element of this name directly in it, in any namespace.
    public subscript(name: String) -> Element? {
        storage.children(of: index).first { !storage.nodes[$0].isText && storage.name($0).local == name }
            .map { Element(storage: storage, index: $0) }
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

/// The nodes of one row, or of a part of a document, in the document's order: an element, its attributes, then what is in it.
final class ElementStorage: Sendable {
    struct Name: Hashable, Sendable {
        let local: String
        let prefix: String?
        let namespace: String?
    }

    /// Sixteen bytes for an element, an attribute or a text.
    struct Node: Sendable {
        /// A place in `names`, with the highest bit set for an attribute; all bits for a text.
        let label: UInt32
        /// The bytes of a text or of an attribute's value. Of an element of a page `start` is its line.
        var start: UInt32 = 0
        var length: UInt32 = 0
        /// The place after everything in it.
        var end: UInt32

        var isText: Bool { label == .max }
        var isAttribute: Bool { label & Self.attribute != 0 && !isText }
        var isElement: Bool { label & Self.attribute == 0 }
        var nameIndex: Int { Int(label & ~Self.attribute) }
        var bytes: Range<Int> { Int(start)..<Int(start) + Int(length) }

        static let attribute: UInt32 = 1 << 31
    }

    let nodes: [Node]
    let bytes: [UInt8]
    let names: [Name]
    /// Where the row begins; 0 of a page, whose elements have a line each.
    private let line: Int

    init(nodes: [Node], bytes: [UInt8], names: [Name], line: Int) {
        self.nodes = nodes
        self.bytes = bytes
        self.names = names
        self.line = line
    }

    func name(_ place: Int) -> Name { names[nodes[place].nameIndex] }
    func string(_ place: Int) -> String { String(decoding: bytes[nodes[place].bytes], as: UTF8.self) }
    func end(of place: Int) -> Int { Int(nodes[place].end) }
    func line(of element: Int) -> Int { line > 0 ? line : Int(nodes[element].start) }

    func attributes(of element: Int) -> Range<Int> {
        var end = element + 1
        while end < self.end(of: element), nodes[end].isAttribute { end += 1 }
        return element + 1..<end
    }

    func children(of element: Int) -> [Int] {
        var places: [Int] = []
        var at = attributes(of: element).upperBound
        while at < end(of: element) {
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
