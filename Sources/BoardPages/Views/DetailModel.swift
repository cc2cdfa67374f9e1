import Extraction
import Foundation
import Records
import Serving

/// One label and its value on a record's page.
struct DetailField: Hashable, Sendable {
    /// As the source has it.
    let name: String
    let label: String
    let value: RecognisedValue
    /// What the source says of the value itself: `work`, of a telephone with an attribute `kind`.
    var note: String?
}

/// All that a record's page shows, at one moment.
package struct DetailModel: Sendable {
    enum State: Hashable, Sendable {
        /// What is stored is all there is.
        case whole
        /// The service is being asked.
        case waiting
        /// The service answered, just now or at this time before.
        case answered(asOf: Timestamp?)
        /// Half a sentence: why it did not.
        case failed(String)
        /// The service does not have it.
        case notFound
    }

    var boardName: String
    var choice = BoardChoice.standard
    var boardTitle: String
    var id: Int64
    var name: String
    /// Through this server.
    var picture: String?
    /// What the board's view says of it first, in the place of a face.
    var opening: HTML?
    /// The stored record's own: all but name, picture and what the opening says.
    var stored: [DetailField]
    /// When it was read.
    var updated: Timestamp?
    /// What the service gave, a group for each row.
    var groups: [[DetailField]] = []
    var state: State
    var hasCard: Bool
    /// What of it has changed last, and when that was seen; nil if nothing has that is known.
    var lastChange: (table: ChangeTable, seen: Timestamp)?
    /// The ways to be told of it, and to its history.
    var watching: WatchLinks?

    /// What is stored and not said again by the service.
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

    /// Every field that came, in its order. An attribute that follows the element it belongs to is a note on that.
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
