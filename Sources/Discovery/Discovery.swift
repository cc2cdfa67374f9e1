package import Extraction
package import Foundation
package import Markup

/// Finds the lists of a document: rows, typed fields with names and paths, and what identifies a row.
///
/// Values only: the same bytes and address give the same answer. Nothing is fetched. What it may cost is bounded in elements, rows, fields
/// and steps (`DiscoveryBounds`); what was left out because of that is said.
package enum Discovery {
    /// What was found, the best first.
    package struct Findings: Sendable {
        package var candidates: [Candidate]
        /// The page's text by paragraphs: the last resort.
        package var text: Candidate?
        /// Feeds and other data that a page names, to be looked at before it.
        package var alternates: [Alternate] = []
        /// Pages of the same site that the page shows inside itself, in its order.
        package var frames: [FramedPage] = []
        package var leftOut: [LeftOut]
        /// How the document is packed; nil: it isn't.
        package var wrapping: PackedDocument.Wrapping?
        /// What the document is called; empty if it doesn't say.
        package var title = ""
        /// A tag of BCP 47; nil if it is not known.
        package var language: String?
        /// By what the document's relative addresses are read.
        package var base: URL?
        /// It is a page of HTML.
        package var isPage = false
        /// What it took, of `DiscoveryBounds.steps` and `allPathSteps`.
        package var steps = 0
        package var pathSteps = 0
    }

    /// Tells by the first bytes what the document is.
    ///
    /// - Parameters:
    ///   - document: HTML, JSON, JSON lines, XML, a calendar, delimited text or a PDF; or one of these packed by gzip, xz or ZIP.
    ///   - address: Where it is from.
    ///   - charset: What HTTP says of its charset.
    package static func findings(
        in document: [UInt8], address: URL?, charset: String? = nil, bounds: DiscoveryBounds = DiscoveryBounds()
    ) throws(MarkupError) -> Findings {
        let steps = Steps(bounds)
        let host = address?.host() ?? ""
        var findings = Findings(candidates: [], leftOut: [], base: address)
        var (document, charset) = (document, charset)
        if let packed = try unpacked(document, bounds) {
            // What HTTP says of characters is about the packing.
            (document, charset, findings.wrapping) = (packed.document, nil, packed.wrapping)
        }
        func data(_ context: PageContext) -> DataSearch {
            findings.language = context.language
            return DataSearch(making: making(context, bounds, steps), bounds: bounds, steps: steps)
        }
        switch DocumentForm(document, charset: charset) {
        case .page: try search(html: document, from: address, charset: charset, bounds, steps, &findings)
        case .json(let values): findings.candidates = data(PageContext(tag: "", host: host)).candidates(json: values)
        case .xml:
            guard let root = try Document(xml: document, charset: charset).root?.element else { break }
            findings.title = (root["title"] ?? root["channel"]?["title"])?.text.squeezed ?? ""
            findings.candidates = data(PageContext(tag: root[attribute: "lang"] ?? "", host: host)).candidates(xml: root)
        case .calendar:
            guard let calendar = try? CalendarDocument(document, charset: charset, limit: bounds.rowsHeld) else { break }
            findings.title = calendar.title
            findings.candidates = data(PageContext(tag: "", host: host)).candidates(calendar: calendar)
        case .pdf:
            guard let tables = try? PDFTableDocument(document, limit: bounds.rowsHeld) else { break }
            findings.candidates = data(PageContext(tag: "", host: host)).candidates(pdf: tables)
        case .text(let text): findings.candidates = data(PageContext(tag: "", host: host)).candidates(text: text)
        case .unknown: break
        }
        findings.candidates = best(findings.candidates, bounds)
        (findings.leftOut, findings.steps) = (steps.leftOut, steps.taken)
        return findings
    }

    static func unpacked(_ document: [UInt8], _ bounds: DiscoveryBounds) throws(MarkupError) -> PackedDocument? {
        do { return try PackedDocument(document, byteLimit: bounds.unpackedBytes) } catch {
            throw MarkupError(.limit, "\(error)")
        }
    }

    private static func search(
        html: [UInt8], from address: URL?, charset: String?, _ bounds: DiscoveryBounds, _ steps: Steps, _ findings: inout Findings
    ) throws(MarkupError) {
        let page = try OpenedPage(html, charset: charset, address?.host() ?? "", bounds, steps)
        let (document, tree, making) = (page.document, page.tree, page.making)
        let scripts = ScriptData(tree.scripts, steps)
        let shown = scripts.states.isEmpty ? [] : Set(tree.texts.lazy.filter { !$0.isEmpty }.map(\.trimmed))
        let data = DataSearch(making: making, bounds: bounds, steps: steps).candidates(scripts: scripts, shown: shown)
        let found = best(data + PageSearch(tree: tree, making: making, bounds: bounds, steps: steps).candidates(), bounds)
        let proof = PathProof(tree, document)
        findings.candidates = PathMaking(tree: tree).withPaths(found, first: bounds.withPaths, proof)
        findings.text = PageText(proof: proof).candidate()
        findings.pathSteps = document.pathOperations
        if findings.pathSteps >= bounds.allPathSteps { steps.note(.paths) }
        page.describe(&findings)
        findings.alternates = Alternate.all(tree.links, base: findings.base)
        findings.frames = FramedPage.all(tree.frames, base: findings.base, on: address)
    }

    private static func best(_ found: [Candidate], _ bounds: DiscoveryBounds) -> [Candidate] {
        let sorted = found.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        return sorted.prefix(bounds.candidates).map(\.element)
    }

    static func making(_ context: PageContext, _ bounds: DiscoveryBounds, _ steps: Steps) -> CandidateMaking {
        CandidateMaking(reading: ColumnReading(context: context), bounds: bounds, steps: steps)
    }
}

/// A page of HTML, as it is searched.
struct OpenedPage {
    let document: Document
    let tree: PageTree
    let context: PageContext
    let making: CandidateMaking

    init(_ html: [UInt8], charset: String?, _ host: String, _ bounds: DiscoveryBounds, _ steps: Steps) throws(MarkupError) {
        var limits = MarkupLimits()
        // What lies deeper than the bounds is left out, not refused.
        limits.depth = 20_000
        // Paths are proved on the page.
        (limits.pathOperations, limits.allPathOperations) = (bounds.pathSteps, bounds.allPathSteps)
        document = try Document(html: html, charset: charset, limits: limits)
        tree = PageTree(document, bounds, steps)
        context = PageContext(tag: tree.language, host: host)
        making = Discovery.making(context, bounds, steps)
    }

    /// What the page says of itself.
    func describe(_ findings: inout Discovery.Findings) {
        (findings.title, findings.language, findings.isPage) = (tree.title, context.language, true)
        if let base = document.base.flatMap({ URL(string: $0.trimmed, relativeTo: findings.base) }) { findings.base = base.absoluteURL }
    }
}
