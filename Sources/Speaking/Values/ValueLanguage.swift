/// How a language writes and speaks values: tables and grammar. To add a language, write a file with a conforming type and add a line to
/// `ValueLanguages`.
protocol ValueLanguage: Sendable {
    /// The BCP 47 region, in upper case.
    var region: String? { get }
    init(region: String?)

    var code: String { get }
    var decimalSign: Character { get }
    /// The digit group separators, including a space: `10 000`.
    var groupSigns: Set<Character> { get }
    var words: ValueWords { get }
    /// Keyed by the written form, in lower case without a full stop.
    var months: [String: Int] { get }
    var units: [String: ValueNoun] { get }
    var currencies: [String: ValueCurrency] { get }
    /// The currency of a sign in the language's country.
    func currency(_ sign: String) -> ValueCurrency?
    /// Millions and similar scales, by the form written after an amount.
    var scales: [String: ValueNoun] { get }
    var shortForms: [String: [ShortForm]] { get }
    /// Whole words that voices mispronounce: symbols, abbreviations in capitals.
    var signs: [String: String] { get }
    /// After these words, a number from 1100 to 2099 is a year.
    var yearCues: Set<String> { get }
    /// After these words, a number is a label, and a Roman numeral is a number.
    var labels: Set<String> { get }
    /// First names of kings and popes.
    var rulers: Set<String> { get }
    /// After these words, a number with a slash is a date.
    var dayCues: Set<String> { get }
    /// As spoken, in lower case.
    var monthNames: [String] { get }

    func cardinal(_ number: Int, _ form: WordForm) -> String
    func ordinal(_ number: Int, _ form: WordForm) -> String
    func year(_ number: Int) -> String
    func plural(of amount: ValueAmount) -> ValuePlural
    func decimals(_ digits: String) -> String
    func range(_ first: Int, _ last: Int) -> String
    /// After these words, two numbers with a dash are a score.
    var scoreCues: Set<String> { get }

    /// A fraction before a word: three quarters of a cup.
    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String
    /// 2½
    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String
    /// 2:1, 2–1; nil to leave it as written.
    func score(_ one: Int, _ other: Int, _ sign: Character) -> String?
    /// A Roman numeral after a word such as chapter.
    func labelled(_ number: Int, behind word: String) -> String
    /// A number before a word, if voices mispronounce it.
    func counted(_ amount: ValueAmount, before word: ValueToken?) -> String?
    /// The text after the whole amount of money: fifty of "five pounds fifty".
    func cents(_ cents: Int, _ currency: ValueCurrency) -> String
    /// The text of an amount in millions with its currency.
    func scaled(_ scale: String, _ currency: String) -> String
    /// A date written as one word, such as 3/4/2026, after a word.
    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String
    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String
    /// A ruler's number; nil if it isn't recognised as one.
    func ruler(_ number: Int, named name: String, behind word: String) -> String?
    /// Rules specific to this language.
    func own(at place: Int, of reader: ValueReader) -> ValueMatch?
}

extension ValueLanguage {
    var scoreCues: Set<String> { [] }
    var dayCues: Set<String> { [] }

    func monthName(_ month: Int) -> String { monthNames[month - 1] }
    func currency(_ sign: String) -> ValueCurrency? { currencies[sign] }
    func decimals(_ digits: String) -> String {
        digits.compactMap { $0.wholeNumberValue }.map { cardinal($0, .plain) }.joined(separator: " ")
    }
    func range(_ first: Int, _ last: Int) -> String { "\(cardinal(first, .plain)) \(words.to) \(cardinal(last, .plain))" }
    func score(_ one: Int, _ other: Int, _ sign: Character) -> String? { nil }
    func labelled(_ number: Int, behind word: String) -> String { cardinal(number, .label) }
    func counted(_ amount: ValueAmount, before word: ValueToken?) -> String? { nil }
    func own(at place: Int, of reader: ValueReader) -> ValueMatch? { nil }

