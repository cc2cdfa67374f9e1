import Foundation
import Localisation
import Records
import Serving

/// The values of the watch form: tests and notification options. Parsed from a posted form, or made from a stored watch.
///
/// A form has a flat list of tests combined by all or any; a condition of another shape (made by the API) is carried along as JSON.
struct WatchForm: Hashable, Sendable {
    enum Joining: String, CaseIterable, Hashable, Sendable { case all, any }

    var rows: [TestRow] = []
    var joining = Joining.all
    /// Only when it becomes true.
    var begins = false
    /// JSON, if the condition isn't a flat list of tests; otherwise nil.
    var written: String?
    /// What is wrong with the whole condition.
    var problem: String?
    var ways = TellingForm()
    var digest = Watch.Digest.atOnce
    var dailyAt = "08:00"
    var isMuted = false
    /// The pressed button.
    var button = Button.preview

    enum Button: Hashable, Sendable {
        case save, preview, add
        case remove(Int)

        init(posted: String?) {
            switch posted {
            case "save": self = .save
            case "add": self = .add
            case let posted?: self = posted.split(separator: "-").last.flatMap { Int($0) }.map { .remove($0) } ?? .preview
            case nil: self = .preview
            }
        }
    }

    init() {}

    // MARK: From a watch

    init(_ condition: Condition, _ schema: Schema, in zone: TimeZone) {
        var flat = condition
        if case .begins(let part) = condition { (begins, flat) = (true, part) }
        let parts: [Condition]
        switch flat {
        case .all(let all): parts = all
        case .any(let any): (joining, parts) = (.any, any)
        default: parts = [flat]
        }
        rows = parts.compactMap { TestRow($0, schema, in: zone) }
        if rows.count < parts.count { (rows, written, begins) = ([], condition.json, false) }
    }

    init(_ settings: Watch.Settings, _ schema: Schema, in zone: TimeZone) {
        self.init(settings.condition, schema, in: zone)
        ways = TellingForm(settings.channels, settings.quietHours)
        digest = settings.digest
        if let time = settings.dailyAt { dailyAt = TellingForm.minutes(time) }
        isMuted = settings.isMuted
    }

    // MARK: From a posted form

    /// Rows are numbered from 0; numbers may be missing after a row was removed on the page.
    init(posted: [String: String]) {
        let numbers = posted.keys.compactMap { name -> Int? in
            let parts = name.split(separator: "-")
            return parts.count == 3 && parts[0] == "test" && parts[2] == "subject" ? Int(parts[1]) : nil
        }
        rows = numbers.sorted().prefix(Condition.Limits.tests).map { number in
            func part(_ name: String) -> String { posted["test-\(number)-\(name)"] ?? "" }
            return TestRow(
                subject: part("subject"), test: RowTest(rawValue: part("test")) ?? .equals, value: part("value"), other: part("other"),
                unit: part("unit"))
        }
        joining = posted["joining"].flatMap { Joining(rawValue: $0) } ?? .all
        begins = posted["begins"] == "on"
        written = posted["written"]
        ways = TellingForm(posted: posted)
        digest = posted["digest"].flatMap { Watch.Digest(rawValue: $0) } ?? .atOnce
        dailyAt = posted["daily-at"] ?? dailyAt
        isMuted = posted["muted"] == "on"
        button = Button(posted: posted["do"])
    }

    var wantsSaving: Bool { button == .save }

    /// Applies the pressed button to the rows.
    mutating func press(_ schema: Schema) {
        switch button {
        case .save, .preview: break
        case .add: addRow(schema)
        case .remove(let index) where rows.indices.contains(index): rows.remove(at: index)
        case .remove: break
        }
    }

    /// Replaces tests that don't suit their row's field by the first that does, and drops values that its inputs can't show, for example
    /// after the field changed.
    mutating func settle(_ schema: Schema) {
        for index in rows.indices {
            if rows[index].subject != TestRow.record, schema[rows[index].subject] == nil { rows[index].subject = schema.fields[0].name }
            let suiting = RowTest.suiting(schema[rows[index].subject])
            if !suiting.contains(rows[index].test) { rows[index].test = suiting[0] }
            rows[index].dropMisfits(schema[rows[index].subject])
        }
    }

    /// Adds a row for the most likely field: the first one asked for, otherwise the first without a row.
    mutating func addRow(_ schema: Schema) {
        guard rows.count < Condition.Limits.tests else { return }
        let taken = Set(rows.map(\.subject))
        let field = schema.fields.first { !taken.contains($0.name) && $0.kind != .image } ?? schema.fields[0]
        rows.append(TestRow(subject: field.name, test: RowTest.suiting(field)[0]))
    }

    /// Clears errors of rows that are still empty.
    mutating func forgiveEmptyRows() {
        for index in rows.indices where rows[index].value.isEmpty && rows[index].other.isEmpty { rows[index].problem = nil }
    }

    // MARK: Results

    /// The condition if all rows are valid; otherwise sets their errors.
    mutating func condition(_ schema: Schema, in zone: TimeZone) -> Condition? {
        problem = nil
        if let written { return read(written, schema) }
        var parts: [Condition] = []
        for index in rows.indices {
            do throws(ConditionError) {
                let part = try rows[index].condition(schema, in: zone)
                _ = try (begins ? Condition.begins(part) : part).bound(to: schema)
                rows[index].problem = nil
                parts.append(part)
            } catch {
                rows[index].problem = error.detail.asSentence
            }
        }
        guard parts.count == rows.count else { return nil }
        if parts.isEmpty { return .everything }
        let joined = parts.count == 1 ? parts[0] : joining == .all ? Condition.all(parts) : .any(parts)
        return checked(begins ? .begins(joined) : joined, schema)
    }

    private mutating func read(_ written: String, _ schema: Schema) -> Condition? {
        do throws(ConditionError) { return checked(try Condition(json: written), schema) } catch {
            problem = error.description.asSentence
            return nil
        }
    }

    private mutating func checked(_ condition: Condition, _ schema: Schema) -> Condition? {
        do throws(ConditionError) {
            _ = try condition.bound(to: schema)
            return condition
        } catch {
            problem = error.description.asSentence
            return nil
        }
    }

    /// Reports that a valid pattern is too expensive to search for.
    mutating func refuse(_ pattern: String, _ reason: String) {
        if written != nil { problem = reason }
        for index in rows.indices where rows[index].test == .matches && rows[index].value == pattern {
            (rows[index].problem, rows[index].takesTooLong) = (reason, true)
        }
    }

    /// The settings of the watch if everything is valid.
    mutating func settings(_ schema: Schema, in zone: TimeZone) -> Watch.Settings? {
        let condition = condition(schema, in: zone)
        let quiet = ways.quiet(in: zone)
        guard let condition, !ways.hasWrongQuietHours else { return nil }
        return Watch.Settings(
            condition, channels: ways.channels, quietHours: quiet, digest: digest, dailyAt: digest == .daily ? TimeOfDay(dailyAt) : nil,
            isMuted: isMuted)
    }
}

extension Words {
    /// Capitalised and with the language's full stop.
    package func asSentence(_ text: String) -> String {
        let begun = text.prefix(1).uppercased(with: locale) + text.dropFirst()
        return begun.last.map { ".!?。".contains($0) } == true ? begun : self("\(begun).")
    }
}
