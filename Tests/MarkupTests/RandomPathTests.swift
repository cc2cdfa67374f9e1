import Foundation
import Testing

@testable import Markup

struct RandomPathTests {
    /// For more paths, set `TIDINGS_RANDOM_PATHS`.
    private static let count = (ProcessInfo.processInfo.environment["TIDINGS_RANDOM_PATHS"].flatMap { Int($0) } ?? 4_000) / 20

    @Test("a random path gives the same on a document as with libxml2, and the same on a row", arguments: UInt64(1)...20)
    func agreement(seed: UInt64) throws {
        // Rows contain no comments or instructions.
        let hasComments = seed.isMultiple(of: 4)
        var random = RandomPaths(seed: seed, hasComments: hasComments)
        var differences: [String] = []
        var count = 0
        while count < Self.count {
            let text = random.document()
            let document = try Document(xml: Array(text.utf8))
            let reference = try #require(LibXML(xml: text))
            let row = hasComments ? nil : try row(text)
            for _ in 0..<25 {
                let source = random.path()
                count += 1
                // Our parser rejects non-node arguments early, libxml2 late.
                guard let path = try? XPath(source, namespaces: RandomPaths.namespaces) else {
                    if let found = reference.evaluate(source, namespaces: RandomPaths.namespaces) {
                        differences.append("\(source): refused; libxml2 has \(found)")
                    }
                    continue
                }
                let wanted = reference.evaluate(source, namespaces: RandomPaths.namespaces, isAtRoot: true)
                let value = try document.evaluate(path, at: document.root)
                if LibXML.Value(value) != wanted {
                    differences.append("\(source) in \(text): \(LibXML.Value(value)); libxml2 has \(wanted.map { "\($0)" } ?? "nothing")")
                }
                if let row, let words = try difference(row, value, path) { differences.append("\(source) in \(text): \(words)") }
            }
        }
        #expect(differences == [], "\(differences.count) of \(count); first: \(differences.first ?? "")")
    }

    private func row(_ text: String) throws -> Element {
        let reader = try MarkupReader(rows: RowPath("/*"))
        var rows: [Element] = []
        try reader.append(Array(text.utf8)) { rows.append($0) }
        try reader.finish { rows.append($0) }
        return try #require(rows.first)
    }

    /// Returns nil if a row gives the same result as the document whose root it is.
    private func difference(_ row: Element, _ value: XPathValue, _ path: XPath) throws -> String? {
        let paths = RowPaths([path])
        let (text, texts) = (try paths.texts(in: row)[0], try paths.allTexts(in: row, of: [0])[0])
        var wanted: String? = value.text
        if case .nodes(let nodes) = value, nodes.isEmpty { wanted = nil }
        // Namespace nodes aren't part of a document, and yield a text.
        if path.source.contains("namespace::") { return nil }
        return text == wanted && texts == value.texts ? nil : "a row gives \(text ?? "nothing"), \(texts); its document \(value.texts)"
    }
}
