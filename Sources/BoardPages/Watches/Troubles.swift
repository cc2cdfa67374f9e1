package import Boards
package import Localisation
package import Records
package import Serving
package import Storage
package import Watching

/// The current problems of a board's source for people: a notice for each, with its start and the age of the stored data.
package struct Troubles: Sendable {
    package let standing: [FeedHealth.Standing]
    package let schema: Schema
    package let recordCount: Int
    /// When the stored records were read.
    package let read: Timestamp?

    package init(of feed: Feed, _ schema: Schema, in store: Store) async throws {
        standing = try await store.following.health(of: feed).map(FeedHealth.standing) ?? []
        self.schema = schema
        recordCount = feed.recordCount
        read = feed.lastSuccess
    }

    /// `besidesReading`: leaves out problems that the page already shows with the last reading.
    package func html(_ words: Words, besidesReading: Bool = true) -> HTML {
        let shown = standing.filter { !besidesReading || !$0.trouble.isOfReading }
        let notices = shown.map { standing -> HTML in
            let since = Timestamp(milliseconds: standing.since)
            return Callout.caution(
                markup: """
                    \(sentence(standing.trouble, words)) \
                    <span>\(words("Since")) \(ValueView(words).time(since)).</span> \(kept(standing.trouble, words))
                    """)
        }
        return "\(notices)"
    }

    package func sentence(_ trouble: FeedHealth.Trouble, _ words: Words) -> String {
        func label(_ field: String) -> String { schema[field]?.label ?? field }
        switch trouble {
        case .failing(let reason) where reason.wasReached: return words("Tidings can’t read the source: \(words.text(reason)).")
        case .failing(let reason): return words("Tidings can’t reach the source: \(words.text(reason)).")
        case .empty: return words("The source is empty.")
        case .unreadable(let field, let reason): return words("Tidings can’t read “\(label(field))”: \(reason).")
        case .lost(let field): return words("“\(label(field))” always had values and is now empty in every row.")
        case .quiet: return words("The source hasn’t changed for much longer than usual.")
        }
    }

    private func kept(_ trouble: FeedHealth.Trouble, _ words: Words) -> HTML {
        guard trouble.isOfReading, let read, recordCount > 0 else { return "" }
        return "\(words("\(recordCount) rows kept from the last check")) \(ValueView(words).time(read))."
    }
}

extension FeedHealth.Trouble {
    /// Whether it prevents reading the source, which a page shows with the reading itself.
    fileprivate var isOfReading: Bool {
        switch self {
        case .failing, .empty, .unreadable: true
        case .lost, .quiet: false
        }
    }
}

/// For people who may change a board: a link from its problem to the form that finds its list again.
package enum RepairOffer {
    package static func html(_ board: String, _ words: Words) -> HTML {
        """
        <p class="offer-ways"><a class="button is-soft" href="\(NewBoardPaths.repair(board))">\(words("Find it on the new page"))</a>\
        </p>\n
        """
    }
}

extension ShownFeeds {
    /// The state of the feeds' sources.
    package func status(of board: Board, _ boards: KnownBoards, _ words: Words) async throws -> ReadingStatus {
        let progress = await progress(by: boards.watcher)
        return ReadingStatus(
            isRunning: progress != nil, progress: progress, failure: failure, updated: updated,
            troubles: try await troubles(of: board, in: boards.store, words), isSetUp: !NotSetUp.holds(for: board, feeds))
    }

    /// Whether the feeds' document was read but didn't contain the board's data. While the document itself is missing, looking for the data
    /// there can't help.
    package func mayBeRepaired(in store: Store) async throws -> Bool {
        for feed in feeds {
            if let failure = feed.failure {
                if failure.mayBeRepaired { return true }
                continue
            }
            let standing = try await store.following.health(of: feed).map(FeedHealth.standing) ?? []
            if standing.contains(where: \.trouble.mayBeRepaired) { return true }
        }
        return false
    }

    /// The offer to find the board's data again, for people who may change it; empty if there is nothing to repair.
    package func repairOffer(of board: Board, in store: Store, _ words: Words) async throws -> HTML {
        try await mayBeRepaired(in: store) ? RepairOffer.html(board.name, words) : ""
    }

    /// The feeds' problems other than their last reading.
    package func troubles(of board: Board, in store: Store, _ words: Words) async throws -> HTML {
        guard !NotSetUp.holds(for: board, feeds) else { return NotSetUp.html(words) }
        var all: [HTML] = []
        for feed in feeds { all.append(try await Troubles(of: feed, board.schema, in: store).html(words)) }
        return "\(all)"
    }
}
