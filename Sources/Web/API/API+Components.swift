import BoardPages
import Boards
import Following
import GuidePages
import MediaPages
import QueuePages
import ReaderPages
import Records
import Serving
import StationPages

extension API {
    /// The named schemas. Each board's records have one, such as `Record-visa`; `Record` is the union of all of these.
    static func components(for boards: [Board]) -> [(name: String, schema: JSONSchema)] {
        let records = boards.map { (name: recordName($0.name), schema: JSONSchema.object($0.schema.fields.map(member))) }
        let anyRecord = JSONSchema.either(records.map { .named($0.name) })
        return common + [("Record", records.isEmpty ? .map(.anything) : anyRecord)] + records
    }

    /// The schemas that don't depend on the boards.
    static var common: [(name: String, schema: JSONSchema)] {
        [
            ("Problem", Problem.schema), ("Board", BoardsAPI.boardSchema), ("Field", BoardsAPI.fieldSchema),
            ("StoredRecord", BoardsAPI.storedRecordSchema),
            ("Station", StationResource.schema), ("StationPrice", StationPriceResource.members.schema),
            ("Change", ChangeResource.members.schema),
            ("Feed", FeedResource.members.schema), ("Method", MethodResource.members.schema), ("Parameter", BoardsAPI.parameterSchema),
            ("Watch", WatchResource.members.schema), ("Alert", AlertResource.members.schema), ("Channel", ChannelsAPI.channelSchema),
            ("Notice", NoticeResource.schema), ("Queue", QueueResource.members.schema), ("Ticket", TicketResource.members.schema),
            ("TicketPlace", TicketPlaceResource.members.schema),
            ("Me", MeResource.members.schema), ("Token", TokenResource.members.schema), ("Person", PersonResource.members.schema),
            ("Job", JobResource.members.schema), ("MediaItem", MediaAPI.itemSchema),
            ("MediaWork", MediaWorksAPI.workSchema), ("MediaEntry", MediaWorksAPI.entrySchema),
            ("Document", DocumentResource.members.schema),
            ("DocumentExport", DocumentExportResource.schema), ("Pronunciation", PronunciationResource.members.schema),
            ("Bookmark", BookmarkResource.members.schema),
            ("Reminder", ReminderResource.members.schema),
            ("QuietHours", WatchesAPI.quietHoursSchema),
            ("Condition", condition),
        ]
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

    /// `Docs/Using/Watches.md`.
    private static let condition: JSONSchema = {
        let operand = JSONSchema.either([.text(0...Condition.Limits.operandBytes), .number, .flag])
        let groups: [JSONSchema] = [
            .object([.init("all", .list(.condition, upTo: Condition.Limits.tests), about: "All must be true; an empty list: any change.")]),
            .object([.init("any", .list(.condition, upTo: Condition.Limits.tests), about: "At least one must be true.")]),
            .object([.init("begins", .condition, about: "True now, and not before.")]),
        ]
        let events = ["appeared", "gone", "new"].map { JSONSchema.object([.init($0, .flag)]) }
        func test(_ name: String, _ schema: JSONSchema) -> JSONSchema { .object([.init("field", .text(1...64)), .init(name, schema)]) }
        let plain = ["equals", "contains", "matches", "less", "atMost", "greater", "atLeast", "changedBy", "roseBy", "fellBy"]
        let offset = JSONSchema.text(1...40)
        return .either(
            groups + events + plain.map { test($0, operand) } + [
                test("oneOf", .list(operand, upTo: Condition.Limits.choices)), test("between", .list(operand, upTo: 2)),
                test("changed", .flag), test("changedAfter", .text(1...40)),
                test("within", .object([.init("metres", .number), .init("of", .text(3...60))])),
                test("fromNow", .object([.init("from", offset, isRequired: false), .init("to", offset, isRequired: false)])),
            ])
    }()
}
