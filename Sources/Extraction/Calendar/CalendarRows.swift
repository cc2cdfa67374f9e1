package import Records

/// Rows of a calendar (iCalendar): `icalendar: { fields: { what: SUMMARY, start: DTSTART } }`, one for each event.
///
/// A field's path is the name of a property, or of one of its parameters (`ORGANIZER;CN`); a field that `fields` doesn't name uses the
/// property of its own name. Times become moments by their zones, days stay days. A recurring event is one row, with its rule in `RRULE`.
/// See Docs/Formats/icalendar.md. Source: RFC 5545.
package struct CalendarRows: Extractor {
    package static let name = "icalendar"
    package static let about = "events or tasks of a calendar (iCalendar, .ics)"

    /// The kind of components that are rows.
    enum Part: String, CaseIterable, Sendable {
        case events, tasks, journal, all

        /// The components, in upper case.
        var names: Set<String> {
            switch self {
            case .events: ["VEVENT"]
            case .tasks: ["VTODO"]
            case .journal: ["VJOURNAL"]
            case .all: ["VEVENT", "VTODO", "VJOURNAL"]
            }
        }
    }

    struct Path: Hashable, Sendable {
        let property: String
        let parameter: String?
    }

    /// The place of a schema field in a row.
    struct Place: Sendable {
        let field: Int
        let paths: [Path]
    }

    let part: Part
    let encoding: TextInput.Encoding?
    let schema: Schema
    let places: [Place]

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["rows", "fields", "encoding"])
        part = try keys["rows"]?.choice(Part.self) ?? .events
        encoding = try keys["encoding"]?.encoding()
        self.schema = schema
        var places: [Int: [Path]] = [:]
        for (index, entry) in try keys["fields"]?.fields(of: schema) ?? [] {
            var paths: [Path] = []
            for text in try entry.value.textOrTexts() { paths.append(try Path(text, at: entry.value)) }
            places[index] = paths
        }
        self.places = schema.fields.enumerated().map { index, field in
            Place(field: index, paths: places[index] ?? [Path(property: field.name.uppercased(), parameter: nil)])
        }
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { CalendarRowsRun(plan: self, hints) }
}

extension CalendarRows.Path {
    /// `DTSTART`, or `ORGANIZER;CN`.
    fileprivate init(_ text: String, at place: Declaration) throws(DeclarationError) {
        let parts = text.trimmingWhitespace().uppercased().split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
        else { throw place.error("a property like SUMMARY is expected, or one of its parameters like ORGANIZER;CN, found '\(text)'") }
        self.init(property: parts[0], parameter: parts.count == 2 ? parts[1] : nil)
    }
}

/// One calendar while it arrives: bytes in, a record for each of its events out.
final class CalendarRowsRun: ExtractionRun {
    private let plan: CalendarRows
    private var input: TextInput
    private var opening = DocumentOpening(wanted: "a calendar", refusesMarkup: true)
    private var reader = CalendarReader()
    private var zones = CalendarZones()
    private var texts = HeldTexts()
    private(set) var notes = ReadingNotes()
    private var rows = 0

    init(plan: CalendarRows, _ hints: DocumentHints) {
        self.plan = plan
        input = TextInput(plan.encoding, hints)
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try reader.append(try opening.pass(try input.decode(bytes))) { try accept($0, receive) }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try reader.append(try opening.pass(try input.finish(), isLast: true)) { try accept($0, receive) }
        try reader.finish { try accept($0, receive) }
    }

    private func accept(_ component: CalendarComponent, _ receive: (Extracted) throws -> Void) throws {
        zones.note(component)
        guard plan.part.names.contains(component.name) else { return }
        guard rows < RowLimits.rows else { throw ExtractionError(.limit, "more than \(RowLimits.rows) rows") }
        var values = [Value?](repeating: nil, count: plan.schema.fields.count)
        for place in plan.places {
            let field = plan.schema.fields[place.field]
            let texts = place.paths.flatMap { zones.texts(of: component, at: $0, for: field.kind) }
            do {
                // Some calendars repeat a property that may occur only once: the first counts.
                let chosen = field.kind == .list || place.paths.count > 1 ? texts : Array(texts.prefix(1))
                values[place.field] = try self.texts.hold(try field.value(from: chosen, counting: &notes))
            } catch let error as FieldError {
                let id = component.first("UID").map { " (UID \($0.value.limited(to: 60)))" } ?? ""
                throw ExtractionError(error, in: "row \(rows + 1)\(id)")
            }
        }
        rows += 1
        try receive(.final(row: rows - 1, Record(values)))
    }
}

extension CalendarZones {
    /// The texts of a component at a path. The field's kind determines the form of a time: the local day or time of day, otherwise the
    /// moment. A time whose zone is unknown stays without one.
    mutating func texts(of component: CalendarComponent, at path: CalendarRows.Path, for kind: Field.Kind) -> [String] {
        component.all(path.property).flatMap { property -> [String] in
            if let parameter = path.parameter { return property[parameter].map { [$0] } ?? [] }
            guard let time = property.time else {
                return property.name == "GEO" ? [property.value.replacing(";", with: ",")] : property.texts
            }
            switch kind {
            case .date: return ["\(time.date)"]
            case .time: return time.time.map { ["\($0)"] } ?? []
            default:
                guard time.time != nil || kind == .timestamp else { return [time.text] }
                if let moment = moment(of: time, zone: property["TZID"]) { return ["\(Timestamp(milliseconds: moment * 1000))"] }
                return [time.time == nil ? "\(time.text)T00:00:00" : time.text]
            }
        }
    }
}
