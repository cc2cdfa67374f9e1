import JSONReading
import Records

/// Extracts the records of one JSON document while it arrives.
///
/// With a path that can be followed, each row is returned as soon as its last byte has arrived; otherwise all at the end. A path without a
/// match is an error; an empty array at its end is valid: perhaps no station sells petrol today. A row is never skipped.
final class JSONRowsRun: ExtractionRun {
    private let plan: JSONRows
    private var input: TextInput
    private var opening = DocumentOpening(wanted: "JSON", refusesMarkup: true)
    private var reader: JSONReader
    private var rows: JSONRowMaker
    /// The first bytes, for the error message if the path has no match.
    private var beginning: [UInt8] = []
    /// Whether the container of the rows has been found.
    private var isEmptyRightly = false

    init(plan: JSONRows, _ hints: DocumentHints) {
        self.plan = plan
        input = TextInput(plan.encoding, hints)
        reader = JSONReader(steps: plan.steps ?? [], lines: plan.isLines)
        rows = JSONRowMaker(plan: plan)
    }

    var notes: ReadingNotes { rows.notes }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try ExtractionError.reading { try read(try opening.pass(try input.decode(bytes)), receive) }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try ExtractionError.reading {
            try read(try opening.pass(try input.finish(), isLast: true), receive)
            try reader.finish { try accept($0, receive) }
        }
        // An empty container of rows is an empty list; a path that selects no children must match.
        guard rows.count > 0 || isEmptyRightly else {
            let shown = String(decoding: beginning, as: UTF8.self).trimmingWhitespace()
            throw ExtractionError(.noRows, "there is nothing at \(plan.rows); the document begins with “\(shown.prefix(120))”")
        }
    }

    private func read(_ text: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        if beginning.count < 200 { beginning += text.prefix(200 - beginning.count) }
        try reader.append(text) { try accept($0, receive) }
        if plan.steps?.last == .any, reader.hasPlace { isEmptyRightly = true }
    }

    /// A row, or the whole document if needed.
    private func accept(_ document: JSONDocument, _ receive: (Extracted) throws -> Void) throws {
        if plan.steps != nil {
            try receive(try rows.row(0, of: document, line: document.line))
            return
        }
        do {
            try rows.begin(document)
            var search = JSONPathSearch(document: document, query: plan.rows.source)
            let nodes = try search.nodes(plan.rows.segments, from: 0)
            for node in nodes { try receive(try rows.row(node, of: document, line: nil)) }
            if nodes.isEmpty, let last = plan.rows.segments.last, !last.selectors.allSatisfy(\.isSingular) {
                isEmptyRightly = try !search.nodes(Array(plan.rows.segments.dropLast()), from: 0).isEmpty
            }
        } catch let error as JSONPathError {
            throw ExtractionError(.limit, "\(error)")
        }
    }
}

/// Converts nodes of rows to numbered records, field by field.
struct JSONRowMaker {
    private let plan: JSONRows
    private(set) var count = 0
    private var texts = HeldTexts()
    private(set) var notes = ReadingNotes()
    /// The fields for values that are JSON numbers: parsed in JSON's notation, not in that of the source's texts.
    private let plainFields: [Field]
    /// The indices of the names in `plan.names`.
    private var columns: [[UInt8]: Int] = [:]
    /// For each place of the plan: the readers of its plain texts and numbers, and its member, if it is a member of the row.
    private let readings: [(text: PlainReading?, number: PlainReading?, member: Int?)]
    /// The names of those members, without duplicates, and their nodes in this row; -1 if missing.
    private let members: [[UInt8]]
    private var found: [Int]

    init(plan: JSONRows) {
        self.plan = plan
        plainFields = plan.schema.fields.map { field in
            var plain = field
            plain.numbers = NumberFormat()
            return plain
        }
        let plainFields = plainFields
        var members: [[UInt8]] = []
        readings = plan.places.map { place in
            let readings = (PlainReading(plan.schema.fields[place.field]), PlainReading(plainFields[place.field]))
            guard place.paths.count == 1, !place.paths[0].isName, let steps = place.paths[0].steps, steps.count == 1,
                case .name(let name) = steps[0]
            else { return (readings.0, readings.1, nil) }
            if !members.contains(name) { members.append(name) }
            return (readings.0, readings.1, members.firstIndex(of: name))
        }
        self.members = members
        found = Array(repeating: -1, count: members.count)
    }

    /// Finds the names of columns, if the plan has them.
    mutating func begin(_ document: JSONDocument) throws {
        guard let names = plan.names else { return }
        columns = [:]
        var search = JSONPathSearch(document: document, query: names.source)
        for (place, node) in try search.nodes(names.segments, from: 0).enumerated() {
            let name = document.utf8(of: node)
            guard columns.updateValue(place, forKey: name) == nil else {
                throw ExtractionError(.row, "two columns at \(names) are called “\(String(decoding: name, as: UTF8.self).limited(to: 60))”")
            }
        }
        guard !columns.isEmpty else { throw ExtractionError(.row, "there is nothing at \(names), where the names of columns should be") }
    }

