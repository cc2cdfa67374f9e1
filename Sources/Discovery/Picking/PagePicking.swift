import Extraction
package import Foundation
package import Markup

/// A page that a person points at: two texts in different rows make a list, further texts make fields or take them out.
///
/// Values only: the same page and numbers give the same list. Numbers are those of `ShownPage`.
package struct PagePicking {
    private let tree: PageTree
    private let document: Document
    private let search: PageSearch
    /// What the page says of itself; without candidates.
    package let findings: Discovery.Findings

    /// A list that was pointed at.
    package struct Picked {
        /// With its paths.
        package let candidate: Candidate
        /// The page with its rows and fields marked.
        package let shown: ShownPage
        /// Numbers of what isn't in the rows, or what no path leads to.
        package let refused: [Int]
    }

    /// Most fields that are made or taken out by hand.
    package static let most = 60

    /// nil of a document that is no page of HTML. Takes what `Discovery.findings` takes of a page.
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

    /// The page, with nothing but these marked.
    package func shown(marking numbers: Set<Int> = []) -> ShownPage { ShownPage(tree, rows: [], isField: numbers.contains) }

    /// The list in which two texts or pictures are in different rows, with the fields that are found in it but for those at `toggled`, and
    /// with those at `toggled` that are none yet. nil if there is no such list.
    package func list(with one: Int, _ other: Int, toggled: [Int] = []) -> Picked? {
        guard isHere(one), isHere(other), one != other else { return nil }
        guard var pointed = likeliest(one, other) else { return nil }
        var refused: [Int] = []
        for node in toggled.prefix(Self.most) {
            if !isHere(node) || !pointed.toggle(node) { refused.append(node) }
        }
        guard !pointed.candidate.fields.isEmpty else { return nil }
        let proof = PathProof(tree, document)
        let candidate = PathMaking(tree: tree).withPaths([pointed.candidate], first: 1, proof)[0]
        refused += toggled.filter { node in pointed.field(at: node).map { candidate.fields[$0].paths.isEmpty } ?? false }
        return Picked(candidate: candidate, shown: ShownPage(tree, rows: pointed.rows, isField: pointed.isField), refused: refused)
    }

    /// The root can't be pointed at.
    private func isHere(_ node: Int) -> Bool { node > 0 && node < tree.nodes.count }

    // MARK: Lists

    /// The one with the smallest rows that has them in two; of equal ones, that with the most rows.
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

    /// Two rows that are like no others: the elements in which they part, and those beside them with the same tag.
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
