package import Extraction
package import Foundation
package import Records

/// One declared job: where its records come from, how they are read, what their fields are and how they are shown.
///
/// A board is data, `board.yaml` in a folder of its own; see `BoardFile` for how it is read and `BoardLibrary` for where boards
/// are found.
package struct Board: Sendable {
    /// How a board's page is laid out.
    package enum View: String, CaseIterable, Sendable {
        /// A person asks for their own row.
        case lookup
        /// All rows, each with its picture if it has one, to be searched.
        case list
        /// Stations with prices: the cheapest near somebody.
        case map
        /// All rows with all their fields, a column for each, to be put in order.
        case table
    }

    /// The method that tells more of a record.
    package struct Detail: Hashable, Sendable {
        /// Its whole name: `contacts.detail`.
        package let service: String
        /// By parameter: the field its value comes from.
        package let fields: [String: String]
    }

    /// The folder's name: lower-case letters, digits and hyphens.
    package let name: String
    package internal(set) var title: String
    package internal(set) var about: String
    package let view: View
    package var source: Source
    /// What its source is asked with, in the order of the file; see `Binding`.
    package internal(set) var parameters: [Parameter]
    /// Reads the source's document; its records lack the fields of `joins`. See `begin`.
    package let extractor: any Extractor
    package var joins: [Join]
    package internal(set) var schema: Schema
    /// How its records are stations; every board with the view `map` has it.
    package internal(set) var stations: StationPlan?
    package let folder: URL
    package var services: [ServiceMethod]
    package let detail: Detail?
    /// By language: what people read of the board, where its file has it in more than one.
    let translations: [String: BoardTexts]
    /// Whether a server fetches and shows it; else only who names it on the command line.
    package var isEnabled: Bool
    /// Whether strangers may read it; else whoever looks has to log in.
    package var isPublic: Bool

    /// The value that `text` stands for in the field people are asked for.
    ///
    /// Refuses what cannot be one with a reason, before anything is fetched for it.
    package func needle(_ text: String) throws(NeedleError) -> Value {
        guard let field = schema.asked else {
            throw NeedleError(found: text, label: title, detail: "This board asks for nothing.")
        }
        let refused = NeedleError(found: text, label: field.label, detail: field.hint ?? "")
        guard let value = try? field.value(from: text) else { throw refused }
        if let pattern = field.pattern, (try? pattern.matches(value.text)) != true { throw refused }
        return value
    }

    /// The board with its title, labels and hints in another language; what its file does not have in it stays.
    package func translated(to language: String) -> Board {
        guard let texts = translations[language] else { return self }
        var board = self
        board.title = texts["title"] ?? title
        board.about = texts["about"] ?? about
        board.schema = Schema(
            fields: schema.fields.map { field in
                var field = field
                field.label = texts["fields.\(field.name).label"] ?? field.label
                field.hint = texts["fields.\(field.name).hint"] ?? field.hint
                return field
            })
        board.parameters = parameters.map { $0.translated(texts) }
        board.stations = stations?.translated(texts)
        return board
    }

    /// What is said when a number is not there.
    package var notFound: String { "This \((schema.asked?.label ?? "record").lowercased()) is not found." }
}

/// What a person asked for cannot be such a thing.
package struct NeedleError: Error, CustomStringConvertible {
    package let found: String
    package let label: String
    package let detail: String

    /// What was found, cut to what can be shown.
    package var shown: String {
        let found = found.trimmingWhitespace()
        return found.count > 40 ? found.prefix(40) + "…" : found
    }

    package var description: String {
        let name = label.lowercased()
        return shown.isEmpty ? "Enter your \(name) first. \(detail)" : "“\(shown)” is not a valid \(name). \(detail)"
    }
}