    /// Maps a member's name to an index if columns have names.
    private func steps(of path: MemberPath, _ row: Int, in document: JSONDocument) -> [JSONReader.Step]? {
        guard !path.isName, let steps = path.steps else { return nil }
        guard !columns.isEmpty, document.nodes[row].kind == .array, case .name(let name)? = steps.first, let place = columns[name] else {
            return steps
        }
        return [.index(place)] + steps.dropFirst()
    }

    mutating func row(_ row: Int, of document: JSONDocument, line: Int?) throws -> Extracted {
        guard count < RowLimits.rows else { throw ExtractionError(.limit, "more than \(RowLimits.rows) rows") }
        var values = [Value?](repeating: nil, count: plan.schema.fields.count)
        document.find(members, of: row, in: &found)
        for (index, place) in plan.places.enumerated() {
            do {
                if let plain = try plainValue(at: index, in: document) {
                    values[place.field] = plain
                } else {
                    values[place.field] = try texts.hold(try value(at: place, row, of: document))
                }
            } catch let error as FieldError where plan.schema.fields[place.field].leavesUnreadableEmpty {
                // Missing, or not a single value.
                notes.leaveOut(error)
            } catch let error as FieldError {
                throw ExtractionError(error, in: name(of: line), hint: hint(row, of: document))
            } catch let error as JSONPathError {
                throw ExtractionError(.limit, "\(name(of: line)): \(error)")
            }
        }
        count += 1
        return .final(row: count - 1, Record(values))
    }

    /// The value of a plain member; nil if it isn't plain, or missing.
    private mutating func plainValue(at place: Int, in document: JSONDocument) throws -> Value? {
        let reading = readings[place]
        guard let member = reading.member, found[member] >= 0 else { return nil }
        let node = document.nodes[found[member]]
        guard !node.isEscaped else { return nil }
        let plain: PlainReading? =
            switch node.kind {
            case .string: reading.text
            case .number: reading.number
            default: nil
            }
        guard let plain else { return nil }
        return try document.bytes.withUnsafeBufferPointer { try texts.value(of: UnsafeBufferPointer(rebasing: $0[node.range]), by: plain) }
    }

    private mutating func value(at place: JSONRows.Place, _ row: Int, of document: JSONDocument) throws -> Value? {
        let field = plan.schema.fields[place.field]
        if place.paths.count == 1, let steps = steps(of: place.paths[0], row, in: document) {
            guard let node = place.paths[0].node(in: document, row: row, steps) else {
                if field.isOptional { return nil }
                throw FieldError(field: field.name, found: "", wanted: "there is nothing at \(place.paths[0].path)")
            }
            switch document.nodes[node].kind {
            case .string, .true, .false: return try field.value(from: document.text(of: node), counting: &notes)
            case .number: return try plainFields[place.field].value(from: document.text(of: node), counting: &notes)
            default: break
            }
        }
        var texts: [String] = []
        var areNumbers = true
        for path in place.paths {
            if path.isName {
                guard let name = document.name(of: row) else {
                    if field.isOptional { continue }
                    throw FieldError(field: field.name, found: "", wanted: "the row has no name: it isn't a member of an object")
                }
                texts.append(name)
                areNumbers = false
                continue
            }
            if let steps = steps(of: path, row, in: document) {
                if let node = path.node(in: document, row: row, steps) { try append(node, of: document, field, to: &texts, &areNumbers) }
                continue
            }
            for node in try path.nodes(in: document, row: row) { try append(node, of: document, field, to: &texts, &areNumbers) }
        }
        return try (areNumbers ? plainFields[place.field] : field).value(from: texts, counting: &notes)
    }

    /// The texts of a scalar, or of an array of scalars.
    private func append(
        _ node: Int, of document: JSONDocument, _ field: Field, to texts: inout [String], _ areNumbers: inout Bool, isInside: Bool = false
    ) throws {
        switch document.nodes[node].kind {
        case .null: break
        case .number: texts.append(document.text(of: node))
        case .string, .name, .true, .false:
            areNumbers = false
            texts.append(document.text(of: node))
        case .array where !isInside:
            for child in document.children(of: node) {
                try append(child.value, of: document, field, to: &texts, &areNumbers, isInside: true)
            }
        case .array, .object:
            let kind = document.nodes[node].kind == .array ? "an array inside an array" : "an object"
            throw FieldError(field: field.name, found: document.text(of: node), wanted: "\(kind) where a single value is expected")
        }
    }

    private func name(of line: Int?) -> String { "row \(count + 1)" + (line.map { " (line \($0))" } ?? "") }

    private func hint(_ row: Int, of document: JSONDocument) -> String {
        document.nodes[row].kind == .array ? "; the row is an array: for its elements, write rows: '\(plan.rows)[*]'" : ""
    }
}
