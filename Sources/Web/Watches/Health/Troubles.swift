import Localisation
import Records
import Storage
import Watching

/// What is wrong with a board's source now, for people: a notice for each standing trouble, with since when and what is kept.
struct Troubles: Sendable {
    let standing: [FeedHealth.Standing]
    let schema: Schema
    let recordCount: Int
    /// When the records that are kept were read.
    let read: Timestamp?

    init(of feed: Feed, _ schema: Schema, in store: Store) async throws {
        standing = try await store.health(of: feed, as: FeedHealth.self)?.standing ?? []
        self.schema = schema
        recordCount = feed.recordCount
        read = feed.lastSuccess
    }

    /// Beside what a page says of the last reading anyway: a failed one is not said twice.
    func html(_ words: Words, besidesReading: Bool = true) -> HTML {
        let shown = standing.filter { !besidesReading || !$0.trouble.isOfReading }
        let notices = shown.map { standing -> HTML in
            let since = Timestamp(milliseconds: standing.since)
            return """
                <div class="notice trouble">\(Symbols.caution)<p>\(sentence(standing.trouble, words)) \
                <span class="trouble-since">\(words("Since")) \(ValueView(words).time(since)).</span> \(kept(standing.trouble, words))</p></div>
                """
        }
        return "\(notices)"
    }

    func sentence(_ trouble: FeedHealth.Trouble, _ words: Words) -> String {
        func label(_ field: String) -> String { schema[field]?.label ?? field }
        switch trouble {
        case .failing(let reason): return words("It cannot be fetched: \(reason).")
        case .empty: return words("It comes back empty.")
        case .unreadable(let field, let reason): return words("“\(label(field))” cannot be read: \(reason).")
        case .lost(let field): return words("“\(label(field))”, which always had a value, is empty in every record.")
        case .quiet: return words("It has not changed for much longer than is usual for it.")
        }
    }

    private func kept(_ trouble: FeedHealth.Trouble, _ words: Words) -> HTML {
        guard trouble.isOfReading, let read, recordCount > 0 else { return "" }
        return "\(words("\(recordCount) records are kept, as they were read")) \(ValueView(words).time(read))."
    }
}

extension FeedHealth.Trouble {
    /// It keeps the source from being read, which a page says with the reading itself.
    fileprivate var isOfReading: Bool {
        switch self {
        case .failing, .empty, .unreadable: true
        case .lost, .quiet: false
        }
    }
}
