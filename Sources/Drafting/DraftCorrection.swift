import Boards
import Discovery
import Extraction
package import Foundation
package import Records

/// Applies a person's corrections to a draft, and shows what the board would read: the real extractor reads the document each time.
///
/// Pure. The document is read at most three times: as texts, with the corrected fields, and as on a server.
package struct DraftCorrection: Sendable {
    private let document: [UInt8]
    private let hints: DocumentHints
    private let language: String?

    /// - Parameter language: The page's language.
    package init(document: [UInt8], address: URL, charset: String?, language: String?) {
        (self.document, self.language) = (document, language)
        var hints = DocumentHints.wholeFile
        (hints.address, hints.charset) = (address, charset)
        self.hints = hints
    }

    /// Why the corrected draft isn't a board that can read the document.
    package enum Problem: Hashable, Sendable {
        case noFields
        /// Here and below, indices of the draft's fields.
        case noLabel(Int)
        /// The amounts name no currency, or the code isn't valid.
        case noCurrency(Int)
        /// Most values can't be parsed as the type.
        case unreadable(Int, Misread)
        /// Some rows have no key.
        case keyIsMissing(Int)
        /// Two rows have the same key.
        case keyIsShared([Int], String)
        /// Anything else, in English.
        case document(String)
    }

    /// How many values of a field can and can't be parsed, with an example of the latter.
    package struct Misread: Hashable, Sendable {
        package var (read, unread) = (0, 0)
        package var example = ""

        package init(read: Int = 0, unread: Int = 0, example: String = "") {
            (self.read, self.unread, self.example) = (read, unread, example)
        }
    }

    /// The choices for a field, from its values in the document.
    package struct Known: Hashable, Sendable {
        /// The first different texts as in the document; they are the only ones if `areAll`.
        package var texts: [String] = []
        package var areAll = false
        /// The possible date formats, if there are several.
        package var orders: [DatePattern] = []

        package init() {}
    }

    package struct Outcome: Sendable {
        /// With as many corrections as could be applied.
        package var draft: BoardDraft
        /// The schema of the records.
        package var schema = Schema(fields: [])
        package var records: [Record] = []
        /// The number of rows that the rules exclude.
        package var passedOver = 0
        package var problems: [Problem] = []
        /// The values left empty because they can't be parsed, by index in the draft's fields.
        package var misread: [Int: Misread] = [:]
        /// For each field of the draft.
        package var known: [Known]
        /// The index of each field of `draft` in the uncorrected draft.
        fileprivate(set) var places: [Int] = []

        /// An option of a field in the corrected board file, such as its `currency` or `format`. Empty if it has none.
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

    /// If the type is unchanged, the same with the person's options; otherwise from how the texts are written.
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

    /// The way that parses the most texts.
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

    /// The separator of a list's texts: the one in the most of them.
    private static func separator(_ texts: [String]) -> String {
        let counts = [",", "|", ";", "·", "/"].map { mark in (mark: mark, count: texts.count { $0.contains(mark) }) }
        return counts.max { $0.count < $1.count }?.mark ?? ","
    }

    private func saysCurrency(_ texts: [String]) -> Bool {
        texts.contains { Money.currencies(of: $0)?.count == 1 }
    }

    /// A field's name follows its label; fields with unchanged labels keep their names.
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

    /// For each field of the draft, the texts of all rows; empty if the document can't be read.
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

    /// The records, with unparsable values left empty, and the number of these for each field.
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
            // Reads as on a server.
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

    /// Several texts of one test become one rule.
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
