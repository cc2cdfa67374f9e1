import Extraction
package import Foundation
package import Markup
package import Records

/// A page that a person points at: two texts in different rows make a list; further texts add or remove fields. One text can be the only
/// value wanted from the page.
///
/// Pure: the same page and numbers give the same list. The numbers are those of `ShownPage`.
package struct PagePicking {
    private let tree: PageTree
    private let document: Document
    private let search: PageSearch
    /// The page's metadata, without candidates.
    package let findings: Discovery.Findings

    /// A list that the person pointed at.
    package struct Picked {
        /// With paths.
        package let candidate: Candidate
        /// The page with the list's rows and fields marked.
        package let shown: ShownPage
        /// The numbers of elements outside of the rows, or without a path to them.
        package let refused: [Int]
    }

    /// The most fields that are added or removed by hand.
    package static let limit = 60

    /// nil if the document isn't an HTML page. Parameters as for `Discovery.findings`.
    package init?(
        _ document: [UInt8], address: URL?, charset: String? = nil, bounds: DiscoveryBounds = DiscoveryBounds()
    ) throws(MarkupError) {
        var (document, charset, findings) = (document, charset, Discovery.Findings(candidates: [], leftOut: [], base: address))
        if let packed = try Discovery.unpacked(document, bounds) {
            (document, charset, findings.wrapping) = (packed.document, nil, packed.wrapping)
        }
        guard case .page = DocumentForm(document, charset: charset) else { return nil }
        let steps = Steps(bounds)
        let page = try OpenedPage(document, charset: charset, address?.host() ?? "", bounds, steps)
        page.describe(&findings)
        (tree, self.document, self.findings) = (page.tree, page.document, findings)
        search = PageSearch(tree: page.tree, making: page.making, bounds: bounds, steps: steps)
    }

    /// The page with only these elements marked.
    package func shown(marking numbers: Set<Int> = []) -> ShownPage { ShownPage(tree, rows: [], isField: numbers.contains) }

    /// The list in which two texts or images are in different rows. Its detected fields, except those at `toggled`, and new fields at the
    /// other numbers of `toggled`. nil if there is no such list.
    package func list(with one: Int, _ other: Int, toggled: [Int] = []) -> Picked? {
        guard isHere(one), isHere(other), one != other else { return nil }
        guard var pointed = likeliest(one, other) else { return nil }
        var refused: [Int] = []
        for node in toggled.prefix(Self.limit) {
            if !isHere(node) || !pointed.toggle(node) { refused.append(node) }
        }
        guard !pointed.candidate.fields.isEmpty else { return nil }
        let proof = PathProof(tree, document)
        let candidate = PathMaking(tree: tree).withPaths([pointed.candidate], first: 1, proof)[0]
        refused += toggled.filter { node in pointed.field(at: node).map { candidate.fields[$0].paths.isEmpty } ?? false }
        return Picked(candidate: candidate, shown: ShownPage(tree, rows: pointed.rows, isField: pointed.isField), refused: refused)
    }

    // MARK: One value

    /// An occurrence of a text on the page.
    package struct Place: Hashable, Sendable {
        package let number: Int
        /// The surrounding text, including the occurrence.
        package let text: String
    }

    private static let (placeLimit, placeLength) = (8, 120)

    /// The ways to read one value at a text, likeliest first; empty if only its position identifies it.
    ///
    /// - Parameter said: The part of the value that the person has typed; empty: none.
    package func values(at node: Int, saying said: String = "") -> [Candidate] {
        isHere(node) ? value.ways(at: node, saying: said) : []
    }

    /// Finds a value that was read from another version of the page; nil if it is missing, or in several places.
    package func again(_ value: Value?, of field: Field) -> Candidate? { self.value.again(value, of: field) }

    private var value: OneValue {
        OneValue(tree: tree, proof: PathProof(tree, document), reading: search.making.reading, steps: search.steps)
    }

    /// The page with one value marked.
    package func shown(withValueAt node: Int) -> ShownPage { ShownPage(tree, rows: [], isField: { $0 == node }) }

    /// The text at a number; empty if there is none.
    package func text(at node: Int) -> String { isHere(node) ? tree.texts[node].trimmed : "" }

    /// The occurrences of a text on the page, ignoring case and differences in white space. Those that are an element's whole text come
    /// first.
    package func places(of said: String) -> [Place] {
        let wanted = Self.bare(said)
        guard !wanted.isEmpty else { return [] }
        var (whole, part) = ([Int](), [Int]())
        for node in tree.nodes.indices where tree.nodes[node].isText && tree.nodes[node].length > 0 {
            let (own, text) = (max(0, tree.nodes[node].parent), Self.bare(tree.texts[node]))
            if text == wanted { whole.append(node) } else if text.contains(wanted) { part.append(node) }
            guard whole.last != node, part.last != node else { continue }
            // The text may be split across elements.
            for element in [own, tree.nodes[own].parent] where element > 0 && tree.nodes[element].length <= OneValue.longest {
                let texts = tree.inside(element).filter { tree.nodes[$0].isText && tree.nodes[$0].length > 0 }
                guard texts.first == node, !texts.contains(where: { Self.bare(tree.texts[$0]).contains(wanted) }) else { continue }
                let text = Self.bare(tree.text(of: element))
                guard text.contains(wanted) else { continue }
                if text == wanted { whole.append(node) } else { part.append(node) }
                break
            }
        }
        return (whole.isEmpty ? part : whole).prefix(Self.placeLimit).map { Place(number: $0, text: around($0)) }
    }

    /// The text with the rest of its block, or with the label before it.
    private func around(_ node: Int) -> String {
        let own = tree.texts[node].trimmed
        let block = tree.ancestors(of: node).first { !PageTree.inline.contains(tree.tag($0)) } ?? 0
        var text = tree.nodes[block].length <= Self.placeLength ? tree.text(of: block) : own
        let before = ValueAnchors(tree: tree, proof: PathProof(tree, document)).textBefore(block)?.text ?? ""
        if text == own, !own.contains(where: \.isLetter), before.count <= 40 { text = "\(before) \(text)".trimmed }
        return String(text.prefix(Self.placeLength))
    }

    private static func bare(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }

    /// The root can't be selected.
    private func isHere(_ node: Int) -> Bool { node > 0 && node < tree.nodes.count }

    // MARK: Lists

    /// The list with the smallest rows that has the two elements in different rows; of equal ones, the list with the most rows.
    private func likeliest(_ one: Int, _ other: Int) -> PointedList? {
        let parting = search.lists().filter { list in
            guard let first = row(of: one, in: list), let second = row(of: other, in: list) else { return false }
            return first != second
        }
        let sorted = parting.sorted { (tree.nodes[$1.container].depth, $1.rows.count) < (tree.nodes[$0.container].depth, $0.rows.count) }
        let found = sorted.prefix(4).lazy.compactMap { PointedList($0, in: tree, search) }.first
        return found ?? siblings(one, other).flatMap { PointedList($0, in: tree, search) }
    }

    private func row(of node: Int, in list: RowList) -> Int? {
        list.rows.firstIndex { row in row.contains { $0.node <= node && node < tree.nodes[$0.node].end } }
    }

    /// Two rows that resemble no others: the ancestors where their paths part, and the siblings of these with the same tag.
    private func siblings(_ one: Int, _ other: Int) -> RowList? {
        let above = Set(tree.ancestors(of: other))
        guard let common = tree.ancestors(of: one).first(where: { above.contains($0) }) else { return nil }
        func child(_ node: Int) -> Int? { tree.childElements(of: common).first { $0 <= node && node < tree.nodes[$0].end } }
        guard let first = child(one), let second = child(other), first != second, tree.nodes[first].tag == tree.nodes[second].tag,
            !["td", "th"].contains(tree.tag(first))
        else { return nil }
        let shapes = Shapes(tree, search.steps)
        let (like, alike) = (shapes.shape(of: first), shapes.shape(of: second))
        let rows = tree.childElements(of: common).filter { element in
            guard element != first, element != second else { return true }
            guard tree.nodes[element].tag == tree.nodes[first].tag else { return false }
            let shape = shapes.shape(of: element)
            return shape.isLike(like, search.steps) || shape.isLike(alike, search.steps)
        }
        return RowList(.run, elements: rows, in: common)
    }
}
