package import Boards
package import Discovery
import Extraction
package import Foundation
import Markup
package import Records

/// Finds a board's list again on a redesigned page: by its keys, then by the values beside them, then by names and types.
///
/// Pure. Takes the records of the last good reading, and returns a draft that reads the same list from the new document, with the old names
/// of the fields, so that their history continues. A list that only looks alike is never proposed.
package struct Repair {
    private let schema: Schema
    private let records: [Record]
    /// The most records of the last good reading that are searched for.
    package static let rows = 30

    /// - Parameter records: From the last good reading; the first `rows` are searched for.
    package init(schema: Schema, records: [Record]) { (self.schema, self.records) = (schema, Array(records.prefix(Self.rows))) }

    /// The result of `proposal(in:_:)` for a board, with its title and interval. Reads `document` several times.
    package static func proposal(
        for board: Board, _ records: [Record], in document: [UInt8], at address: URL, charset: String?
    ) throws -> Proposal? {
        guard var proposal = try found(for: board, records, in: document, at: address, charset: charset) else { return nil }
        proposal.draft.title = board.title
        // The board's own address, not that of a redirect.
        proposal.draft.address = board.source.url.absoluteString
        proposal.draft.render = board.source.renderText
        proposal.draft.only = board.only.filter { rule in proposal.draft.fields.contains { $0.name == rule.field } }
        if let every = board.source.every { proposal.draft.every = max(1, Int(every.components.seconds)) }
        return proposal
    }

    private static func found(
        for board: Board, _ records: [Record], in document: [UInt8], at address: URL, charset: String?
    ) throws -> Proposal? {
        let repair = Repair(schema: board.schema, records: records)
        if let html = board.extractor as? HTMLRows, html.isSingle {
            guard let page = try PagePicking(document, address: address, charset: charset) else { return nil }
            let proof = DraftProof(document: document, address: address, charset: charset, findings: page.findings)
            return repair.proposal(ofOne: page, proof)
        }
        let findings = try Discovery.findings(in: document, address: address, charset: charset)
        return repair.proposal(in: findings, DraftProof(document: document, address: address, charset: charset, findings: findings))
    }

    /// The single value of a board, with its subject unchanged, if it has one.
    private func proposal(ofOne page: PagePicking, _ proof: DraftProof) -> Proposal? {
        guard let record = records.first, let value = schema.fields.indices.first(where: { !schema.fields[$0].isKey }),
            var candidate = page.again(record.values[value], of: schema.fields[value])
        else { return nil }
        candidate.fields[0].name = schema.fields[value].name
        if schema.keyFields.isEmpty {
            candidate.fields.removeLast()
            candidate.rows[0].removeLast()
            candidate.texts[0].removeLast()
            candidate.key = []
        } else if let key = schema.keyFields.first, schema.keyFields.count == 1, case .text(let about)? = record.values[key] {
            let quote = about.contains("'") ? "\"" : "'"
            guard !about.contains(quote) else { return nil }
            (candidate.fields[1].name, candidate.fields[1].paths) = (schema.fields[key].name, [quote + about + quote])
            (candidate.rows[0][1], candidate.texts[0][1]) = (.text(about), about)
        }
        let outcome = proof.outcome(of: candidate)
        guard var draft = outcome.draft, keepsKey(draft) else { return nil }
        name(&draft.fields)
        let missing = schema.fields.map(\.name).filter { name in !draft.fields.contains { $0.name == name } }
        let same = outcome.records.first.map { $0.values.contains(record.values[value]) } ?? false
        return Proposal(draft: draft, records: outcome.records, keys: 1, values: same ? 1 : 0, missing: missing, notes: outcome.notes)
    }

    package struct Proposal {
        package fileprivate(set) var draft: BoardDraft
        /// The rows as the board reads them.
        package let records: [Record]
        /// The share of the old keys that are in the list: 0 to 1.
        package let keys: Double
        /// The share of equal values in fields that rarely change, in the rows with the same keys.
        package let values: Double
        /// Old fields that the list doesn't have.
        package let missing: [String]
        /// Fields that the board reads differently.
        package let notes: [String]

        /// Whether it is good enough to be applied without asking, if the person has chosen that.
        package var isSure: Bool { keys >= 0.8 && values >= 0.8 && missing.isEmpty }
    }

    /// nil if no list of the document has half of the keys and four fifths of the values beside them.
    package func proposal(in findings: Discovery.Findings, _ proof: DraftProof) -> Proposal? {
        let matches = findings.candidates.compactMap(match).sorted { ($1.keys, $1.values) < ($0.keys, $0.values) }
        for match in matches where match.keys >= 0.5 && match.values >= 0.8 {
            let outcome = proof.outcome(of: renamed(match))
            guard var draft = outcome.draft, keepsKey(draft) else { continue }
            name(&draft.fields)
            let missing = schema.fields.map(\.name).filter { name in !draft.fields.contains { $0.name == name } }
            return Proposal(
                draft: draft, records: outcome.records, keys: match.keys, values: match.values, missing: missing, notes: outcome.notes)
        }
        return nil
    }

    /// Restores the fields' labels and quiet settings.
    private func name(_ fields: inout [BoardDraft.Field]) {
        for place in fields.indices {
            let old = schema[fields[place].name]
            (fields[place].label, fields[place].isQuiet) = (old?.label, old?.isQuiet ?? false)
        }
    }

    /// With another key, a board would report every record as new.
    private func keepsKey(_ draft: BoardDraft) -> Bool {
        let old = Set(schema.fields.filter(\.isKey).map(\.name))
        return old.isEmpty || old == Set(draft.fields.filter(\.isKey).map(\.name))
    }

    // MARK: Matching

    /// A list, and its counterparts of the old fields.
    private struct Match {
        let candidate: Candidate
        /// The indices of the list's fields, by those of the old ones.
        var fields: [Int: Int]
        let keys: Double
        var values = 0.0
    }

    private func match(_ candidate: Candidate) -> Match? {
        let keyFields = schema.fields.contains(where: \.isKey) ? schema.keyFields : schema.headingFields
        guard !records.isEmpty, !candidate.readings.isEmpty, !keyFields.isEmpty else { return nil }
        var (fields, rows) = ([Int: Int](), records.map { _ in Set(candidate.rows.indices) })
        for key in keyFields {
            let best = candidate.fields.indices.map { place in (place, found: found(key, in: candidate, place)) }
                .max { ($0.found.count { !$0.isEmpty }, $1.0) < ($1.found.count { !$0.isEmpty }, $0.0) }
            guard let (place, found) = best else { return nil }
            fields[key] = place
            rows = zip(rows, found).map { $0.intersection($1) }
        }
        let pairs = rows.enumerated().compactMap { old, new in new.min().map { (old: old, new: $0) } }
        var match = Match(candidate: candidate, fields: fields, keys: Double(pairs.count) / Double(records.count))
        addFields(to: &match, pairs)
        return match
    }

    /// For each old record, the rows of the list with the same value in a field.
    private func found(_ field: Int, in candidate: Candidate, _ place: Int) -> [Set<Int>] {
        var rows: [String: Set<Int>] = [:]
        for (row, values) in candidate.rows.enumerated() {
            if let value = values[place] { rows[Self.plain(value), default: []].insert(row) }
        }
        return records.map { record in record.values[field].flatMap { rows[Self.plain($0)] } ?? [] }
    }

    /// Adds the other fields: by values in the same rows, then by name, then by a type that only one field of each has.
    private func addFields(to match: inout Match, _ pairs: [(old: Int, new: Int)]) {
        let candidate = match.candidate
        func free() -> [Int] { candidate.fields.indices.filter { !match.fields.values.contains($0) } }
        func wanted() -> [Int] { schema.fields.indices.filter { match.fields[$0] == nil } }
        var shares: [(share: Double, old: Int, new: Int)] = []
        for old in wanted() {
            let known = pairs.filter { records[$0.old].values[old] != nil }
            guard !known.isEmpty else { continue }
            for new in free() {
                let same = known.count { pair in
                    records[pair.old].values[old].map(Self.plain) == candidate.rows[pair.new][new].map(Self.plain)
                }
                shares.append((Double(same) / Double(known.count), old, new))
            }
        }
        var slow: [Double] = []
        for (share, old, new) in shares.sorted(by: { ($1.share, $0.old, $0.new) < ($0.share, $1.old, $1.new) }) where share >= 0.5 {
            guard match.fields[old] == nil, !match.fields.values.contains(new) else { continue }
            match.fields[old] = new
            if isSlow(old) { slow.append(share) }
        }
        match.values = slow.isEmpty ? 1 : slow.reduce(0, +) / Double(slow.count)
        for old in wanted() {
            let kind = schema.fields[old].kind
            let alike = free().filter { candidate.fields[$0].kind == kind }
            if let named = alike.first(where: { candidate.fields[$0].name == schema.fields[old].name }) {
                match.fields[old] = named
            } else if alike.count == 1, !isSlow(old), wanted().count(where: { schema.fields[$0].kind == kind }) == 1 {
                match.fields[old] = alike[0]
            }
        }
    }

    /// Whether a field identifies a thing instead of describing its state. A few recurring texts are states.
    private func isSlow(_ field: Int) -> Bool {
        switch schema.fields[field].kind {
        case .text:
            let values = records.compactMap { $0.values[field] }
            return Set(values).count * 2 > values.count
        case .url, .image, .email, .phone, .list, .date, .position: return true
        case .number, .money, .time, .timestamp, .duration, .flag: return false
        }
    }

    /// The value for comparison: of an address, the last two components of its path, because a redesign often changes those before them.
    private static func plain(_ value: Value) -> String {
        switch value {
        case .url(let address), .image(let address):
            let rest = address.firstRange(of: "//").map { address[$0.upperBound...].drop { $0 != "/" } } ?? address[...]
            return rest.prefix { $0 != "#" }.split(separator: "/").suffix(2).joined(separator: "/")
        case .number(let number): return "\(number)"
        default: return value.text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// The list with the old names, the old order and the old key.
    private func renamed(_ match: Match) -> Candidate {
        var candidate = match.candidate
        let places = schema.fields.indices.compactMap { old in match.fields[old].map { (old: old, new: $0) } }
        candidate.fields = places.map { place in
            var field = match.candidate.fields[place.new]
            (field.name, field.isOrdinal) = (schema.fields[place.old].name, schema.fields[place.old].isOrdinal)
            return field
        }
        candidate.rows = match.candidate.rows.map { row in places.map { row[$0.new] } }
        candidate.texts = match.candidate.texts.map { row in places.map { row[$0.new] } }
        candidate.key = places.indices.filter { schema.fields[places[$0].old].isKey }
        return candidate
    }
}
