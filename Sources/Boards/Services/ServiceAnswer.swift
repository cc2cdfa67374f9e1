package import Extraction
import Foundation
package import Records

/// The result of a service method: rows, as records of its declared fields or open.
package struct ServiceAnswer: Sendable {
    package enum Rows: Sendable {
        case records([Record], Schema)
        case open([OpenRow])
    }

    package let rows: Rows
    /// Seconds since the source responded, if the answer is from the cache.
    package let age: Int?

    package init(rows: Rows, age: Int?) {
        self.rows = rows
        self.age = age
    }

    package var count: Int {
        switch rows {
        case .records(let records, _): records.count
        case .open(let rows): rows.count
        }
    }

    /// Each row as one JSON object. A name that occurs more than once becomes an array.
    package var json: [JSONLine] {
        switch rows {
        case .records(let records, let schema): records.map { $0.json(schema) }
        case .open(let rows): rows.map { $0.json }
        }
    }

    /// Each row decoded as the caller's type, by field names.
    package func decoded<Row: Decodable>(as _: Row.Type) throws -> [Row] {
        let decoder = JSONDecoder()
        return try json.map { try decoder.decode(Row.self, from: Data($0.closed.utf8)) }
    }
}

extension ServiceMethod {
    /// Parses a response of the service or its sample. Throws `ExtractionError`.
    package func answer(to document: [UInt8], _ hints: DocumentHints = DocumentHints(), age: Int? = nil) throws -> ServiceAnswer {
        switch answer {
        case .open(let open): ServiceAnswer(rows: .open(try open.rows(of: document, hints)), age: age)
        case .records(let extractor, let schema):
            ServiceAnswer(rows: .records(try extractor.records(of: document, hints, schema), schema), age: age)
        }
    }
}

extension Extractor {
    /// The certain records of a whole document, in order. Throws `ExtractionError`.
    ///
    /// With a schema, relative addresses in them are resolved.
    package func records(of document: [UInt8], _ hints: DocumentHints = DocumentHints(), _ schema: Schema? = nil) throws -> [Record] {
        var run = begin(hints)
        if let schema { run = run.resolving(schema, against: hints.address) }
        return try run.records(of: document)
    }
}

extension ExtractionRun {
    /// The certain records of a whole document, in order. Throws `ExtractionError`.
    mutating func records(of document: [UInt8]) throws -> [Record] {
        var records: [Record] = []
        let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { records.append(record) } }
        try append(document, keep)
        try finish(keep)
        return records
    }
}

extension OpenRow {
    package var json: JSONLine {
        var line = JSONLine()
        var names: [String] = []
        for field in fields where !names.contains(field.name) { names.append(field.name) }
        for name in names {
            let texts = fields.filter { $0.name == name }.map(\.text)
            if texts.count == 1 { line.add(name, texts[0]) } else { line.add(name, texts) }
        }
        return line
    }
}
