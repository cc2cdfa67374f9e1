package import Boards
package import Fetching
package import HTTPTypes
package import Localisation
package import Records
package import Serving
package import Storage
package import Watching

/// The boards of a server: their feeds, readers, live events and views.
package struct KnownBoards: Sendable {
    package let site: Site
    private let registry: BoardRegistry
    package let views: Views
    package let watcher: Watcher
    package let fetcher: Fetcher
    package let services: ServiceCalls
    package let live: LiveBoards
    package let places: KnownPlaces
    /// The boards that people have added here and can change; nil: adding boards isn't possible.
    package let own: OwnBoards?
    package let queries = LongQueries()
    package let details = DetailTexts()
    private let ownStore: Store

    package init(
        _ registry: BoardRegistry, _ views: Views, site: Site, store: Store, watcher: Watcher, fetcher: Fetcher, services: ServiceCalls,
        live: LiveBoards, places: KnownPlaces, own: OwnBoards? = nil
    ) {
        (self.registry, self.views, self.site, ownStore) = (registry, views, site, store)
        (self.watcher, self.fetcher, self.services, self.live, self.places) = (watcher, fetcher, services, live, places)
        self.own = own
    }

    package var store: Store { ownStore.forAsker }
    package var assets: AssetLibrary { site.assets }

    /// The current boards that the caller may see, by name (`Asking`). A board that another person has added and not shared doesn't exist
    /// for them.
    package var all: [Board] { registry.current.all.filter { $0.isVisible(to: Asking.person) } }
    package var names: Set<String> { Set(registry.current.all.map(\.name)) }

    /// The boards that the reader may see. Visitors see only public ones.
    package func all(for context: PageContext) -> [Board] { context.isReader ? all : all.filter(\.isPublic) }

    /// Those of the named boards that the reader may see, by name.
    package func some(of names: Set<String>, for context: PageContext) -> [String: Board] {
        let current = registry.current
        let known = names.compactMap { current[$0] }.filter { $0.isVisible(to: Asking.person) && (context.isReader || $0.isPublic) }
        return Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    }

    package func board(_ name: String?) throws -> Board {
        guard let board = name.flatMap({ registry[$0] }), board.isVisible(to: Asking.person) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        return board
    }

    /// A board, even if the caller can't see it. Administrators remove boards that they can't see.
    package func evenHidden(_ name: String) -> Board? { registry[name] }

    /// A person's board with their current rights, for its fetches: they may no longer be an administrator.
    package func asItIs(_ board: Board) async throws -> Board {
        guard let own = board.own else { return board }
        return board.owned(try await ownStore.boards.own(board.name) ?? own)
    }

    /// Whether a person may change a board: it was added here, and either they own it, or it has no owner and they are an administrator.
    package func mayChange(_ board: Board, _ person: Person) -> Bool {
        own?.has(board.name) == true && board.own?.mayBeChanged(by: person) ?? (person.role == .administrator)
    }
}

extension KnownBoards {
    /// The choice of board parameters in a page's query or a posted form. Throws a refusal.
    package func choice(_ values: [String: String], of board: Board, _ words: Words) throws -> BoardChoice {
        do throws(ParameterError) {
            var choice = try BoardChoice(values, of: board)
            if choice.parameters.contains(where: \.isPlace) { choice.places = Array(places.suburbs(of: board.name).prefix(1000)) }
            return choice
        } catch {
            guard let parameter = board.chosenParameters.first(where: { $0.name == error.parameter }) else {
                throw Refusal(.badRequest, "This board has no choice called “\(error.parameter)”.")
            }
            let found = String((BoardChoice.values(in: values)[parameter.name] ?? "").prefix(100))
            let sentence = words("“\(found)” isn’t one of the choices under “\(parameter.field.label)”.")
            throw Refusal(.badRequest, text: [sentence, parameter.field.hint].compactMap { $0 }.joined(separator: " "))
        }
    }

    /// The feeds that are shown together for a choice.
    ///
    /// A new feed is fetched at once, because its reader waits for it.
    package func feeds(of board: Board, _ choice: BoardChoice, for context: PageContext) async throws -> ShownFeeds {
        let shown = try await feeds(of: board, choosing: choice.given, for: context)
        guard !choice.given.isEmpty else { return shown }
        for feed in shown.feeds where feed.lastAttempt == nil && !NotSetUp.holds(for: board, shown.feeds) {
            await watcher.refresh(feed, board, for: "page", by: Asking.behalf?.person)
        }
        return shown
    }

    /// Also throws `ParameterError`.
    package func feeds(of board: Board, choosing given: [String: String], for context: PageContext) async throws -> ShownFeeds {
        guard context.person == nil else { return ShownFeeds(feeds: try await watcher.feeds(of: board, given)) }
        let suburbs = Set(places.suburbs(of: board.name))
        let known = board.chosenParameters.filter { $0.isPlace && given[$0.name].map(suburbs.contains) ?? false }
        return ShownFeeds(feeds: try await watcher.feeds(of: board, given, for: .stranger, known: Set(known.map(\.name))))
    }
}

extension APICall {
    /// The feeds that the call's parameters choose, or those of `chosen`.
    package func feeds(
        of board: Board, in boards: KnownBoards, _ chosen: [String: String]? = nil, _ status: HTTPResponse.Status = .badRequest
    ) async throws -> ShownFeeds {
        do {
            return try await boards.feeds(of: board, choosing: chosen ?? self.chosen, for: context)
        } catch let error as ParameterError {
            throw Self.misfit(BoardChoice.mark + error.parameter, error.detail, status)
        }
    }
}

/// A feature about boards.
package protocol BoardFeature: Feature {
    var boards: KnownBoards { get }
}

extension BoardFeature {
    package var site: Site { boards.site }
    package var store: Store { boards.store }
    package var assets: AssetLibrary { boards.assets }
}
