import Boards
package import Discovery
import Extraction
package import Foundation
package import Records

/// Makes a board from a detected list, and proves it: reading the same document, the board must give the same rows and values.
///
/// A field that fails is declared in another way: with the next path, then as text; finally it is left out, with the reason. A path to the
/// rows that gives other rows is skipped. A key must be unique in all rows. Pure; each attempt reads the document once, with at most
/// `runLimit` attempts for the fields, and one for the key.
package struct DraftProof {
    private let document: [UInt8]
    private let hints: DocumentHints
    private let findings: Discovery.Findings
    private static let (runLimit, readingLimit) = (24, 5)

    /// The result for a list.
    package struct Outcome {
        /// nil: no board reads the list as detected; `notes` say why.
        package var draft: BoardDraft?
        /// Sentences: the fields left out or declared differently, with the reasons.
        package var notes: [String] = []
        /// The rows as the board reads them; empty without a draft.
        package var records: [Record] = []
    }

    package init(document: [UInt8], address: URL, charset: String? = nil, findings: Discovery.Findings) {
        (self.document, self.findings) = (document, findings)
        var hints = DocumentHints.wholeFile
        (hints.address, hints.charset) = (address, charset)
        self.hints = hints
    }

    package func outcome(of candidate: Candidate) -> Outcome {
        guard !candidate.readings.isEmpty else {
            return Outcome(notes: ["no path leads to just these rows, so a board can't read them"])
        }
        var (runs, reasons) = (Self.runLimit, [String]())
        for reading in candidate.readings.prefix(Self.readingLimit) {
            do { return try outcome(of: candidate, reading, &runs) } catch {
                if !reasons.contains(error.reason) { reasons.append(error.reason) }
            }
        }
        return Outcome(notes: reasons)
    }

    /// Why a way to the rows fails.
    private struct Refusal: Error {
        let reason: String
    }

    // MARK: Fields

    private func outcome(of candidate: Candidate, _ reading: Reading, _ runs: inout Int) throws(Refusal) -> Outcome {
        var fields = DraftFields(candidate)
        let comparison = DraftComparison(candidate: candidate, base: findings.base)
        while true {
            let draft = draft(of: candidate, reading, fields)
            guard !fields.isEmpty else { throw Refusal(reason: "no field of the list could be read as it was found") }
            guard runs > 0 else { throw Refusal(reason: "no board that reads the list was found in \(Self.runLimit) tries") }
            runs -= 1
            switch read(draft) {
            case .failure(.draft(let reason)):
                // One of the fields can't be declared in this way.
                let wrong = fields.places.filter { place in (try? self.draft(of: candidate, reading, fields.only(place)).board()) == nil }
                guard !wrong.isEmpty, wrong.count < fields.places.count || fields.places.count == 1 else { throw Refusal(reason: reason) }
                for place in wrong { fields.advance(place, because: reason) }
            case .failure(.document(let field, let reason)):
                guard let place = field.flatMap({ name in fields.places.first { fields.names[$0] == name } }) else {
                    throw Refusal(reason: reason)
                }
                fields.advance(place, because: reason)
            case .success(let records):
                if let reason = comparison.differenceOfRows(records.count) { throw Refusal(reason: reason) }
                let wrong = fields.places.enumerated().filter { column, place in
                    fields.writing(place).map { !comparison.holds(place, $0, in: records, column: column) } ?? false
                }
                if wrong.isEmpty { return try keyed(draft, fields, candidate, records) }
                for (_, place) in wrong { fields.advance(place, because: "a board reads other values there than were found") }
            }
        }
    }

    /// Of a document that has no title: the name of its file if it is one of data, otherwise its host.
    private var named: String {
        guard let address = hints.address else { return "" }
        let host = address.host() ?? ""
        let parts = address.lastPathComponent.split(separator: ".").map(String.init)
        guard !findings.isPage, parts.count > 1, parts.dropFirst().contains(where: { Self.dataEndings.contains($0.lowercased()) }) else {
            return host
        }
        let name = parts[0].replacing("_", with: " ").replacing("-", with: " ").trimmingWhitespace()
        return name.isEmpty ? host : name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let dataEndings: Set<String> = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "geojson", "xml", "ics", "pdf", "xlsx"]

    private func draft(of candidate: Candidate, _ reading: Reading, _ fields: DraftFields) -> BoardDraft {
        let title = findings.title.isEmpty ? named : findings.title
        var draft = BoardDraft(
            title: String(title.prefix(80)), address: hints.address?.absoluteString ?? "", reading: reading,
            wrapping: findings.wrapping, fields: fields.declared)
        if case .lines(_, let pattern) = reading, pattern.contains("(?<about>") {
            let names = Set(draft.fields.map(\.name))
            let name = names.contains("about") ? "sentence" : "about"
            draft.fields.append(
                BoardDraft.Field(name: name, label: nil, writing: FieldWriting(kind: .text, paths: ["about"]), isKey: true))
        }
        draft.isOne = candidate.isOne
        draft.isGauge = candidate.rows.count == 1 && draft.fields.contains { [.number, .money, .duration].contains($0.kind) }
        return draft
    }

    // MARK: Key

    /// With the first key that is unique in all rows; if there is none, without a key.
    private func keyed(
        _ draft: BoardDraft, _ fields: DraftFields, _ candidate: Candidate, _ records: [Record]
    ) throws(Refusal) -> Outcome {
        var (draft, notes) = (draft, fields.notes)
        let columns = Dictionary(uniqueKeysWithValues: fields.places.enumerated().map { ($0.element, $0.offset) })
        func isUnique(_ key: [Int]) -> Bool {
            var seen: Set<[Value]> = []
            for record in records {
                let values = key.compactMap { record.values[$0] }
                guard values.count == key.count, seen.insert(values).inserted else { return false }
            }
            return true
        }
        let wanted = candidate.key.compactMap { columns[$0] }
        var keys = wanted.count == candidate.key.count && !wanted.isEmpty ? [wanted] : []
        if !draft.isOne { keys += fields.replacementKeys.compactMap { place in columns[place].map { [$0] } } }
        if !draft.fields.contains(where: \.isKey) {
            if let key = keys.first(where: isUnique) {
                for column in key { draft.fields[column].isKey = true }
                if key != wanted, !candidate.key.isEmpty {
                    notes.append(
                        "the key is '\(draft.fields[key[0]].name)': the key that was found isn't in the board, or isn't unique there")
                }
            } else if !draft.isOne {
                notes.append("no field identifies a row: a changed row counts as one row gone and one new")
            }
        }
        DraftFields.addHeading(to: &draft, records)
        let records = DraftFields.putLinksLast(in: &draft, records)
        if draft.fields.contains(where: { $0.writing.options.contains(FieldWriting.zone) }) {
            notes.append("its times name no zone and are read as UTC; write the source's own zone if it is another")
        }
        // Reads as on a server.
        do {
            var run = try draft.board().begin(hints)
            let again = try Self.records(of: document, &run)
            guard again.map(\.values) == records.map(\.values) else { throw Refusal(reason: "with its key the board reads other values") }
        } catch {
            throw (error as? Refusal) ?? Refusal(reason: "\(error)")
        }
        return Outcome(draft: draft, notes: notes, records: records)
    }

    // MARK: Reading

    private enum Failure: Error {
        /// The board file is invalid.
        case draft(String)
        case document(field: String?, String)
    }

    private func read(_ draft: BoardDraft) -> Result<[Record], Failure> {
        let board: Board
        var unkeyed = draft
        for place in unkeyed.fields.indices { unkeyed.fields[place].isKey = false }
        do { board = try unkeyed.board() } catch { return .failure(.draft("\((error as? DeclarationError)?.detail ?? "\(error)")")) }
        do {
            // Unparsable values are judged field by field here, not for the whole document.
            var run = board.extractor.begin(hints).resolving(board.schema, against: hints.address)
            return .success(try Self.records(of: document, &run))
        } catch let error as ExtractionError {
            return .failure(.document(field: error.field, "\(error)"))
        } catch {
            return .failure(.document(field: nil, "\(error)"))
        }
    }

    static func records(of document: [UInt8], _ run: inout any ExtractionRun) throws -> [Record] {
        var records: [Record] = []
        let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { records.append(record) } }
        try run.append(document, keep)
        try run.finish(keep)
        return records
    }
}
