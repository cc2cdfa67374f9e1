/// How a language writes and says values: tables, and what grammar needs. A language is a file with a type like this, and a line in `ValueLanguages`.
protocol ValueLanguage: Sendable {
    /// As in BCP 47, upper case.
    var region: String? { get }
    init(region: String?)

    var code: String { get }
    var decimalSign: Character { get }
    /// A blank among them: `10 000`.
    var groupSigns: Set<Character> { get }
    var words: ValueWords { get }
    /// By what is written, in lower case and without a point.
    var months: [String: Int] { get }
    var units: [String: ValueNoun] { get }
    var currencies: [String: ValueCurrency] { get }
    /// By its sign, in the language's country.
    func currency(_ sign: String) -> ValueCurrency?
    /// Millions and the like, by what is written behind an amount.
    var scales: [String: ValueNoun] { get }
    var shortForms: [String: [ShortForm]] { get }
    /// What a voice doesn't say rightly, by the whole word: signs, abbreviations in capitals.
    var signs: [String: String] { get }
    /// Behind these a number from 1100 to 2099 is a year, whatever follows.
    var yearCues: Set<String> { get }
    /// Behind these a number is a label, and a Roman one is a number.
    var labels: Set<String> { get }
    /// First names of kings and popes.
    var rulers: Set<String> { get }
    /// Behind these a number with a stroke is a date.
    var dayCues: Set<String> { get }
    /// As they are said, in small letters.
    var monthNames: [String] { get }

    func cardinal(_ number: Int, _ form: WordForm) -> String
    func ordinal(_ number: Int, _ form: WordForm) -> String
    func year(_ number: Int) -> String
    func plural(of amount: ValueAmount) -> ValuePlural
    func decimals(_ digits: String) -> String
    func range(_ first: Int, _ last: Int) -> String
    /// Behind these two numbers with a dash are a score.
    var scoreCues: Set<String> { get }

    /// Before a word: three quarters of a cup.
    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String
    /// 2½
    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String
    /// 2:1, 2–1; nil if it stays as it is written.
    func score(_ one: Int, _ other: Int, _ sign: Character) -> String?
    /// A Roman number behind such a word as chapter.
    func labelled(_ number: Int, behind word: String) -> String
    /// A number before a word, if the voice says it otherwise than is right.
    func counted(_ amount: ValueAmount, before word: ValueToken?) -> String?
    /// What is behind the whole amount of money: fifty of "five pounds fifty".
    func cents(_ cents: Int, _ currency: ValueCurrency) -> String
    /// Between an amount in millions and its currency.
    func scaled(_ scale: String, _ currency: String) -> String
    /// A day, its month and its year in one word, such as 3/4/2026, behind a word.
    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String
    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String
    /// A king's number; nil if it can't be told to be one.
    func ruler(_ number: Int, named name: String, behind word: String) -> String?
    /// What this language alone has.
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

    /// Decimals as a number of two digits at most, without a nought in front.
    func shortDecimals(_ digits: String) -> String {
        guard digits.count <= 2, digits.first != "0", let number = Int(digits) else {
            return digits.compactMap { $0.wholeNumberValue }.map { cardinal($0, .plain) }.joined(separator: " ")
        }
        return cardinal(number, .plain)
    }
}

/// The languages whose values are said by their rules.
enum ValueLanguages {
    private static let all: [String: any ValueLanguage.Type] = [
        "en": EnglishValues.self, "de": GermanValues.self, "fr": FrenchValues.self, "es": SpanishValues.self, "pl": PolishValues.self,
        "ar": ArabicValues.self,
    ]

    /// For a language in BCP 47; nil if there are no rules for it.
    static func language(_ tag: String) -> (any ValueLanguage)? {
        let parts = tag.split { $0 == "-" || $0 == "_" }
        guard let code = parts.first?.lowercased(), let found = all[code] else { return nil }
        return found.init(region: parts.dropFirst().first { $0.count == 2 }?.uppercased())
    }

    /// Part of what sound is kept by: where the rules say something else, another number.
    static let edition = 1
}

/// What a number agrees with.
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
    /// Whether it is a name and no amount: page 80.
    var isLabel = false

    static let plain = WordForm()
    static let label = WordForm(isLabel: true)
    static func before(_ gender: Gender) -> WordForm { WordForm(gender: gender, isBeforeNoun: true) }
}

/// CLDR's classes, as far as these languages have them.
enum ValuePlural: Sendable { case one, few, many, other }

/// The words that all languages have for values.
struct ValueWords: Sendable {
    let minus, plus, point, to, dot, at, hash, number, version: String
    /// x², x³, and what is before another power.
    let squared, cubed, power: String
    let percent: String
}

/// A noun that is counted. Written `m kilometre,kilometres`: its gender, then the forms for one and others, or for one, few, many and others.
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
    /// nil if it has none, or none that is said.
    let cent: ValueNoun?

    init(_ name: ValueNoun, _ cent: ValueNoun? = nil) { (self.name, self.cent) = (name, cent) }
}

/// What is written short, by its letters and points without blanks: `z.B.`
struct ShortForm: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case anywhere, beforeNumber, beforeYear, behindNumber, beforeName, behindName
    }

    let said: String
    let place: Place

    /// Of lists such as `pp. pages | vol. volume`.
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
