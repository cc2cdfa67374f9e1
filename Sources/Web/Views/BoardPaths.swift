import Records

/// Where a board's page, events and records are. Names and needles are percent-encoded (RFC 3986, unreserved characters stand).
struct BoardPaths: Sendable {
    let board: String

    init(_ board: String) { self.board = Self.encoded(board) }

    var page: String { "/boards/\(board)" }
    var live: String { "/live/boards/\(board)" }
    var records: String { "/api/v1/boards/\(board)/records" }
    var changes: String { "/api/v1/boards/\(board)/changes" }

    /// All of a list as vCards.
    var cards: String { "\(page)/contacts.vcf" }

    /// The page of one record, by the store's number for it.
    func record(_ id: Int64) -> String { "\(page)/records/\(id)" }
    func card(_ id: Int64) -> String { "\(record(id)).vcf" }

    /// The picture in a record's field, through this server. `version` tells one published address from the next.
    func picture(_ id: Int64, _ field: Field, version: String) -> String {
        "\(record(id))/\(Self.encoded(field.name))?v=\(Fingerprint(version.utf8))"
    }

    /// A list's page from its `from`th row on, base 0.
    func page(_ query: String, _ order: ListOrder, from: Int = 0) -> String {
        let parts = [
            query.isEmpty ? nil : "q=\(Self.encoded(query))", order == .name ? nil : "order=\(order.rawValue)",
            from == 0 ? nil : "from=\(from)",
        ].compactMap { $0 }
        return parts.isEmpty ? page : "\(page)?\(parts.joined(separator: "&"))"
    }

    /// The page with `field` asked for.
    func page(where field: Field, is needle: String) -> String { "\(page)?\(Self.encoded(field.name))=\(Self.encoded(needle))" }

    /// Only the records whose `field` is `needle`.
    func records(where field: Field, is needle: String) -> String { "\(records)?\(Self.encoded(field.name))=\(Self.encoded(needle))" }

    static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
