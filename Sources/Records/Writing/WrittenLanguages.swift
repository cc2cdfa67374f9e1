/// The conventions of languages for numbers and dates: month names, marks of numbers, the order of day, month and year.
///
/// Languages are BCP 47 tags, of which the language matters, and the region where it differs: `de`, `de-CH`, `pt_BR`. Source: Unicode CLDR,
/// like `monthTable`.
package enum WrittenLanguages {
    /// The languages with known month names, in the order of the table.
    package static let known: [String] = monthTable.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }

    /// All names of each month, from January, in lower case and without a final full stop; nil for an unknown language.
    package static func months(of language: String) -> [[String]]? { months[base(of: language)] }

    /// The same names in one set.
    package static func names(of language: String) -> Set<String> { names[base(of: language)] ?? [] }

    /// The names of days, in lower case; empty for an unknown language.
    static func days(of language: String) -> Set<String> { days[base(of: language)] ?? [] }

    private static let days: [String: Set<String>] = {
        var days: [String: Set<String>] = [:]
        for line in dayTable.split(separator: "\n") {
            let words = line.split { $0 == ":" || $0 == " " }.map(String.init)
            days[words[0]] = Set(words.dropFirst())
        }
        return days
    }()

    /// Parsed once, bytewise, because hundreds of columns are checked.
    private static let months: [String: [[String]]] = {
        var months: [String: [[String]]] = [:]
        for line in monthTable.utf8.split(separator: UInt8(ascii: "\n")) {
            let language = line.prefix { $0 != UInt8(ascii: ":") }
            let names = line.dropFirst(language.count + 1).drop { $0 == UInt8(ascii: " ") }
            months[String(Substring(language))] = names.split(separator: UInt8(ascii: "|")).map { month in
                month.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            }
        }
        return months
    }()

    private static let names: [String: Set<String>] = months.mapValues { Set($0.joined()) }

    /// The marks of numbers.
    package static func marks(of language: String) -> NumberFormat? {
        let (base, region) = (base(of: language), region(of: language))
        switch (base, region) {
        case ("de", "CH"), ("de", "LI"), ("it", "CH"), ("gsw", _): return NumberFormat(decimal: ".", group: "'")
        case ("fr", "CH"): return NumberFormat(decimal: ",", group: "'")
        case ("pt", "PT"), ("en", "ZA"): return NumberFormat(decimal: ",", group: " ")
        case ("es", "MX"), ("es", "US"), ("es", "PE"), ("es", "DO"), ("es", "GT"), ("es", "HN"), ("es", "NI"), ("es", "PA"), ("es", "PR"),
            ("es", "SV"):
            return NumberFormat(decimal: ".", group: ",")
        case ("en", "IN"), ("hi", _), ("bn", _): return NumberFormat(decimal: ".", group: ",", isIndian: true)
        default: break
        }
        switch base {
        case "en", "ja", "zh", "ko", "he", "th", "ms", "ar", "fa", "ur": return NumberFormat(decimal: ".", group: ",")
        case "de", "es", "it", "pt", "nl", "da", "ro", "tr", "el", "hr", "sr", "sl", "ca", "vi", "id":
            return NumberFormat(decimal: ",", group: ".")
        case "fr", "pl", "cs", "sk", "sv", "nb", "fi", "hu", "ru", "uk", "bg", "lt", "lv", "et":
            return NumberFormat(decimal: ",", group: " ")
        default: return nil
        }
    }

    /// The order of the numbers in a date: `dmy`, `mdy` or `ymd`. nil for English without a region, which has two, and for an unknown
    /// language.
    package static func order(of language: String) -> DateOrder? {
        switch (base(of: language), region(of: language)) {
        case ("en", nil): nil
        case ("en", "US"), ("en", "PH"), ("en", "PR"), ("es", "US"), ("es", "PR"): .monthDayYear
        case ("en", "CA"), ("fr", "CA"), ("en", "ZA"), ("en", "SE"): .yearMonthDay
        case ("ja", _), ("zh", _), ("ko", _), ("hu", _), ("lt", _), ("sv", _), ("fa", _), ("mn", _): .yearMonthDay
        case (let base, _): marks(of: base) == nil ? nil : .dayMonthYear
        }
    }

    static func base(of language: String) -> String {
        let base = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return ["no": "nb", "nn": "nb", "iw": "he", "in": "id"][base] ?? base
    }

    /// The two capitals after the language, and after a script if there is one: `TW` in `zh-Hant-TW`.
    private static func region(of language: String) -> String? {
        language.split { $0 == "-" || $0 == "_" }.dropFirst().first { $0.utf8.count == 2 }?.uppercased()
    }
}

package enum DateOrder: String, Hashable, Sendable, CaseIterable {
    case dayMonthYear, monthDayYear, yearMonthDay
}
