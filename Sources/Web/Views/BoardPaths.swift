import Records

/// Where a board's page, events and records are. Names and needles are percent-encoded (RFC 3986, unreserved characters stand).
struct BoardPaths: Sendable {
    let board: String

    init(_ board: String) { self.board = Percent.encoded(board) }

    var page: String { "/boards/\(board)" }
    var live: String { "/live/boards/\(board)" }
    var records: String { "/api/v1/boards/\(board)/records" }
    var changes: String { "/api/v1/boards/\(board)/changes" }
    /// What the API has of it besides.
    func api(_ name: String) -> String { "/api/v1/boards/\(board)/\(name)" }

    /// What other programs read: its records, and its changes.
    var json: String { "\(page).json" }
    var csv: String { "\(page).csv" }
    var atom: String { "\(page).atom" }
    var jsonFeed: String { "\(page)/feed.json" }

    /// All of a list as vCards.
    var cards: String { "\(page)/contacts.vcf" }

    /// The page of one record, by the store's number for it.
    func record(_ id: Int64) -> String { "\(page)/records/\(id)" }
    func card(_ id: Int64) -> String { "\(record(id)).vcf" }

    /// The picture in a record's field, through this server. `version` tells one published address from the next.
    func picture(_ id: Int64, _ field: Field, version: String) -> String {
        "\(record(id))/\(Percent.encoded(field.name))?v=\(Fingerprint(version.utf8))"
    }

    /// A list's page from its `from`th row on, base 0.
    func page(_ query: String, _ order: ListOrder, from: Int = 0) -> String {
        let parts = [
            query.isEmpty ? nil : "q=\(Percent.encoded(query))", order == .name ? nil : "order=\(order.rawValue)",
            from == 0 ? nil : "from=\(from)",
        ].compactMap { $0 }
        return parts.isEmpty ? page : "\(page)?\(parts.joined(separator: "&"))"
    }

    /// The page with `field` asked for.
    func page(where field: Field, is needle: String) -> String { "\(page)?\(Percent.encoded(field.name))=\(Percent.encoded(needle))" }

    /// Only the records whose `field` is `needle`.
    func records(where field: Field, is needle: String) -> String { "\(records)?\(Percent.encoded(field.name))=\(Percent.encoded(needle))" }
}
