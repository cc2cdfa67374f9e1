import Discovery
import Records

/// The fields of a draft during its proof, each with the way of declaring it that is tried now.
struct DraftFields {
    private let candidate: Candidate
    private let writings: [[FieldWriting]]
    /// The index of the way tried for each field; beyond the last, the field is left out.
    private var tried: [Int]
    private var reasons: [Int: String] = [:]
    let names: [String]

    init(_ candidate: Candidate) {
        self.candidate = candidate
        writings = candidate.fields.map { FieldWriting.all(of: $0) }
        tried = candidate.fields.map { _ in 0 }
        names = DraftNames.names(of: candidate.fields.map { ($0.name, $0.kind) })
    }

    /// The fields that are still included, as indices in the candidate.
    var places: [Int] { candidate.fields.indices.filter { tried[$0] < writings[$0].count } }
    var isEmpty: Bool { places.isEmpty }

    func writing(_ place: Int) -> FieldWriting? { tried[place] < writings[place].count ? writings[place][tried[place]] : nil }

    /// The draft with only this field.
    func only(_ place: Int) -> DraftFields {
        var fields = self
        for other in tried.indices where other != place { fields.tried[other] = Int.max }
        return fields
    }

    mutating func advance(_ place: Int, because reason: String) {
        reasons[place] = reason
        tried[place] += 1
    }

    var declared: [BoardDraft.Field] {
        places.compactMap { place in
            guard let writing = writing(place) else { return nil }
            let found = candidate.fields[place]
            return BoardDraft.Field(
                name: names[place], label: DraftNames.label(found.name, as: names[place]), writing: writing, isOptional: found.isOptional)
        }
    }

    /// The fields left out or declared as text, with the reasons.
    var notes: [String] {
        candidate.fields.indices.compactMap { place in
            let kind = candidate.fields[place].kind
            guard let writing = writing(place) else {
                let reason = reasons[place] ?? "no path leads to its value in every row"
                return "the field '\(candidate.fields[place].name)' was left out: \(reason)"
            }
            guard writing.kind != kind else { return nil }
            return "the field '\(names[place])' is text and not \(kind.rawValue): \(reasons[place] ?? "")"
        }
    }

    /// Fields that may identify a row if the detected key doesn't: links and mail addresses, then texts.
    var replacementKeys: [Int] {
        [[Field.Kind.url, .email], [.text]].flatMap { kinds in places.filter { kinds.contains(writing($0)?.kind ?? .flag) } }
    }

    /// Makes the first text that nearly always differs the rows' heading, unless the key already is one.
    static func addHeading(to draft: inout BoardDraft, _ records: [Record]) {
        let keys = draft.fields.filter(\.isKey)
        guard keys.count != 1 || keys[0].kind != .text || !isName(draft.fields.firstIndex(of: keys[0]) ?? 0, records) else { return }
        guard let place = draft.fields.indices.first(where: { draft.fields[$0].kind == .text && isName($0, records) }) else { return }
        draft.fields[place].isHeading = true
    }

    /// Moves links after readable fields, because a narrow screen shows only the first columns. Returns the records in that order.
    static func putLinksLast(in draft: inout BoardDraft, _ records: [Record]) -> [Record] {
        let isLink = draft.fields.map { [.url, .image].contains($0.kind) }
        let order = draft.fields.indices.filter { !isLink[$0] } + draft.fields.indices.filter { isLink[$0] }
        draft.fields = order.map { draft.fields[$0] }
        return records.map { record in Record(order.map { record.values[$0] }) }
    }

    /// Whether it has words in every row, different in nine of ten.
    private static func isName(_ column: Int, _ records: [Record]) -> Bool {
        let texts = records.compactMap { $0.values[column]?.text }
        guard texts.count == records.count, !texts.isEmpty else { return false }
        return Set(texts).count * 10 >= 9 * texts.count && texts.allSatisfy { $0.contains(where: \.isLetter) && $0.count <= 200 }
            && texts.contains { $0.contains(" ") || !$0.contains(where: \.isNumber) }
    }
}
