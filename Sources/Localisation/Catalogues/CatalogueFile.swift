import Foundation

/// A String Catalog (`.xcstrings`, the JSON of Xcode and translation tools), decoded for one language.
///
/// Other languages are skipped, so a language uses memory only once a reader needs it. States are for translators; all sentences are shown,
/// except empty ones marked `new`.
struct CatalogueFile: Decodable {
    let sentences: [String: Sentence]

    static func sentences(in file: Data, for language: String) throws -> [String: Sentence] {
        let decoder = JSONDecoder()
        if let key = Wanted.language { decoder.userInfo[key] = language }
        return try decoder.decode(CatalogueFile.self, from: file).sentences
    }

    init(from decoder: any Decoder) throws {
        sentences = try decoder.container(keyedBy: Name.self).decode([String: Entry].self, forKey: "strings").compactMapValues(\.sentence)
    }

    private enum Wanted {
        static let language = CodingUserInfoKey(rawValue: "language")
    }

    private struct Entry: Decodable {
        let sentence: Sentence?

        init(from decoder: any Decoder) throws {
            let language = Wanted.language.flatMap { decoder.userInfo[$0] as? String } ?? ""
            let all = try decoder.container(keyedBy: Name.self)
            guard all.contains("localizations"),
                let mine = try all.nestedContainer(keyedBy: Name.self, forKey: "localizations")
                    .decodeIfPresent(Localization.self, forKey: Name(stringValue: language))
            else {
                sentence = nil
                return
            }
            let forms = mine.forms
            let substitutions = mine.substitutions?.compactMapValues { part in
                part.argNum.map { Sentence.Substitution(argument: $0, forms: part.forms) }
            }
            sentence = forms.isEmpty ? nil : Sentence(forms: forms, substitutions: substitutions ?? [:])
        }
    }

    private struct Localization: Decodable {
        struct Unit: Decodable { let value: String }
        struct Form: Decodable { let stringUnit: Unit }
        struct Variations: Decodable { let plural: [String: Form]? }

        let stringUnit: Unit?
        let variations: Variations?
        let substitutions: [String: Localization]?
        let argNum: Int?

        var forms: Sentence.Forms {
            if let stringUnit { return stringUnit.value.isEmpty ? [:] : [.other: stringUnit.value] }
            var forms: Sentence.Forms = [:]
            for (name, form) in variations?.plural ?? [:] where !form.stringUnit.value.isEmpty {
                if let category = PluralCategory(rawValue: name) { forms[category] = form.stringUnit.value }
            }
            return forms
        }
    }

    private struct Name: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(stringLiteral: String) { stringValue = stringLiteral }
    }
}
