package import Records
package import Serving

/// Where a board's page, events and records are. Names and needles are percent-encoded (RFC 3986, unreserved characters stand).
package struct BoardPaths: Sendable {
    package let board: String
    /// What is chosen of the board, as a query; empty for what is standard. It goes along with every address but those of records, which are
    /// of one feed anyway.
    private let choice: String
    /// The same for a form with GET: a browser drops what the form's address has after its `?`.
    package let fields: HTML

    package init(_ board: String, _ choice: BoardChoice = .standard) {
        self.board = Percent.encoded(board)
        self.choice = choice.query
        fields = choice.fields
    }

    package var page: String { address(root) }
    package var live: String { address("/live/boards/\(board)") }
    package var records: String { address("/api/v1/boards/\(board)/records") }
    package var changes: String { address("/api/v1/boards/\(board)/changes") }
    /// What the API has of it besides.
    package func api(_ name: String) -> String { address("/api/v1/boards/\(board)/\(name)") }

    /// What other programs read: its records, and its changes.
    package var json: String { address("\(root).json") }
    package var csv: String { address("\(root).csv") }
    package var atom: String { atom(before: nil) }
    package func atom(before: Int64?) -> String { address("\(root).atom", before.map { "before=\($0)" }) }
    /// Without what is chosen.
    package var atomPath: String { "\(root).atom" }
    package var jsonFeed: String { address("\(root)/feed.json") }

    /// All of these, for the head of its page.
    package func alternates(title: String) -> [PageShell.Alternate] {
        [
            .init("application/atom+xml", at: atom, title: title), .init("application/feed+json", at: jsonFeed, title: title),
            .init("application/json", at: json), .init("text/csv", at: csv),
        ]
    }

    /// What a person is reminded of.
    package var reminders: String { address("\(root)/reminders") }

    /// All of a list as vCards.
    package var cards: String { address("\(root)/contacts.vcf") }

    /// The page of one record, by the store's number for it.
    package func record(_ id: Int64) -> String { "\(root)/records/\(id)" }
    package func card(_ id: Int64) -> String { "\(record(id)).vcf" }

    /// The picture in a record's field, through this server. `version` tells one published address from the next.
    package func picture(_ id: Int64, _ field: Field, version: String) -> String {
        "\(record(id))/\(Percent.encoded(field.name))?v=\(Fingerprint(version))"
    }

    /// A table's page from its `from`th row on, base 0.
    package func page(_ query: String, _ sort: RecordSort?, from: Int = 0) -> String {
        address(
            root, query.isEmpty ? nil : "q=\(Percent.encoded(query))", sort.map { "sort=\(Percent.encoded($0.text))" },
            from == 0 ? nil : "from=\(from)")
    }

    /// The page with `field` asked for.
    package func page(where field: Field, is needle: String) -> String { address(root, Self.pair(field.name, needle)) }

    /// Only the records whose `field` is `needle`.
    package func records(where field: Field, is needle: String) -> String {
        address("/api/v1/boards/\(board)/records", Self.pair(field.name, needle))
    }

    package var changesPage: String { changesPage(key: nil, before: nil) }

    /// Only those of the record with that key; the older ones.
    package func changesPage(key: String?, before: Int64?) -> String {
        address("\(root)/changes", key.map { Self.pair("key", $0) }, before.map { "before=\($0)" })
    }

    package var health: String { health(before: nil) }
    package func health(before: Int64?) -> String { address("\(root)/health", before.map { "before=\($0)" }) }

    package var root: String { "/boards/\(board)" }

    private static func pair(_ name: String, _ value: String) -> String { "\(Percent.encoded(name))=\(Percent.encoded(value))" }

    package func address(_ path: String, _ parts: String?...) -> String {
        let parts = parts.compactMap { $0 } + (choice.isEmpty ? [] : [choice])
        return parts.isEmpty ? path : "\(path)?\(parts.joined(separator: "&"))"
    }
}
