/// One value of a JSON document: its kind, its members or elements, and its text.
///
/// A view that keeps the whole document alive; cheap to create and copy.
package struct JSONValue: Sendable {
    package enum Kind: String, Sendable { case null, flag, number, string, array, object }

    package let document: JSONDocument
    /// Its place in the document's list.
    package let node: Int

    package init(document: JSONDocument, node: Int) {
        self.document = document
        self.node = node
    }

    package var kind: Kind {
        switch document.nodes[node].kind {
        case .null: .null
        case .true, .false: .flag
        case .number: .number
        case .string, .name: .string
        case .array: .array
        case .object: .object
        }
    }

    /// A string's text, a number as written, `true`, `false` and `null`; for arrays and objects, their JSON.
    package var text: String { document.text(of: node) }

    /// nil if it isn't a number, or is too large for a `Double`.
    package var number: Double? {
        guard kind == .number, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    package var flag: Bool? { kind == .flag ? document.nodes[node].kind == .true : nil }

    /// An array's elements; empty for anything else.
    package var elements: [JSONValue] {
        kind == .array ? document.children(of: node).map { JSONValue(document: document, node: $0.value) } : []
    }

    /// An object's members in order; empty for anything else.
    package var members: [(name: String, value: JSONValue)] {
        guard kind == .object else { return [] }
        return document.children(of: node).map { child in
            (child.name.map { document.text(of: $0) } ?? "", JSONValue(document: document, node: child.value))
        }
    }

    package subscript(name: String) -> JSONValue? {
        document.member(Array(name.utf8), of: node).map { JSONValue(document: document, node: $0) }
    }

    package subscript(index: Int) -> JSONValue? {
        document.element(index, of: node).map { JSONValue(document: document, node: $0) }
    }
}

extension JSONValue: Equatable {
    /// By RFC 9535, section 2.3.5.2.2: numbers by value, objects regardless of order.
    package static func == (left: Self, right: Self) -> Bool {
        guard left.kind == right.kind else { return false }
        switch left.kind {
        case .null: return true
        case .flag: return left.flag == right.flag
        case .number: return left.text == right.text || (left.number != nil && left.number == right.number)
        case .string: return left.document.utf8(of: left.node) == right.document.utf8(of: right.node)
        case .array:
            let (these, those) = (left.elements, right.elements)
            return these.count == those.count && zip(these, those).allSatisfy { $0 == $1 }
        case .object:
            let (these, those) = (left.document.children(of: left.node), right.document.children(of: right.node))
            guard these.count == those.count else { return false }
            var others: [[UInt8]: Int] = [:]
            for child in those { if let name = child.name { others[right.document.utf8(of: name)] = child.value } }
            return these.allSatisfy { child in
                guard let name = child.name, let other = others[left.document.utf8(of: name)] else { return false }
                return JSONValue(document: left.document, node: child.value) == JSONValue(document: right.document, node: other)
            }
        }
    }
}
