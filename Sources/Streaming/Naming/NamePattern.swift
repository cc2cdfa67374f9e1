import Foundation
import Records

/// A case-insensitive regular expression for file and folder names. A name that exceeds the matcher's limits doesn't match (`Pattern`'s
/// limits).
struct NamePattern: Sendable {
    private let pattern: Pattern?

    init(_ source: String) {
        pattern = try? Pattern("(?i)" + source)
        assert(pattern != nil, "no pattern: \(source)")
    }

    func first(in text: String, from start: Int = 0) -> NameMatch? {
        let bytes = Array(text.utf8)
        guard start <= bytes.count, let groups = try? pattern?.match(in: bytes, from: start), let whole = groups[0] else { return nil }
        return NameMatch(bytes: bytes, groups: groups, whole: whole)
    }

    func all(in text: String) -> [NameMatch] {
        var found: [NameMatch] = []
        var start = 0
        while let match = first(in: text, from: start) {
            found.append(match)
            start = max(match.whole.upperBound, start + 1)
        }
        return found
    }

    func matches(_ text: String) -> Bool { first(in: text) != nil }

    func removed(from text: String) -> String {
        var (rest, start): ([UInt8], Int) = ([], 0)
        let found = all(in: text)
        guard let bytes = found.first?.bytes else { return text }
        for match in found {
            rest += bytes[start..<match.whole.lowerBound]
            start = match.whole.upperBound
        }
        return String(decoding: rest + bytes[start...], as: UTF8.self)
    }
}

/// A match of a `NamePattern`. Positions are UTF-8 offsets.
struct NameMatch {
    let bytes: [UInt8]
    let groups: [Range<Int>?]
    let whole: Range<Int>

    subscript(group: Int) -> String? { groups[group].map { String(decoding: bytes[$0], as: UTF8.self) } }
    func number(_ group: Int) -> Int? { self[group].flatMap { Int($0) } }
    var before: String { String(decoding: bytes[..<whole.lowerBound], as: UTF8.self) }
    var after: String { String(decoding: bytes[whole.upperBound...], as: UTF8.self) }
}

extension NamePattern {
    /// The text before and after a literal; nil if it doesn't occur.
    static func literal(_ text: String, in whole: String) -> (before: String, after: String)? {
        guard let range = whole.range(of: text) else { return nil }
        return (String(whole[..<range.lowerBound]), String(whole[range.upperBound...]))
    }
}
