package import Extraction
package import Foundation
package import Markup

/// Finds the lists of a document: rows, typed fields with names and paths, and each list's key.
///
/// Pure: the same bytes and address give the same result, and nothing is fetched. The cost is limited in elements, rows, fields and steps
/// (`DiscoveryBounds`); the result lists what was left out because of the limits.
package enum Discovery {
    /// The result, best candidates first.
    package struct Findings: Sendable {
        package var candidates: [Candidate]
        /// The page's text by paragraphs, as a last resort.
        package var text: Candidate?
        /// Feeds and other data that a page links, better sources than the page itself.
        package var alternates: [Alternate] = []
        /// Pages of the same site that the page embeds, in order.
        package var frames: [FramedPage] = []
        package var leftOut: [LeftOut]
        /// How the document is compressed or archived; nil: it isn't.
        package var wrapping: PackedDocument.Wrapping?
        /// The document's title; empty without one.
        package var title = ""
        /// A BCP 47 tag; nil if unknown.
        package var language: String?
        /// The URL that the document's relative addresses are resolved against.
        package var base: URL?
        /// Whether it is an HTML page.
        package var isPage = false
        /// The steps used, out of `DiscoveryBounds.steps` and `allPathSteps`.
        package var steps = 0
        package var pathSteps = 0
    }

    /// Detects the document's format from its first bytes.
    ///
    /// - Parameters:
    ///   - document: HTML, JSON, JSON lines, XML, a calendar, delimited text or a PDF; or one of these in gzip, xz or ZIP.
    ///   - address: The document's address.
    ///   - charset: The charset in the HTTP response.
    package static func findings(
        in document: [UInt8], address: URL?, charset: String? = nil, bounds: DiscoveryBounds = DiscoveryBounds()
    ) throws(MarkupError) -> Findings {
        let steps = Steps(bounds)
        let host = address?.host() ?? ""
        var findings = Findings(candidates: [], leftOut: [], base: address)
        var (document, charset) = (document, charset)
        if let packed = try unpacked(document, bounds) {
            // The HTTP charset is that of the archive, not of the document in it.
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

/// An HTML page, parsed for the search.
struct OpenedPage {
    let document: Document
    let tree: PageTree
    let context: PageContext
    let making: CandidateMaking

    init(_ html: [UInt8], charset: String?, _ host: String, _ bounds: DiscoveryBounds, _ steps: Steps) throws(MarkupError) {
        var limits = MarkupLimits()
        // Elements that are deeper than the bounds are skipped; the page isn't refused.
        limits.depth = 20_000
        // Paths are tested on the page.
        (limits.pathOperations, limits.allPathOperations) = (bounds.pathSteps, bounds.allPathSteps)
        document = try Document(html: html, charset: charset, limits: limits)
        tree = PageTree(document, bounds, steps)
        context = PageContext(tag: tree.language, host: host)
        making = Discovery.making(context, bounds, steps)
    }

    /// Fills in the page's metadata.
    func describe(_ findings: inout Discovery.Findings) {
        (findings.title, findings.language, findings.isPage) = (tree.title, context.language, true)
        if let base = document.base.flatMap({ URL(string: $0.trimmed, relativeTo: findings.base) }) { findings.base = base.absoluteURL }
    }
}
