import Boards
import Foundation
import Records

/// Names of fields as board files have them: lower-case letters of ASCII, digits and underscores.
enum DraftNames {
    /// A name of a group in a pattern may be no longer.
    private static let length = 32

    /// One for each field, each once; the field's own as far as it can be written so, else its kind's.
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

    /// What people read, if the name doesn't say it: the same as a label that a board makes of it.
    static func label(_ found: String, as name: String) -> String? {
        let label = Field(name: found, kind: .text).label
        return label == Field(name: name, kind: .text).label ? nil : label
    }

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

    /// Letters that are written with others where they can't be had.
    private static let letters: [Character: String] = [
        "ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]
}
