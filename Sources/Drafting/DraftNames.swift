import Boards
import Foundation
import Records

/// Names of fields in board files: lower-case ASCII letters, digits and underscores.
enum DraftNames {
    /// The limit on a pattern's group name.
    private static let length = 32

    /// A unique name for each field: from its own name if that can be written so, otherwise from its type.
    static func names(of fields: [(name: String, kind: Field.Kind)]) -> [String] {
        var used: Set<String> = []
        return fields.map { field in
            let name = name(field.name, field.kind, besides: used)
            used.insert(name)
            return name
        }
    }

    static func name(_ label: String, _ kind: Field.Kind, besides used: Set<String>) -> String {
        let plain = plain(label)
        let wanted = String((Board.isName(plain, including: "_") ? plain : kind.rawValue).prefix(length))
        var (name, number) = (wanted, 2)
        while used.contains(name) {
            (name, number) = ("\(wanted.prefix(length - 4))_\(number)", number + 1)
        }
        return name
    }

    /// The label for people, unless the default label made from the name is the same.
    static func label(_ found: String, as name: String) -> String? {
        if let word = words[plain(found)] { return word }
        let label = Field(name: found, kind: .text).label
        return label == Field(name: name, kind: .text).label ? nil : label
    }

    /// Names that feeds give to what has a word of its own.
    private static let words = ["guid": "ID", "pubdate": "Published"]

    private static func plain(_ name: String) -> String {
        var plain = ""
        for character in name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil) {
            if let written = letters[character] {
                plain += written
            } else if character.isASCII {
                plain.append(character.isLetter || character.isNumber ? character : "_")
            }
        }
        return plain.split(separator: "_").joined(separator: "_")
    }

    /// ASCII replacements for letters.
    private static let letters: [Character: String] = [
        "ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]
}
