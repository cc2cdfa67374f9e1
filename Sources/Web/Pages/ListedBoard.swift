import BoardPages
import Boards
import Foundation
import Hummingbird
import Localisation
import QueuePages
import Queueing
import Records
import Serving
import Storage
import Watching

/// A board, or a board of queues, on pages that list them.
enum ListedBoard: Sendable {
    case board(Board)
    case queues(QueueBoard)

    var name: String {
        switch self {
        case .board(let board): board.name
        case .queues(let board): board.name
        }
    }

    /// In the reader's language.
    func title(_ words: Words) -> String {
        switch self {
        case .board(let board): board.translated(for: words).title
        case .queues(let board): board.translated(to: words.catalogue.language.code).title
        }
    }

    /// Its file has only an example of an address.
    var isExample: Bool { if case .board(let board) = self { board.source.isExample } else { false } }
    /// It isn't read, because its owner's account is disabled.
    var rests: Bool { if case .board(let board) = self { board.own?.rests ?? false } else { false } }
    /// The person who added it.
    var owner: Person.ID? { if case .board(let board) = self { board.own?.person } else { nil } }

    /// The address of its standard feed; nil for queues.
    var address: (board: String, url: String)? {
        if case .board(let board) = self { (board.name, board.source.url.absoluteString) } else { nil }
    }
}

extension HomeFeature {
    /// All boards that the reader may see, by name, boards of queues last.
    func listed(for context: PageContext) -> [ListedBoard] {
        boards.all(for: context).map(ListedBoard.board) + queues.queueBoards(for: context).map(ListedBoard.queues)
    }

    /// The cards of these boards, in order. One statement finds all feeds. `request` is for news, which may take more statements per board;
    /// nil: no news.
    func cards(of listed: [ListedBoard], _ context: PageContext, newsFor request: Request?) async throws -> [HomeCard] {
        let feeds = try await store.feeds.known(listed.compactMap(\.address))
        let hasQueues = listed.contains { if case .queues = $0 { true } else { false } }
        let states = hasQueues && request != nil ? try await queues.queues.states() : nil
        var cards: [HomeCard] = []
        for one in listed {
            switch one {
            case .board(let board): cards.append(try await card(board, feeds[board.name], context, request))
            case .queues(let board): cards.append(card(board, states, context.words))
            }
        }
        return cards
    }

    /// `feed` is nil if the board has never been read.
    private func card(_ board: Board, _ feed: Feed?, _ context: PageContext, _ request: Request?) async throws -> HomeCard {
        var card = HomeCard(board.translated(for: context.words), health: .neverRead)
        card.symbol = boards.views.of(board).symbol(of: board)
        let isUnset = NotSetUp.holds(for: board, feed.map { [$0] } ?? [])
        if let feed, await boards.watcher.progress(of: feed) != nil {
            card.health = .running
        } else if board.own?.rests == true {
            card.health = .paused
        } else if isUnset {
            card.health = .notSetUp
        } else if let feed, feed.failure != nil {
            card.health = .failing(lastRead: feed.lastSuccess)
        } else if let updated = feed?.lastSuccess {
            card.health = .fresh(updated: updated)
        }
        guard let feed else { return card }
        card.changed = feed.lastChange
        if let request, feed.lastSuccess != nil {
            card.news = try await boards.views.of(board).news(BoardVisit(boards, board, context, request), feed)
        }
        return card
    }

    /// `states` are those of all queues; nil: they aren't shown.
    private func card(_ board: QueueBoard, _ states: [QueueState]?, _ words: Words) -> HomeCard {
        let board = board.translated(to: words.catalogue.language.code)
        return HomeCard(
            name: board.name, title: board.title, about: board.about,
            news: states.map { HomeNews.queues($0.filter { $0.plan.board == board.name }) }, health: nil, symbol: BoardSymbols.ticket)
    }
}

extension HomeCard {
    /// `board` is in the reader's language.
    fileprivate init(_ board: Board, health: BoardHealth) {
        self.init(name: board.name, title: board.title, about: board.about, news: nil, health: health)
    }
}
