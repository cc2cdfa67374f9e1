import Extraction
import Foundation
import Records
import Serving

/// One label and its value on a record's page.
struct DetailField: Hashable, Sendable {
    /// The source's name of the field.
    let name: String
    let label: String
    let value: RecognisedValue
    /// The source's note on this value: `work`, for a telephone with an attribute `kind`.
    var note: String?
}

/// Everything that a record's page shows, at one moment.
package struct DetailModel: Sendable {
    enum State: Hashable, Sendable {
        /// The board has no service: the stored data is complete.
        case whole
        /// The service hasn't answered yet.
        case waiting
        /// The service has answered just now, or earlier at this time.
        case answered(asOf: Timestamp?)
        /// The service failed; the reason as half a sentence.
        case failed(String)
        /// The service doesn't know the record.
        case notFound
    }

    var boardName: String
    var choice = BoardChoice.standard
    var boardTitle: String
    var id: Int64
    var name: String
    /// Its address on this server.
    var picture: String?
    /// The top of the page from the board's view, instead of a `Face`.
    var opening: HTML?
    /// The stored record's fields without name, picture and those in the opening.
    var stored: [DetailField]
    /// When the record's feed was last read completely.
    var updated: Timestamp?
    /// The service's answer, a group per row.
    var groups: [[DetailField]] = []
    var state: State
    var hasCard: Bool
    /// The record's last change, and when it was detected; nil if none is known.
    var lastChange: (table: ChangeTable, seen: Timestamp)?
    /// The buttons to watch it, and to see its history.
    var watching: WatchLinks?

    /// Stored fields that the service doesn't repeat.
    var own: [DetailField] {
        let told = Set(groups.joined().map { $0.value.text })
        return stored.filter { !told.contains($0.value.text) }
    }

    var all: [DetailField] { own + groups.joined() }
}

extension DetailField {
    init(_ value: Value, of field: Field) {
        self.init(name: field.name, label: field.label, value: RecognisedValue(value, of: field))
    }

    /// All fields of the row, in order. An attribute right after its element becomes that element's note.
    static func fields(of row: OpenRow) -> [DetailField] {
        var fields: [DetailField] = []
        for field in row.fields {
            if let last = fields.last, last.note == nil, field.name.hasPrefix(last.name + "."),
                !row.fields.contains(where: { $0.name == last.name && $0.text == field.text })
            {
                fields[fields.count - 1].note = field.text
            } else {
                fields.append(DetailField(name: field.name, label: field.label, value: RecognisedValue(field.text, named: field.name)))
            }
        }
        return fields
    }

    static func fields(of record: Record, _ schema: Schema) -> [DetailField] {
        zip(schema.fields, record.values).compactMap { field, value in value.map { DetailField($0, of: field) } }
    }
}
