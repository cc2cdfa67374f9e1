import Boards
import Discovery
import Extraction
package import Foundation
package import Records

/// Corrects a draft as a person wants it, and shows what a board would read by it: the real extractor reads the document each time.
///
/// Values only. The document is read three times at most: as texts, by the corrected fields, and as a server would read it.
package struct DraftCorrection: Sendable {
    private let document: [UInt8]
    private let hints: DocumentHints
    private let language: String?

    /// - Parameter language: Of the page.
    package init(document: [UInt8], address: URL, charset: String?, language: String?) {
        (self.document, self.language) = (document, language)
        var hints = DocumentHints.wholeFile
        (hints.address, hints.charset) = (address, charset)
        self.hints = hints
    }

    /// Why the corrected draft is no board that reads the document.
    package enum Problem: Hashable, Sendable {
        case noFields
        /// Places in the draft's fields, here and below.
        case noLabel(Int)
        /// The amounts name no currency, or the code isn't one.
        case noCurrency(Int)
        /// Most values can't be read as the type.
        case unreadable(Int, Misread)
        /// What identifies a row is missing in some.
        case keyIsMissing(Int)
        /// Two rows have the same.
        case keyIsShared([Int], String)
        /// Anything else, in English.
        case document(String)
    }

    /// How many values of a field can be read, and how many can't, of which one is shown.
    package struct Misread: Hashable, Sendable {
        package var (read, unread) = (0, 0)
        package var example = ""

        package init(read: Int = 0, unread: Int = 0, example: String = "") {
            (self.read, self.unread, self.example) = (read, unread, example)
        }
    }

    /// What the document says in a field: to choose from.
    package struct Known: Hashable, Sendable {
        /// The first different texts as the document has them, and the only ones if they are `areAll`.
        package var texts: [String] = []
        package var areAll = false
        /// Ways to read its days, if there are several.
        package var orders: [DatePattern] = []

        package init() {}
    }

    package struct Outcome: Sendable {
        /// As far as it could be corrected.
        package var draft: BoardDraft
        /// Of the records.
        package var schema = Schema(fields: [])
        package var records: [Record] = []
        /// Rows that the rules pass over.
        package var passedOver = 0
        package var problems: [Problem] = []
        /// Values that are left empty because they can't be read, by place in the draft's fields.
        package var misread: [Int: Misread] = [:]
        /// For each field of the draft.
        package var known: [Known]
        /// Where each field of `draft` was in the draft that is corrected.
        fileprivate(set) var places: [Int] = []

        /// What the corrected board file says of a field: its `currency`, its `format`. Empty if nothing.
        package func written(_ place: Int, _ option: String) -> String {
            places.firstIndex(of: place).map { draft.fields[$0].writing.text(of: option) } ?? ""
        }
    }

    private static let (fewUnread, shownTexts, tried) = (2, 10, 2000)

    package func outcome(of correction: Correction, in draft: BoardDraft, keepsNames: Bool = false) -> Outcome {
        var outcome = Outcome(draft: draft, known: draft.fields.map { _ in Known() })
        guard correction.fields.count == draft.fields.count else {
            outcome.problems = [.document("the fields are others")]
            return outcome
        }
        let texts = texts(of: draft)
        for (place, column) in texts.enumerated() { outcome.known[place] = known(column, correction.fields[place].kind) }
        let kept = draft.fields.indices.filter { !correction.fields[$0].isLeftOut }
        outcome.problems = Self.problems(of: correction, kept)
        var corrected = draft
        corrected.fields = kept.map { place in
            var field = draft.fields[place]
            field.writing = writing(of: field.writing, correction.fields[place], texts.indices.contains(place) ? texts[place] : [])
            if field.kind == .money, !Money.isCurrency(field.writing.text(of: "currency")), !saysCurrency(texts[place]) {
                outcome.problems.append(.noCurrency(place))
            }
            (field.isKey, field.isHeading) = (false, place == correction.heading && field.kind != .image)
            return field
        }
        if !keepsNames { Self.rename(&corrected.fields, kept.map { correction.fields[$0].label }) }
        for (field, place) in kept.enumerated() {
            let label = correction.fields[place].label
            corrected.fields[field].label = nil
            if corrected.fields[field].shownLabel != label { corrected.fields[field].label = label }
        }
        corrected.only = []
        if corrected.isGauge || corrected.isOne {
            corrected.isGauge = corrected.fields.contains { [.number, .money, .duration].contains($0.kind) }
        }
        (outcome.draft, outcome.places) = (corrected, kept)
        guard outcome.problems.isEmpty else { return outcome }
        read(&outcome, correction, kept)
        return outcome
    }

    private static func problems(of correction: Correction, _ kept: [Int]) -> [Problem] {
        if kept.isEmpty { return [.noFields] }
        var problems: [Problem] = []
        for place in kept {
            let field = correction.fields[place]
            if field.label.isEmpty { problems.append(.noLabel(place)) }
            if field.kind == .money, !field.currency.isEmpty, !Money.isCurrency(field.currency) { problems.append(.noCurrency(place)) }
        }
        return problems
    }

    // MARK: Fields

    /// The same where the type stays, with what the person says of it; else as the texts are written.
    private func writing(of writing: FieldWriting, _ wanted: Correction.Field, _ texts: [String]) -> FieldWriting {
        var writing = writing
        let isChanged = wanted.kind != writing.kind
        if isChanged || !wanted.yes.isEmpty {
            var found = ChosenKind(of: texts, language: language, host: hints.address?.host() ?? "").field(
                wanted.kind, currency: wanted.currency.isEmpty ? nil : wanted.currency, yes: wanted.yes.isEmpty ? nil : wanted.yes)
            found.paths = writing.paths
            let ways = FieldWriting.all(of: found).filter { $0.kind == wanted.kind }
            let nothings = writing.texts(of: "none")
            writing = FieldWriting(kind: wanted.kind, paths: writing.paths, options: best(ways, texts)?.options ?? [])
            if !nothings.isEmpty, wanted.kind != .text { writing.options.append(.init("none", nothings)) }
        }
        if wanted.kind == .money, !wanted.currency.isEmpty { writing.set("currency", wanted.currency) }
        if wanted.kind == .list, isChanged { writing.set("separator", Self.separator(texts)) }
        let unit = writing.text(of: "unit")
        if wanted.kind == .number, unit != wanted.unit, !(isChanged && wanted.unit.isEmpty) {
            writing.set("unit", wanted.unit)
            if !unit.isEmpty { writing.surround(by: unit) }
        }
        if [.date, .timestamp].contains(wanted.kind), !wanted.format.isEmpty, wanted.format != writing.text(of: "format"),
            let order = ChosenKind(of: texts, language: language, host: "").orders.first(where: { $0.source == wanted.format })
        {
            writing.set("format", order.source)
            writing.set("language", order.language ?? "")
        }
        return writing
    }

    /// The way that reads the most texts.
    private func best(_ ways: [FieldWriting], _ texts: [String]) -> FieldWriting? {
        guard ways.count > 1 else { return ways.first }
        let counts = ways.map { way -> Int in
            var field = BoardDraft.Field(name: "value", writing: way, isOptional: true)
            field.writing.paths = ["value"]
            let draft = BoardDraft(title: "-", address: "https://example.org", reading: .jsonLines, fields: [field])
            guard let declared = try? draft.board().schema.fields.first else { return -1 }
            return texts.prefix(Self.tried).count { (try? declared.value(from: $0)) != nil }
        }
        return zip(ways, counts).max { $0.1 < $1.1 }?.0
    }

    /// What parts the texts of a list, by how many of them have it.
    private static func separator(_ texts: [String]) -> String {
        let counts = [",", "|", ";", "·", "/"].map { mark in (mark: mark, count: texts.count { $0.contains(mark) }) }
        return counts.max { $0.count < $1.count }?.mark ?? ","
    }

    private func saysCurrency(_ texts: [String]) -> Bool {
        texts.contains { Money.currencies(of: $0)?.count == 1 }
    }

    /// A field's name follows its label; those whose label stays keep theirs.
    private static func rename(_ fields: inout [BoardDraft.Field], _ labels: [String]) {
        let changed = fields.indices.filter { fields[$0].shownLabel != labels[$0] && !labels[$0].isEmpty }
        var used = Set(fields.indices.filter { !changed.contains($0) }.map { fields[$0].name })
        for place in changed {
            let name = DraftNames.name(labels[place], fields[place].kind, besides: used)
            used.insert(name)
            fields[place].name = name
        }
    }

    // MARK: Reading

    /// Of each field of the draft the texts of all rows; none if the document can't be read.
    private func texts(of draft: BoardDraft) -> [[String]] {
        var plain = draft
        plain.only = []
        for place in plain.fields.indices {
            plain.fields[place].writing = FieldWriting(kind: .text, paths: plain.fields[place].writing.paths)
            (plain.fields[place].isKey, plain.fields[place].isHeading, plain.fields[place].isOptional) = (false, false, true)
        }
        guard let (records, _, _) = try? read(plain) else { return draft.fields.map { _ in [] } }
        return plain.fields.indices.map { place in records.map { $0.values[place]?.text ?? "" } }
    }

    private func known(_ texts: [String], _ kind: Records.Field.Kind) -> Known {
        var known = Known()
        var seen: Set<String> = []
        for text in texts where !text.isEmpty && seen.insert(text).inserted {
            if known.texts.count < Self.shownTexts { known.texts.append(text) }
            if seen.count > Self.shownTexts { break }
        }
        known.areAll = seen.count <= Self.shownTexts
        if [.date, .timestamp].contains(kind) { known.orders = ChosenKind(of: texts, language: language, host: "").orders }
        return known
    }

    /// The records with what can't be read left empty, and how many values of each field that are.
    private func read(_ draft: BoardDraft) throws -> (records: [Record], schema: Schema, notes: ReadingNotes) {
        let board = try draft.board()
        var run = board.extractor.begin(hints).resolving(board.schema, against: hints.address)
        return (try DraftProof.records(of: document, &run), board.schema, run.notes)
    }

    private func read(_ outcome: inout Outcome, _ correction: Correction, _ kept: [Int]) {
        do {
            let (all, schema, notes) = try read(outcome.draft)
            for (field, place) in kept.enumerated() {
                guard let counts = notes.texts[outcome.draft.fields[field].name], counts.unread > 0 else { continue }
                let misread = Misread(read: counts.read, unread: counts.unread, example: counts.failure?.found.limited(to: 40) ?? "")
                outcome.misread[place] = misread
                // A board would refuse the document, or couldn't tell its rows apart.
                if counts.unread > max(counts.read, Self.fewUnread) || counts.read == 0 || correction.fields[place].isKey {
                    outcome.problems.append(.unreadable(place, misread))
                }
            }
            outcome.draft.only = rules(correction, kept, outcome.draft, schema)
            let records = all.filter { record in outcome.draft.only.allSatisfy { $0.keeps(record) } }
            (outcome.records, outcome.passedOver, outcome.schema) = (records, all.count - records.count, schema)
            for field in outcome.draft.fields.indices where all.contains(where: { $0.values[field] == nil }) {
                outcome.draft.fields[field].isOptional = true
            }
            addKey(&outcome, correction, kept, all)
            guard outcome.problems.isEmpty else { return }
            // As a server reads it.
            let board = try outcome.draft.board()
            var run = board.begin(hints)
            outcome.records = try DraftProof.records(of: document, &run)
            outcome.schema = board.schema
        } catch let error as ExtractionError {
            let field = error.field.flatMap { name in outcome.draft.fields.firstIndex { $0.name == name } }
            outcome.problems.append(field.map { Problem.unreadable(kept[$0], Misread()) } ?? .document("\(error)"))
        } catch {
            outcome.problems.append(.document("\((error as? DeclarationError)?.detail ?? "\(error)")"))
        }
    }

    /// Several texts of one test are one rule.
    private func rules(_ correction: Correction, _ kept: [Int], _ draft: BoardDraft, _ schema: Schema) -> [RowRule] {
        kept.enumerated().flatMap { field, place in
            RowRule.Test.allCases.compactMap { test in
                let texts = correction.rules.filter { $0.field == place && $0.test == test && !$0.text.isEmpty }.map(\.text)
                return RowRule(draft.fields[field].name, test, texts, in: schema)
            }
        }
    }

    private func addKey(_ outcome: inout Outcome, _ correction: Correction, _ kept: [Int], _ all: [Record]) {
        let key = kept.indices.filter { correction.fields[kept[$0]].isKey }
        guard !key.isEmpty else { return }
        for field in key {
            outcome.draft.fields[field].isKey = true
            if all.contains(where: { $0.values[field] == nil }) { outcome.problems.append(.keyIsMissing(kept[field])) }
        }
        var seen: Set<[Value?]> = []
        for record in outcome.records {
            let values = key.map { record.values[$0] }
            guard seen.insert(values).inserted else {
                let shown = values.compactMap { $0?.text }.joined(separator: ", ").limited(to: 60)
                return outcome.problems.append(.keyIsShared(key.map { kept[$0] }, shown))
            }
        }
    }
}
