import Foundation
import Records

/// A file of pronunciation rules in the API's format: `{"pronunciations": [{"kind", "text", "said", "matchesCase"}…]}`, or only the list.
enum RulesFile {
    private static let limit = 1_000_000

    private struct List: Decodable { let pronunciations: [One] }

    private struct One: Decodable {
        let kind: String
        let text: String
        let said: String
        let matchesCase: Bool?
    }

    static func rules(_ path: String) throws -> [Pronunciation.Rule] {
        guard let handle = FileHandle(forReadingAtPath: path), let bytes = try? handle.read(upToCount: limit + 1) else {
            throw Failure(.badUse, "there is no file '\(path)' that can be read")
        }
        guard bytes.count <= limit else { throw Failure(.badUse, "\(path) is larger than \(limit / 1_000_000) MB") }
        let decoder = JSONDecoder()
        let listed = try? decoder.decode(List.self, from: bytes).pronunciations
        guard let found = listed ?? (try? decoder.decode([One].self, from: bytes)) else {
            let example = #"{"pronunciations": [{"kind": "word", "text": "GIF", "said": "jif"}]}"#
            throw Failure(.badUse, "\(path) isn't a list of rules: \(example)")
        }
        guard found.count <= Pronunciation.Limits.rules else {
            throw Failure(.badUse, "\(path) has more than \(Pronunciation.Limits.rules) rules")
        }
        return try found.enumerated().map { number, one in
            func failure(_ why: String) -> Failure { Failure(.badUse, "\(path): rule \(number + 1): \(why)") }
            guard let kind = Pronunciation.Kind(rawValue: one.kind) else {
                throw failure("'\(one.kind)' is none of \(Pronunciation.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            let rule = Pronunciation.Rule(kind, one.text, said: one.said, matchesCase: one.matchesCase ?? false)
            switch rule.fault {
            case nil: return rule
            case .empty: throw failure("its text is empty")
            case .tooLong:
                typealias Limits = Pronunciation.Limits
                throw failure("its text has more than \(Limits.text) characters, or what is said more than \(Limits.said)")
            case .pattern(let detail): throw failure("its pattern can't be used: \(detail)")
            }
        }
    }
}
