import Discovery
import Foundation
import Records

/// Compares what a board reads with the detected list: the same rows, the same values.
struct DraftComparison {
    let candidate: Candidate
    /// The URL that the document's relative addresses are resolved against.
    let base: URL?

    /// nil: the numbers of rows are equal.
    func differenceOfRows(_ count: Int) -> String? {
        if count == candidate.rowCount || candidate.mayHaveMore && count > candidate.rowCount { return nil }
        return "the path to its rows gives \(count) and not \(candidate.rowCount)"
    }

    /// Whether a field has all detected values, and no others.
    func holds(_ field: Int, _ writing: FieldWriting, in records: [Record], column: Int) -> Bool {
        let isItself = writing.kind == candidate.fields[field].kind
        return candidate.rows.indices.allSatisfy { row in
            let place = candidate.places.isEmpty ? row : candidate.places[row]
            guard place < records.count else { return false }
            let value = records[place].values[column]
            guard isItself else { return same(value?.text ?? "", candidate.texts[row][field]) }
            switch (value, candidate.rows[row][field]) {
            case (nil, nil): return true
            case (let one?, let other?): return same(one, other)
            default: return false
            }
        }
    }

    private func same(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.text(let one), .text(let other)): same(one, other)
        case (.list(let one), .list(let other)): one.count == other.count && zip(one, other).allSatisfy { same($0, $1) }
        case (.url(let one), .url(let other)), (.image(let one), .image(let other)): whole(one) == whole(other)
        // A link may contain more than the number or address that was detected in it.
        case (.phone(let one), .phone(let other)), (.email(let one), .email(let other)): one == other
        default: one == other
        }
    }

    /// White space counts as one space.
    private func same(_ one: String, _ other: String) -> Bool {
        one == other || words(one) == words(other)
    }

    private func words(_ text: String) -> [Substring] { text.withoutUnseen().split(whereSeparator: \.isWhitespace) }

    private func whole(_ address: String) -> String { URL(string: address, relativeTo: base)?.absoluteString ?? address }
}
