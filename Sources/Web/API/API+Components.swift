import Boards
import Records
import Serving

extension API {
    /// The named schemas. Each board's records have one, such as `Record-visa`; `Record` is the union of all of these.
    static func components(for boards: [Board]) -> [(name: String, schema: JSONSchema)] {
        let records = boards.map { (name: recordName($0.name), schema: JSONSchema.object($0.schema.fields.map(member))) }
        let anyRecord = JSONSchema.either(records.map { .named($0.name) })
        return common + [("Record", records.isEmpty ? .map(.anything) : anyRecord)] + records
    }

    /// The schemas that don't depend on the boards.
    static var common: [(name: String, schema: JSONSchema)] {
        [("Problem", Problem.schema)] + Features.installed.flatMap { $0.part.schemas }
    }

    static func recordName(_ board: String) -> String { "Record-\(board)" }

    private static func member(_ field: Field) -> JSONSchema.Member {
        let schema: JSONSchema =
            switch field.kind {
            case .number: .number
            case .flag: .flag
            case .list: .list(.text())
            case .date: .text(.init(format: "date"))
            case .timestamp: .moment
            case .duration: .text(.init(format: "duration"))
            case .text, .money, .time, .url, .image, .position, .phone, .email: .text()
            }
        let about = [field.label, field.unit.map { "in \($0)" }, field.hint].compactMap { $0 }.joined(separator: "; ")
        return .init(field.name, field.isOptional ? .optional(schema) : schema, about: about)
    }
}
