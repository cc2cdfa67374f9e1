package import Records
package import Serving

/// The paths of a board's page, events and records. Names and needles are percent-encoded (all but unreserved characters, RFC 3986).
package struct BoardPaths: Sendable {
    package let board: String
    /// The choice of parameters as a query; empty for the defaults. All paths include it except those of records, because a record belongs
    /// to one feed.
    private let choice: String
    /// The same for a GET form, because a browser drops the query of the form's address.
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
    /// Other paths of the board in the API.
    package func api(_ name: String) -> String { address("/api/v1/boards/\(board)/\(name)") }

    /// The paths of its records and its changes for other programs.
    package var json: String { address("\(root).json") }
    package var csv: String { address("\(root).csv") }
    package var atom: String { atom(before: nil) }
    package func atom(before: Int64?) -> String { address("\(root).atom", before.map { "before=\($0)" }) }
    /// Without the choice of parameters.
    package var atomPath: String { "\(root).atom" }
    package var jsonFeed: String { address("\(root)/feed.json") }

    /// All of these, for the page's head.
    package func alternates(title: String) -> [PageShell.Alternate] {
        [
            .init("application/atom+xml", at: atom, title: title), .init("application/feed+json", at: jsonFeed, title: title),
            .init("application/json", at: json), .init("text/csv", at: csv),
        ]
    }

    /// The person's reminders on this board.
    package var reminders: String { address("\(root)/reminders") }

    /// The whole list as vCards.
    package var cards: String { address("\(root)/contacts.vcf") }

    /// The page of one record, by its row id in the store.
    package func record(_ id: Int64) -> String { "\(root)/records/\(id)" }
    package func card(_ id: Int64) -> String { "\(record(id)).vcf" }

    /// The picture in a record's field, through this server. `version` changes with the published address.
    package func picture(_ id: Int64, _ field: Field, version: String) -> String {
        "\(record(id))/\(Percent.encoded(field.name))?v=\(Fingerprint(version))"
    }

    /// A table's page beginning at row `from`, base 0.
    package func page(_ query: String, _ sort: RecordSort?, from: Int = 0) -> String {
        address(
            root, query.isEmpty ? nil : "q=\(Percent.encoded(query))", sort.map { "sort=\(Percent.encoded($0.text))" },
            from == 0 ? nil : "from=\(from)")
    }

    /// The page with `needle` in the asked `field`.
    package func page(where field: Field, is needle: String) -> String { address(root, Self.pair(field.name, needle)) }

    /// Only the records with `needle` in `field`.
    package func records(where field: Field, is needle: String) -> String {
        address("/api/v1/boards/\(board)/records", Self.pair(field.name, needle))
    }

    package var changesPage: String { changesPage(key: nil, before: nil) }

    /// Only changes of the record with that key; only changes before that one.
    package func changesPage(key: String?, before: Int64?) -> String {
        address("\(root)/changes", key.map { Self.pair("key", $0) }, before.map { "before=\($0)" })
    }

    package var health: String { health(before: nil) }
    package func health(before: Int64?) -> String { address("\(root)/health", before.map { "before=\($0)" }) }

    /// The picture of the source's page at a fetch, by the fetch's id.
    package func picture(at fetch: Int64) -> String { address("\(root)/health/pictures/\(fetch)") }

    package var root: String { "/boards/\(board)" }

    private static func pair(_ name: String, _ value: String) -> String { "\(Percent.encoded(name))=\(Percent.encoded(value))" }

    package func address(_ path: String, _ parts: String?...) -> String {
        let parts = parts.compactMap { $0 } + (choice.isEmpty ? [] : [choice])
        return parts.isEmpty ? path : "\(path)?\(parts.joined(separator: "&"))"
    }
}
