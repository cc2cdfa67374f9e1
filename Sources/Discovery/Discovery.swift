import Extraction
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
        package var leftOut: [LeftOut]
        /// What it took, of `DiscoveryBounds.steps` and `allPathSteps`.
        package var (steps, pathSteps) = (0, 0)
    }

    /// Tells by the first bytes what the document is.
    ///
    /// - Parameters:
    ///   - document: HTML, JSON, JSON lines, XML or delimited text.
    ///   - address: Where it is from.
    ///   - charset: What HTTP says of its charset.
    package static func findings(
        in document: [UInt8], address: URL?, charset: String? = nil, bounds: DiscoveryBounds = DiscoveryBounds()
    ) throws(MarkupError) -> Findings {
        let steps = Steps(bounds)
        let context = PageContext(tag: "", host: address?.host() ?? "")
        func search(_ context: PageContext) -> DataSearch {
            DataSearch(making: making(context, bounds, steps), bounds: bounds, steps: steps)
        }
        let found: [Candidate]
        var pathSteps = 0
        switch DocumentForm(document) {
        case .page: found = try candidates(html: document, address: address, charset: charset, bounds, steps, &pathSteps)
        case .json(let values): found = search(context).candidates(json: values)
        case .xml:
            let xml = try Document(xml: document, charset: charset)
            let language = xml.root?.element?[attribute: "lang"] ?? ""
            found = xml.root?.element.map { search(PageContext(tag: language, host: address?.host() ?? "")).candidates(xml: $0) } ?? []
        case .text(let text): found = search(context).candidates(text: text)
        }
        return Findings(candidates: best(found, bounds), leftOut: steps.leftOut, steps: steps.taken, pathSteps: pathSteps)
    }

    private static func candidates(
        html: [UInt8], address: URL?, charset: String?, _ bounds: DiscoveryBounds, _ steps: Steps, _ pathSteps: inout Int
    ) throws(MarkupError) -> [Candidate] {
        var limits = MarkupLimits()
        // What lies deeper than the bounds is left out, not refused.
        limits.depth = 20_000
        // Paths are proved on the page.
        (limits.pathOperations, limits.allPathOperations) = (bounds.pathSteps, bounds.allPathSteps)
        let document = try Document(html: html, charset: charset, limits: limits)
        let tree = PageTree(document, bounds, steps)
        let making = making(PageContext(tag: tree.language, host: address?.host() ?? ""), bounds, steps)
        let scripts = ScriptData(tree.scripts, steps)
        let shown = scripts.states.isEmpty ? [] : Set(tree.texts.lazy.filter { !$0.isEmpty }.map(\.trimmed))
        let data = DataSearch(making: making, bounds: bounds, steps: steps).candidates(scripts: scripts, shown: shown)
        let found = best(data + PageSearch(tree: tree, making: making, bounds: bounds, steps: steps).candidates(), bounds)
        let withPaths = PathMaking(tree: tree, document: document).withPaths(found, first: bounds.withPaths)
        pathSteps = document.pathOperations
        if pathSteps >= bounds.allPathSteps { steps.note(.paths) }
        return withPaths
    }

    private static func best(_ found: [Candidate], _ bounds: DiscoveryBounds) -> [Candidate] {
        let sorted = found.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        return sorted.prefix(bounds.candidates).map(\.element)
    }

    private static func making(_ context: PageContext, _ bounds: DiscoveryBounds, _ steps: Steps) -> CandidateMaking {
        CandidateMaking(reading: ColumnReading(context: context), bounds: bounds, steps: steps)
    }
}
