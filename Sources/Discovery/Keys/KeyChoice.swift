import Records

/// Chooses the fields that identify a row: never empty, unique, and likely to stay the same. Ids and links are preferred to names; a price
/// or a position is never used.
enum KeyChoice {
    static func key(of fields: [Candidate.Field], _ columns: [Column], rows: [[Value?]]) -> [Int] {
        let single = fields.indices.compactMap { place -> (rank: Int, place: Int)? in
            let values = rows.map { $0[place] }
            guard isUnique(values), let rank = rank(fields[place], columns[place], values) else { return nil }
            return (rank, place)
        }
        if let best = single.min(by: { ($0.rank, $0.place) < ($1.rank, $1.place) }) { return [best.place] }
        return pair(fields, rows)
    }

    /// Two fields whose combination is unique.
    private static func pair(_ fields: [Candidate.Field], _ rows: [[Value?]]) -> [Int] {
        let usable = fields.indices.filter { place in
            [.text, .date, .url, .time, .email, .phone].contains(fields[place].kind) && rows.allSatisfy { $0[place] != nil }
        }.prefix(8)
        for one in usable {
            for other in usable where other > one {
                if Set(rows.map { [$0[one], $0[other]] }).count == rows.count { return [one, other] }
            }
        }
        return []
    }

    private static func isUnique(_ values: [Value?]) -> Bool {
        var seen: Set<Value> = []
        for value in values {
            guard let value, seen.insert(value).inserted else { return false }
        }
        return true
    }

    /// nil if the field can't be a key.
    private static func rank(_ field: Candidate.Field, _ column: Column, _ values: [Value?]) -> Int? {
        let isNamedID = isID(column.member ?? column.attribute ?? "")
        let start = countingStart(values)
        // A number that counts from 0 or 1 is the row's position.
        if let start, start <= 1, field.kind == .number || column.attribute != nil { return nil }
        switch field.kind {
        case .money, .time, .timestamp, .list, .flag, .duration, .position: return nil
        case .number:
            guard isNamedID else { return nil }
            return start != nil && column.member == nil ? 3 : 0
        case .text:
            if isNamedID { return start != nil && column.member == nil ? 3 : 0 }
            let areCodes = values.allSatisfy { isCode($0?.text ?? "") }
            if areCodes, let member = column.member, IdentifierColumn.identifiesRows(member) { return 0 }
            return areCodes ? 2 : column.attribute == nil ? 4 : 5
        case .url: return isNamedID ? 0 : 1
        case .email: return 2
        case .phone: return 5
        case .date: return 6
        case .image: return 7
        }
    }

    private static func isID(_ name: String) -> Bool {
        let words = ClassWords.parts(of: String(name.split(separator: ".").last ?? ""))
        return words.last.map { ["id", "guid", "sku", "uid", "uuid", "key", "isbn", "ean", "gtin", "identifier"].contains($0) } ?? false
    }

    /// The first of numbers that grow by one with each row; nil for others.
    private static func countingStart(_ values: [Value?]) -> Int? {
        let numbers = values.map { value in Int((value?.text ?? "").filter(\.isNumber).suffix(9)) }
        guard numbers.count > 2, let first = numbers.first ?? nil else { return nil }
        return numbers.enumerated().allSatisfy { $0.element == first + $0.offset } ? first : nil
    }

    /// Letters and digits with at least one digit and no spaces: `KRT-2040`.
    private static func isCode(_ text: String) -> Bool {
        text.count <= 32 && text.contains(where: \.isNumber)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-./_".contains($0)) }
    }
}
