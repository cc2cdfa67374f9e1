package import Extraction
package import Foundation
package import Records

/// A second document that fills in fields that the board's own lacks: `joins`.
///
/// ```yaml
/// joins:
///   stations:
///     url: https://prices.example/stations.csv
///     extract: { delimited: { fields: { name: 'Nome Impianto' } } }
///     on: station
///     fields: [name, position]
/// ```
///
/// `fields` of the board come from this document. Rows match if they are equal in the fields of `on`, which both have. With `or`,
/// a record without such a row gets the row with the same name in that field, ignoring case, spaces and underscores.
/// It is read first, and held as a `JoinTable` while the board's own document is read.
package struct Join: Sendable {
    /// The treatment of a record without a matching row.
    package enum Missing: String, CaseIterable, Sendable {
        /// The document is refused.
        case refuse
        /// The record is skipped. If more records have no row than have one, the document is refused.
        case skip
        /// The record stays, with empty fields.
        case keep
        /// The record is skipped, without a limit: the joined document selects the wanted records.
        case choose
    }

    package let name: String
    package var url: URL
    package let headers: [(name: String, value: String)]
    package let access: SourceAccess?
    package let timeout: Duration?
    package let limit: Int?
    package let missing: Missing
    /// A sample of the document for `tidings board check`.
    package let sample: URL?
    package let extractor: any Extractor
    /// The fields of a row: those of `on`, that of `or`, then those that it fills in.
    package let schema: Schema
    /// Whether keys also match ignoring case if there is no exact match: channel ids are typed by hand.
    package var foldsKeys: Bool { extractor is PlaylistRows }
    /// Whether it maps channels of a guide, by their ids, otherwise by their names.
    var findsChannels: Bool {
        foldsKeys && on.count == 1 && or != nil && schema.fields.prefix(2).map(\.name) == ["channel", "channel_name"]
    }
    /// Indices in the board's schema.
    let on: [Int]
    let or: Int?
    let filled: [Int]

    package static let keys = ["url", "headers", "auth", "timeout", "limit", "extract", "on", "or", "fields", "missing", "sample"]

    static func all(in declaration: Declaration, of schema: Schema, folder: URL) throws(DeclarationError) -> [Join] {
        var joins: [Join] = []
        for entry in try declaration.entries() {
            guard Board.isName(entry.key, including: "_") else {
                throw DeclarationError(
                    line: entry.line, "joins: one is named with lower-case letters, digits and underscores, not '\(entry.key)'")
            }
            joins.append(try Join(entry.value, name: entry.key, schema, folder, after: joins))
        }
        guard joins.count <= 10 else { throw declaration.error("more than 10 joined documents") }
        return joins
    }

    private init(
        _ declaration: Declaration, name: String, _ board: Schema, _ folder: URL, after others: [Join]
    ) throws(DeclarationError) {
        let keys = try declaration.entries(knowing: Self.keys)
        func wanted(_ key: String, _ example: String) throws(DeclarationError) -> Declaration {
            guard let value = keys[key] else { throw declaration.error("'\(key)' is missing; for example \(key): \(example)") }
            return value
        }
        self.name = name
        url = try wanted("url", "https://example.org/stations.csv").webAddress()
        headers = try keys["headers"].map(Board.headers) ?? []
        access = try keys["auth"].map { auth throws(DeclarationError) in try SourceAccess(auth) }
        timeout = try keys["timeout"]?.duration()
        limit = try keys["limit"]?.byteCount()
        missing = try keys["missing"]?.choice(Missing.self) ?? .refuse
        sample = try keys["sample"].map { sample throws(DeclarationError) in try sample.file(in: folder) }

        let (keyed, listed) = (try wanted("on", "id"), try wanted("fields", "[name, address]"))
        let on = try board.places(of: try keyed.names(), keyed)
        let filled = try board.places(of: try listed.texts(), listed)
        let or = try keys["or"].map { or throws(DeclarationError) in try board.places(of: [try or.text()], or)[0] }
        (self.on, self.or, self.filled) = (on, or, filled)
        schema = Schema(fields: (on + [or].compactMap { $0 } + filled).map { board.fields[$0] })
        let taken = others.flatMap(\.filled)
        let shared = on + others.flatMap(\.on)
        if let place = filled.first(where: { shared.contains($0) || taken.contains($0) }) {
            throw listed.error("the field '\(board.fields[place].name)' has another place already")
        }
        if let or, on.contains(or) || filled.contains(or) || taken.contains(or), let place = keys["or"] {
            throw place.error("the field '\(board.fields[or].name)' has another place already")
        }
        if let place = on.first(where: { board.fields[$0].isOptional || taken.contains($0) }) {
            throw keyed.error("the field '\(board.fields[place].name)' must be in the board's own document, and never empty")
        }
        if missing == .keep, let field = filled.map({ board.fields[$0] }).first(where: { !$0.isOptional }) {
            throw listed.error("with missing: keep the field '\(field.name)' must be optional")
        }
        extractor = try Extractors.extractor(try wanted("extract", "{ delimited: { … } }"), schema: schema)
    }
}

extension Schema {
    /// The fields that the board's own document must provide.
    func without(_ joins: [Join]) -> Schema {
        let filled = Set(joins.flatMap(\.filled))
        return filled.isEmpty ? self : Schema(fields: fields.indices.filter { !filled.contains($0) }.map { fields[$0] })
    }

    fileprivate func places(of names: [String], _ declaration: Declaration) throws(DeclarationError) -> [Int] {
        var places: [Int] = []
        for name in names {
            guard let place = index(of: name), !places.contains(place) else {
                throw declaration.error("there is no field '\(name)' under 'fields' of the board, or it is named twice")
            }
            places.append(place)
        }
        guard !places.isEmpty else { throw declaration.error("one field at least is expected") }
        return places
    }
}

extension Declaration {
    /// One name, or a list of them.
    fileprivate func names() throws(DeclarationError) -> [String] {
        if case .list = content { return try texts() }
        return [try text()]
    }

    fileprivate func webAddress() throws(DeclarationError) -> URL {
        let text = try text()
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { throw error("'\(text)' is not a web address like https://example.org/list.pdf") }
        return url
    }

    /// A file in the board's folder.
    func file(in folder: URL) throws(DeclarationError) -> URL {
        let name = try text()
        let file = folder.appendingPathComponent(name)
        guard !name.contains("/"), FileManager.default.fileExists(atPath: file.path) else {
            throw error("there is no file '\(name)' in the board's folder")
        }
        return file
    }
}