    /// Decimals as a number of at most two digits, without a leading zero.
    func shortDecimals(_ digits: String) -> String {
        guard digits.count <= 2, digits.first != "0", let number = Int(digits) else {
            return digits.compactMap { $0.wholeNumberValue }.map { cardinal($0, .plain) }.joined(separator: " ")
        }
        return cardinal(number, .plain)
    }
}

/// The languages that have rules for values.
enum ValueLanguages {
    private static let all: [String: any ValueLanguage.Type] = [
        "en": EnglishValues.self, "de": GermanValues.self, "fr": FrenchValues.self, "es": SpanishValues.self, "pl": PolishValues.self,
        "ar": ArabicValues.self,
    ]

    /// The rules for a BCP 47 language; nil if there are none.
    static func language(_ tag: String) -> (any ValueLanguage)? {
        let parts = tag.split { $0 == "-" || $0 == "_" }
        guard let code = parts.first?.lowercased(), let found = all[code] else { return nil }
        return found.init(region: parts.dropFirst().first { $0.count == 2 }?.uppercased())
    }

    /// Part of the cache key of sounds. Increase it when the rules produce different text.
    static let edition = 1
}

/// The grammatical agreement of a number.
struct WordForm: Hashable, Sendable {
    enum Gender: Character, Sendable {
        case masculine = "m"
        case feminine = "f"
        case neuter = "n"
    }
    enum Case: Sendable { case nominative, genitive, dative, accusative, locative }

    var gender = Gender.masculine
    var grammaticalCase = Case.nominative
    /// Whether its noun follows.
    var isBeforeNoun = false
    var isPlural = false
    /// Whether it is a label and not an amount: page 80.
    var isLabel = false

    static let plain = WordForm()
    static let label = WordForm(isLabel: true)
    static func before(_ gender: Gender) -> WordForm { WordForm(gender: gender, isBeforeNoun: true) }
}

/// CLDR's plural categories used by these languages.
enum ValuePlural: Sendable { case one, few, many, other }

/// Words for values that every language provides.
struct ValueWords: Sendable {
    let minus, plus, point, to, dot, at, hash, number, version: String
    /// x², x³, and the word before another power.
    let squared, cubed, power: String
    let percent: String
}

/// A counted noun. Written `m kilometre,kilometres`: its gender, then the forms for one and others, or for one, few, many and others.
struct ValueNoun: Hashable, Sendable, ExpressibleByStringLiteral {
    let gender: WordForm.Gender
    private let forms: [String]

    init(stringLiteral text: String) {
        gender = text.first.flatMap { WordForm.Gender(rawValue: $0) } ?? .masculine
        forms = text.dropFirst(2).split(separator: ",").map(String.init)
    }

    func form(_ plural: ValuePlural) -> String {
        let place =
            switch plural {
            case .one: 0
            case .few: 1
            case .many: forms.count > 2 ? 2 : 1
            case .other: forms.count - 1
            }
        return forms.indices.contains(place) ? forms[place] : forms.last ?? ""
    }
}

struct ValueCurrency: Hashable, Sendable {
    let name: ValueNoun
    /// nil if the currency has no subunit, or none that is spoken.
    let cent: ValueNoun?

    init(_ name: ValueNoun, _ cent: ValueNoun? = nil) { (self.name, self.cent) = (name, cent) }
}

/// An abbreviation, by its letters and full stops without spaces: `z.B.`
struct ShortForm: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case anywhere, beforeNumber, beforeYear, behindNumber, beforeName, behindName
    }

    let said: String
    let place: Place

    /// Parses lists such as `pp. pages | vol. volume`.
    static func table(_ lists: KeyValuePairs<Place, String>) -> [String: [ShortForm]] {
        var found: [String: [ShortForm]] = [:]
        for (place, list) in lists {
            for one in list.split(separator: "|") {
                let words = one.split(whereSeparator: \.isWhitespace)
                guard let key = words.first else { continue }
                found[String(key), default: []].append(ShortForm(said: words.dropFirst().joined(separator: " "), place: place))
            }
        }
        return found
    }
}
