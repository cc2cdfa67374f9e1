import BoardPages
import Discovery
import Drafting
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Operating
import Records
import Serving

/// `/new-board/point`: the searched page, to point at its parts. It is shown in a frame, `/new-board/pointed`: sanitised, under a policy
/// that allows no scripts and no loading; each text in it is a button.
struct PointPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    /// The frame's policy: it loads only our style sheet, runs nothing, and can only navigate to the page around it.
    static let policy =
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; sandbox \(sandbox)"
    /// Never combined with scripts, which could remove the sandbox.
    static let sandbox = "allow-forms allow-same-origin allow-top-navigation-by-user-activation"

    init(_ feature: NewBoardFeature, _ context: PageContext) throws {
        guard feature.boards.own != nil else { throw Refusal(.notFound) }
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
    }

    // MARK: The surrounding page

    func page(for request: Request) async throws -> Response {
        guard var before = Pointing(request.query) else { return gone("") }
        guard let found = feature.shelf.found(before.found, for: person.id), found.isPage else { return gone(before.source) }
        before.source = found.address
        var (model, pointing) = (PointModel(pointing: before), before)
        let tap = request.query["tap"].flatMap { Int($0) }
        if let tap { pointing.tap(tap) }
        // A typed text is searched for until only one occurrence is left.
        let isSearch = pointing.value == nil && !pointing.said.isEmpty && pointing.rows.isEmpty
        do {
            let read = try await feature.analysing.run(for: "person \(person.id)") { [pointing] in
                await BoardFinder.apart {
                    isSearch ? Self.places(of: pointing.said, on: found.document) : Self.read(pointing, on: found.document)
                }
            }
            model.pointing = pointing
            model.last = tap ?? pointing.value
            switch read {
            case .nothing: break
            case .places(let places) where places.count == 1: return .on(to: pointing.only(places[0].number).address)
            case .places(let places):
                model.places = places
                if places.isEmpty {
                    model.problem = words("The page doesn’t show “\(pointing.said)”. Copy it from the page, or tap it below.")
                }
            case .text(let text): model.only = text
            case .value(let ways, let proposal):
                (model.ways, model.proposal) = (ways, proposal)
                if let proposal {
                    feature.shelf.change(before.found, for: person.id) { $0.pointed = proposal }
                    model.list = found.proposals.all.count
                } else {
                    model.problem = words("Nothing around this text tells it apart from others on the page. Tap another one.")
                }
            case .noList:
                model.pointing.rows = []
                model.problem = words("Tidings can’t find a list with these two in different rows. Tap two others.")
            case .list(let proposal, let refused):
                model.proposal = proposal
                model.pointing.toggled.removeAll { refused.contains($0) }
                if !refused.isEmpty { model.problem = words("This text can’t be a field: it isn’t in the rows, or no path leads to it.") }
                feature.shelf.change(before.found, for: person.id) { $0.pointed = proposal }
                model.list = found.proposals.all.count
            }
        } catch is FairSemaphore.Refused {
            model.problem = words("The server is busy. Try again in a few seconds.")
        }
        return answer(PointView(model: model, words: words).page(context.reader, feature.assets.prefix))
    }

    private enum Read {
        /// Fewer than two texts were selected.
        case nothing
        case noList
        case list(Proposals.Proposal, refused: [Int])
        /// The only selected text.
        case text(String)
        /// The occurrences of a typed text.
        case places([PagePicking.Place])
        /// The ways to read one value, and the chosen one as a board reads it; nil: no board can.
        case value([PointModel.Way], Proposals.Proposal?)
    }

    private static func places(of said: String, on document: BoardFinder.Document) -> Read {
        let page = try? PagePicking(document.bytes, address: document.address, charset: document.charset)
        return .places(page?.places(of: said) ?? [])
    }

    private static func value(_ pointing: Pointing, at number: Int, on page: PagePicking, _ document: BoardFinder.Document) -> Read {
        let ways = page.values(at: number, saying: pointing.said)
        let shown = ways.map { PointModel.Way(text: $0.texts[0][0], kind: $0.fields[0].kind) }
        let chosen = ways.indices.contains(pointing.way) ? ways[pointing.way] : nil
        let proposal = chosen.flatMap {
            Proposals.pointed($0, on: page, document.bytes, at: document.address, charset: document.charset)
        }
        return .value(shown, proposal)
    }

    private static func read(_ pointing: Pointing, on document: BoardFinder.Document) -> Read {
        guard pointing.value != nil || !pointing.rows.isEmpty else { return .nothing }
        guard let page = try? PagePicking(document.bytes, address: document.address, charset: document.charset) else { return .noList }
        if let number = pointing.value { return value(pointing, at: number, on: page, document) }
        guard pointing.rows.count == 2 else {
            let text = page.text(at: pointing.rows[0])
            return text.isEmpty ? .nothing : .text(text)
        }
        func found(_ toggled: [Int]) -> (Proposals.Proposal, [Int])? {
            guard let picked = page.list(with: pointing.rows[0], pointing.rows[1], toggled: toggled) else { return nil }
            let proposal = Proposals.pointed(picked, on: page, document.bytes, at: document.address, charset: document.charset)
            return proposal.map { ($0, picked.refused) }
        }
        if let (proposal, refused) = found(pointing.toggled) { return .list(proposal, refused: refused) }
        // The last tap may have removed the only field.
        guard let last = pointing.toggled.last, let (proposal, refused) = found(Array(pointing.toggled.dropLast())) else { return .noList }
        return .list(proposal, refused: refused + [last])
    }

    /// The form with the page's address, to search again.
    private func gone(_ source: String) -> Response {
        answer(NewBoardView(words: words).page(.expired(source, words), context.reader, feature.assets.prefix), .unprocessableContent)
    }

    private func answer(_ html: HTML, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(html, status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    // MARK: The frame

    func frame(for request: Request) async throws -> Response {
        guard var pointing = Pointing(request.query) else { return gone("") }
        guard let found = feature.shelf.found(pointing.found, for: person.id) else { return expired(pointing) }
        pointing.source = found.address
        let shown: (page: ShownPage, language: String?)?
        do {
            shown = try await feature.analysing.run(for: "person \(person.id)") { [pointing] in
                await BoardFinder.apart { Self.shown(pointing, on: found.document) }
            }
        } catch is FairSemaphore.Refused {
            throw Refusal(.serviceUnavailable, "The server is busy. Try again in a few seconds.")
        }
        guard let shown else { return expired(pointing) }
        let view = PointedFrame(page: shown.page, language: shown.language, pointing: pointing, words: words)
        return framed(view.html(feature.assets.prefix))
    }

    private func expired(_ pointing: Pointing) -> Response {
        framed(PointedFrame.expired(pointing.source, words, feature.assets.prefix), .unprocessableContent)
    }

    private func framed(_ html: HTML, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = answer(html, status)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    private static func shown(_ pointing: Pointing, on document: BoardFinder.Document) -> (page: ShownPage, language: String?)? {
        guard let page = try? PagePicking(document.bytes, address: document.address, charset: document.charset) else { return nil }
        if let number = pointing.value { return (page.shown(withValueAt: number), page.findings.language) }
        guard pointing.rows.count == 2, let picked = page.list(with: pointing.rows[0], pointing.rows[1], toggled: pointing.toggled) else {
            return (page.shown(marking: Set(pointing.rows)), page.findings.language)
        }
        return (picked.shown, page.findings.language)
    }
}

extension FoundLists {
    /// Whether the document can be pointed at.
    var isPage: Bool { proposals.isPage }
}
