import Records

/// Where a board's page, events and records are. Names and needles are percent-encoded (RFC 3986, unreserved characters stand).
struct BoardPaths: Sendable {
    let board: String
    /// What is chosen of the board, as a query; empty for what is standard. It goes along with every address but those of records, which are
    /// of one feed anyway.
    private let choice: String

    init(_ board: String, _ choice: BoardChoice = .standard) {
        self.board = Percent.encoded(board)
        self.choice = choice.query
    }

    var page: String { address(root) }
    var live: String { address("/live/boards/\(board)") }
    var records: String { address("/api/v1/boards/\(board)/records") }
    var changes: String { address("/api/v1/boards/\(board)/changes") }
    /// What the API has of it besides.
    func api(_ name: String) -> String { address("/api/v1/boards/\(board)/\(name)") }

    /// What other programs read: its records, and its changes.
    var json: String { address("\(root).json") }
    var csv: String { address("\(root).csv") }
    var atom: String { atom(before: nil) }
    func atom(before: Int64?) -> String { address("\(root).atom", before.map { "before=\($0)" }) }
    /// Without what is chosen.
    var atomPath: String { "\(root).atom" }
    var jsonFeed: String { address("\(root)/feed.json") }

    /// All of a list as vCards.
    var cards: String { address("\(root)/contacts.vcf") }

    /// The page of one record, by the store's number for it.
    func record(_ id: Int64) -> String { "\(root)/records/\(id)" }
    func card(_ id: Int64) -> String { "\(record(id)).vcf" }

    /// The picture in a record's field, through this server. `version` tells one published address from the next.
    func picture(_ id: Int64, _ field: Field, version: String) -> String {
        "\(record(id))/\(Percent.encoded(field.name))?v=\(Fingerprint(version.utf8))"
    }

    /// A table's page from its `from`th row on, base 0.
    func page(_ query: String, _ sort: RecordSort?, from: Int = 0) -> String {
        address(
            root, query.isEmpty ? nil : "q=\(Percent.encoded(query))", sort.map { "sort=\(Percent.encoded($0.text))" },
            from == 0 ? nil : "from=\(from)")
    }

    /// The page with `field` asked for.
    func page(where field: Field, is needle: String) -> String { address(root, Self.pair(field.name, needle)) }

    /// Only the records whose `field` is `needle`.
    func records(where field: Field, is needle: String) -> String {
        address("/api/v1/boards/\(board)/records", Self.pair(field.name, needle))
    }

    var changesPage: String { changesPage(key: nil, before: nil) }

    /// Only those of the record with that key; the older ones.
    func changesPage(key: String?, before: Int64?) -> String {
        address("\(root)/changes", key.map { Self.pair("key", $0) }, before.map { "before=\($0)" })
    }

    var health: String { health(before: nil) }
    func health(before: Int64?) -> String { address("\(root)/health", before.map { "before=\($0)" }) }

    var root: String { "/boards/\(board)" }

    private static func pair(_ name: String, _ value: String) -> String { "\(Percent.encoded(name))=\(Percent.encoded(value))" }

    func address(_ path: String, _ parts: String?...) -> String {
        let parts = parts.compactMap { $0 } + (choice.isEmpty ? [] : [choice])
        return parts.isEmpty ? path : "\(path)?\(parts.joined(separator: "&"))"
    }
}
