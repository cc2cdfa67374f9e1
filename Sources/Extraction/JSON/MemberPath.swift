import JSONReading
import Records

/// A path that starts at a row: `$.prices.e5` or `@.prices.e5`, `prices.e5` for short, or a literal member name; `~` for the row's own name
/// in its object.
struct MemberPath: Sendable {
    let path: JSONPath
    /// Its steps, if it selects one node by names and indices only.
    let steps: [JSONReader.Step]?
    /// Whether it is the row's own name.
    var isName = false

    /// The row's own name.
    static var name: MemberPath {
        var path = MemberPath(path: JSONPath(source: "~", segments: []))
        path.isName = true
        return path
    }

    init(member name: String) {
        path = JSONPath(source: name, segments: [JSONPath.Segment(isDescendant: false, selectors: [.name(Array(name.utf8))])])
        steps = [.name(Array(name.utf8))]
    }

    /// A text that doesn't begin with `$` or `@` is a path if it can be parsed as one (`prices.e5`, `tags[0]`), otherwise a member name
    /// (`Precio Gasolina 95 E5`, `C.P.`).
    init(_ text: String, at place: Declaration) throws(DeclarationError) {
        if text == "~" {
            self = .name
            return
        }
        let isPath = text.hasPrefix("$") || text.hasPrefix("@")
        let written = text.hasPrefix("@") ? "$" + text.dropFirst() : isPath ? text : text.hasPrefix("[") ? "$" + text : "$." + text
        do {
            let path = try JSONPath(written)
            self.init(path: path)
        } catch {
            guard !isPath, !text.contains(where: { "[]*'\"".contains($0) }) else { throw place.error("\(error)") }
            self.init(member: text)
        }
    }

    private init(path: JSONPath) {
        self.path = path
        steps = path.steps.flatMap { $0.contains(.any) ? nil : $0 }
    }

    /// The nodes that it selects from `row`.
    func nodes(in document: JSONDocument, row: Int) throws(JSONPathError) -> [Int] {
        guard let steps else {
            var search = JSONPathSearch(document: document, query: path.source, root: row)
            return try search.nodes(path.segments, from: row)
        }
        return node(in: document, row: row, steps).map { [$0] } ?? []
    }

    func node(in document: JSONDocument, row: Int, _ steps: [JSONReader.Step]) -> Int? {
        var at = row
        for step in steps {
            let next: Int? =
                switch step {
                case .name(let name): document.member(name, of: at)
                case .index(let index): document.element(index, of: at)
                case .any: nil
                }
            guard let next else { return nil }
            at = next
        }
        return at
    }
}

extension JSONPath {
    /// The path as steps that can be followed during parsing; nil if it needs more.
    var steps: [JSONReader.Step]? {
        var steps: [JSONReader.Step] = []
        for segment in segments {
            guard !segment.isDescendant, segment.selectors.count == 1 else { return nil }
            switch segment.selectors[0] {
            case .name(let name): steps.append(.name(name))
            case .index(let index) where index >= 0: steps.append(.index(index))
            case .wildcard: steps.append(.any)
            case .index, .slice, .filter: return nil
            }
        }
        return steps
    }
}
