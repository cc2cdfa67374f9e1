package import Extraction
package import Foundation
package import Records

/// One declared board: the source of its records, how Tidings parses them, their fields, and how a page shows them.
///
/// A board is data: a folder with a `board.yaml`. `BoardFile` reads the file, `BoardLibrary` finds the folders.
package struct Board: Sendable {
    /// The method that returns more about a record.
    package struct Detail: Hashable, Sendable {
        /// The full name: `contacts.detail`.
        package let service: String
        /// The field that each parameter takes its value from, by parameter name.
        package let fields: [String: String]
    }

    /// The folder's name: lower-case letters, digits and hyphens.
    package let name: String
    package internal(set) var title: String
    package internal(set) var about: String
    /// The publisher to name on the page; empty if none has to be named. A source that only imitates the publisher, such as a demo's, has
    /// none.
    package var credit: String
    package let view: View
    package var source: Source
    /// The parameters of the source's address, in the order of the file; see `Binding`.
    package internal(set) var parameters: [Parameter]
    /// Parses the source's document. Its records lack the fields that `joins` add; see `begin`.
    package let extractor: any Extractor
    package var joins: [Join]
    package internal(set) var schema: Schema
    /// Which rows are records; without a rule all are.
    package let only: [RowRule]
    /// The fields that make a record a station.
    package internal(set) var stations: StationPlan?
    package let folder: URL
    /// The fingerprint of the file's declarations: any change of these changes it, but comments don't.
    package let edition: Fingerprint
    /// The same of the declarations that say how its source is read: after any change of these it has to be read again.
    package let reading: Fingerprint
    package var services: [ServiceMethod]
    package let detail: Detail?
    /// The board's texts by language, for languages other than English.
    let translations: [String: BoardTexts]
    /// Whether a server fetches and shows the board. The command line uses it in any case.
    package var isEnabled: Bool
    /// Whether strangers may read the board. Otherwise readers have to sign in.
    package var isPublic: Bool
    /// The owner; nil: the household. See `owned`.
    package internal(set) var own: OwnBoard?

    /// The most bytes of a search text. A field's pattern may allow fewer.
    package static let needleLimit = 300

    /// Parses `text` as a value of the asked field.
    ///
    /// Throws the reason if it can't be one, so that nothing is fetched for it.
    package func needle(_ text: String) throws(NeedleError) -> Value {
        guard let field = schema.asked else {
            throw NeedleError(found: text, label: title, detail: "This board asks for nothing.")
        }
        let refused = NeedleError(found: String(text.prefix(100)), label: field.label, detail: field.hint ?? "")
        guard text.utf8.count <= Self.needleLimit else { throw refused }
        // People type what they see, without the source's scale.
        var shown = field
        shown.scale = nil
        for typed in field.spellings(of: text) {
            guard let value = try? shown.value(from: typed) else { continue }
            if let pattern = field.pattern, (try? pattern.matches(value.text)) != true { continue }
            return value
        }
        throw refused
    }

    /// The board with its title, labels, hints and units in another language. Texts without a translation stay in English.
    package func translated(to language: String) -> Board {
        guard let texts = translations[language] else { return self }
        var board = self
        board.title = texts["title"] ?? title
        board.about = texts["about"] ?? about
        if !credit.isEmpty { board.credit = texts["credit"] ?? credit }
        board.schema = Schema(
            fields: schema.fields.map { field in
                var field = field
                field.label = texts["fields.\(field.name).label"] ?? field.label
                field.hint = texts["fields.\(field.name).hint"] ?? field.hint
                field.unit = texts["fields.\(field.name).unit"] ?? field.unit
                return field
            }, isOne: schema.isOne)
        board.parameters = parameters.map { $0.translated(texts) }
        board.stations = stations?.translated(texts, board.schema)
        return board
    }

    /// The introduction on the board's page.
    package var lead: String { [about, credit].filter { !$0.isEmpty }.joined(separator: " ") }

    /// The sentence for a search without a result.
    package var notFound: String { "This \((schema.asked?.label ?? "record").lowercased()) is not found." }
}

/// The search text isn't a valid value of the asked field.
package struct NeedleError: Error, CustomStringConvertible {
    package let found: String
    package let label: String
    package let detail: String

    /// The search text, shortened for a message.
    package var shown: String {
        let found = found.trimmingWhitespace()
        return found.count > 40 ? found.prefix(40) + "…" : found
    }

    package var description: String {
        let name = label.lowercased()
        return shown.isEmpty ? "Enter your \(name) first. \(detail)" : "“\(shown)” is not a valid \(name). \(detail)"
    }
}
