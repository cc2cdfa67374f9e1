struct EnglishValues: ValueLanguage {
    let code = "en"
    let region: String?

    init(region: String?) { self.region = region }

    private var isAmerican: Bool { region == "US" || region == "PH" }

    // MARK: Tables

    var decimalSign: Character { "." }
    var groupSigns: Set<Character> { [","] }
    var words: ValueWords { Self.words }
    var months: [String: Int] { Self.months }
    var monthNames: [String] { Self.monthNames }
    var units: [String: ValueNoun] { isAmerican ? Self.unitsAmerican : Self.units }
    var currencies: [String: ValueCurrency] { Self.currencies }
    var scales: [String: ValueNoun] { Self.scales }
    var shortForms: [String: [ShortForm]] { Self.shortForms }
    var signs: [String: String] { Self.signs }
    var yearCues: Set<String> { Self.yearCues }
    var labels: Set<String> { Self.labels }
    var rulers: Set<String> { Self.rulers }
    var dayCues: Set<String> { ["on"] }
    var scoreCues: Set<String> { ["won", "win", "beat", "lost", "lose", "drew", "score", "result"] }

    private static let words = ValueWords(
        minus: "minus", plus: "plus", point: "point", to: "to", dot: "dot", at: "at", hash: "hashtag", number: "number", version: "version",
        squared: "squared", cubed: "cubed", power: "to the", percent: "per cent")
    private static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
    private static let months: [String: Int] = {
        var months = Dictionary(uniqueKeysWithValues: monthNames.enumerated().map { ($1, $0 + 1) })
        for (place, name) in monthNames.enumerated() { months[String(name.prefix(3))] = place + 1 }
        months["sept"] = 9
        return months
    }()
    private static let units: [String: ValueNoun] = [
        "km": "n kilometre,kilometres", "m": "n metre,metres", "cm": "n centimetre,centimetres", "mm": "n millimetre,millimetres",
        "µm": "n micrometre,micrometres", "nm": "n nanometre,nanometres", "kg": "n kilogram,kilograms", "g": "n gram,grams",
        "mg": "n milligram,milligrams", "t": "n tonne,tonnes", "l": "n litre,litres", "L": "n litre,litres",
        "ml": "n millilitre,millilitres",
        "cl": "n centilitre,centilitres", "km/h": "n kilometre per hour,kilometres per hour",
        "kph": "n kilometre per hour,kilometres per hour",
        "mph": "n mile per hour,miles per hour", "m/s": "n metre per second,metres per second", "mi": "n mile,miles", "ft": "n foot,feet",
        "yd": "n yard,yards", "lb": "n pound,pounds", "lbs": "n pound,pounds", "oz": "n ounce,ounces", "m2": "n square metre,square metres",
        "km2": "n square kilometre,square kilometres", "cm2": "n square centimetre,square centimetres", "m3": "n cubic metre,cubic metres",
        "cm3": "n cubic centimetre,cubic centimetres", "ha": "n hectare,hectares", "°C": "n degree Celsius,degrees Celsius",
        "°F": "n degree Fahrenheit,degrees Fahrenheit", "°": "n degree,degrees", "kB": "n kilobyte,kilobytes", "KB": "n kilobyte,kilobytes",
        "MB": "n megabyte,megabytes", "GB": "n gigabyte,gigabytes", "TB": "n terabyte,terabytes", "KiB": "n kibibyte,kibibytes",
        "MiB": "n mebibyte,mebibytes", "GiB": "n gibibyte,gibibytes", "Mbit/s": "n megabit per second,megabits per second",
        "Hz": "n hertz,hertz", "kHz": "n kilohertz,kilohertz", "MHz": "n megahertz,megahertz", "GHz": "n gigahertz,gigahertz",
        "W": "n watt,watts", "kW": "n kilowatt,kilowatts", "MW": "n megawatt,megawatts", "kWh": "n kilowatt hour,kilowatt hours",
        "V": "n volt,volts", "h": "n hour,hours", "hrs": "n hour,hours", "min": "n minute,minutes", "ms": "n millisecond,milliseconds",
        "kJ": "n kilojoule,kilojoules", "kcal": "n kilocalorie,kilocalories", "dB": "n decibel,decibels",
        "hPa": "n hectopascal,hectopascals",
    ]
    /// American English spells metres "meters".
    private static let unitsAmerican: [String: ValueNoun] = units.mapValues { unit in
        let forms = [unit.form(.one), unit.form(.other)].map { $0.replacing("metre", with: "meter").replacing("litre", with: "liter") }
        return ValueNoun(stringLiteral: "n \(forms.joined(separator: ","))")
    }
    private static let currencies: [String: ValueCurrency] = {
        let dollar = ValueCurrency("n dollar,dollars", "n cent,cents")
        return [
            "£": ValueCurrency("n pound,pounds", "n penny,pence"), "€": ValueCurrency("n euro,euros", "n cent,cents"), "$": dollar,
            "US$": ValueCurrency("n US dollar,US dollars", "n cent,cents"),
            "A$": ValueCurrency("n Australian dollar,Australian dollars", "n cent,cents"),
            "C$": ValueCurrency("n Canadian dollar,Canadian dollars", "n cent,cents"), "¥": ValueCurrency("n yen,yen"),
            "₹": ValueCurrency("n rupee,rupees", "n paisa,paise"), "USD": ValueCurrency("n US dollar,US dollars", "n cent,cents"),
            "EUR": ValueCurrency("n euro,euros", "n cent,cents"), "GBP": ValueCurrency("n pound,pounds", "n penny,pence"),
        ]
    }()
    private static let scales: [String: ValueNoun] = [
        "k": "n thousand,thousand", "K": "n thousand,thousand", "m": "n million,million", "M": "n million,million",
        "mn": "n million,million",
        "bn": "n billion,billion", "B": "n billion,billion", "tn": "n trillion,trillion", "thousand": "n thousand,thousand",
        "million": "n million,million", "billion": "n billion,billion", "trillion": "n trillion,trillion",
    ]
    private static let shortForms = ShortForm.table([
        .beforeNumber:
            """
        No. number | Nos. numbers | p. page | pp. pages | vol. volume | vols. volumes | ch. chapter | chap. chapter | fig. figure
        | figs. figures | eq. equation | eqs. equations | sec. section | § section | §§ sections | art. article
        | Rm. room | ver. version
        """,
        .beforeName:
            """
        St. Saint | Dr. doctor | Prof. professor | Rev. reverend | Gov. governor | Sen. senator | Gen. general | Capt. captain
        | Lt. lieutenant | Sgt. sergeant | Col. colonel | Hon. honourable | Mt. Mount | Ft. Fort | Rep. representative
        """,
        .behindName:
            """
        St. Street | Dr. Drive | Jr. junior | Sr. senior | Inc. incorporated | Ltd. limited | Co. company | Corp. corporation
        | Bros. brothers | Ave. avenue | Rd. road | Blvd. boulevard | Sq. square
        """,
        .anywhere:
            """
        vs. versus | viz. namely | approx. approximately | est. estimated | dept. department | cf. compare | w/o without | w/ with
        | and/or and or | he/she he or she | she/he she or he | his/her his or her | him/her him or her | s/he she or he
        | 24/7 twenty-four seven
        """,
        .beforeYear: "c. circa | ca. circa", .behindNumber: "c. century",
    ])
    private static let signs: [String: String] = ["WHO": "W H O", "FAQ": "F A Q", "FAQs": "F A Qs", "US": "U S", "IT": "I T"]
    private static let yearCues: Set = [
        "in", "since", "until", "till", "during", "circa", "early", "late", "mid", "year", "spring", "summer", "autumn", "fall", "winter",
    ]
    private static let labels: Set = [
        "chapter", "part", "act", "scene", "book", "volume", "war", "title", "article", "appendix", "phase", "psalm",
    ]
    private static let rulers: Set = [
        "henry", "george", "louis", "edward", "william", "charles", "james", "elizabeth", "richard", "john", "pius", "leo", "gregory",
        "benedict",
        "innocent", "clement", "urban", "alexander", "nicholas", "frederick", "philip", "ferdinand", "alfonso", "napoleon", "ptolemy",
        "ramses",
        "catherine", "peter", "ivan", "paul", "boniface", "otto", "rudolf", "leopold", "joseph", "francis", "christian", "gustav", "harald",
        "haakon", "olaf", "carl", "margrethe", "isabella", "felipe", "carlos", "mehmed", "murad", "wilhelm", "sigismund", "robert", "david",
        "eugene", "julius", "sixtus", "constantine", "theodosius", "darius", "xerxes", "cleopatra", "victor", "umberto", "albert",
        "baldwin",
    ]

    // MARK: Numbers

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    func cardinal(_ number: Int, _ form: WordForm) -> String {
        switch number {
        case ..<20: return Self.small[max(0, number)]
        case ..<100: return Self.tens[number / 10] + (number % 10 > 0 ? "-" + Self.small[number % 10] : "")
        case ..<1000:
            let rest = number % 100
            return "\(Self.small[number / 100]) hundred" + (rest > 0 ? (isAmerican ? " " : " and ") + cardinal(rest, form) : "")
        default:
            for (size, name) in [(1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand")]
            where number >= size {
                let rest = number % size
                let link = rest > 0 && rest < 100 && !isAmerican ? " and " : " "
                return "\(cardinal(number / size, form)) \(name)" + (rest > 0 ? link + cardinal(rest, form) : "")
            }
            return String(number)
        }
    }

    func ordinal(_ number: Int, _ form: WordForm) -> String {
        let odd = [
            "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
        ]
        let said = cardinal(number, form)
        let start = said.lastIndex { $0 == " " || $0 == "-" }.map { said.index(after: $0) } ?? said.startIndex
        let last = String(said[start...])
        let ending = odd[last] ?? (last.hasSuffix("y") ? last.dropLast() + "ieth" : last + "th")
        return said[..<start] + ending
    }

    func year(_ number: Int) -> String {
        let (century, rest) = number.quotientAndRemainder(dividingBy: 100)
        if (2000...2009).contains(number) || rest == 0 && century % 10 == 0 { return cardinal(number, .plain) }
        let head = cardinal(century, .plain)
        if rest == 0 { return "\(head) hundred" }
        return rest < 10 ? "\(head) oh \(cardinal(rest, .plain))" : "\(head) \(cardinal(rest, .plain))"
    }

    func plural(of amount: ValueAmount) -> ValuePlural { amount.whole == 1 && amount.isWhole ? .one : .other }

    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String {
        let names = [2: "half", 4: "quarter"]
        let isCup = word.map { $0.isLowercase && Self.parted.contains($0.core) } ?? false
        if bottom == 2 { return isCup ? "half a" : "a half" }
        let name = names[bottom] ?? ordinal(bottom, .plain)
        let said = top == 1 ? "\(name.first == "e" ? "an" : "a") \(name)" : "\(cardinal(top, .plain)) \(name)s"
        return isCup ? "\(said) of \(word?.core == "hour" ? "an" : "a")" : said
    }

    private static let parted: Set = [
        "cup", "hour", "mile", "inch", "pint", "teaspoon", "tablespoon", "pound", "ounce", "acre", "litre", "liter", "kilo",
    ]

    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String { "\(cardinal(whole, .plain)) and \(fraction(top, bottom, of: nil))" }

    func cents(_ cents: Int, _ currency: ValueCurrency) -> String {
        guard currency.cent?.form(.one) == "cent", let name = currency.cent, currency.name.form(.one).hasSuffix("dollar") else {
            return cardinal(cents, .plain)
        }
        return "and \(cardinal(cents, .plain)) \(name.form(cents == 1 ? .one : .other))"
    }

    func scaled(_ scale: String, _ currency: String) -> String { scale.isEmpty ? currency : "\(scale) \(currency)" }

    func score(_ one: Int, _ other: Int, _ sign: Character) -> String? {
        sign == "-" ? "\(cardinal(one, .plain)) \(cardinal(other, .plain))" : nil
    }

    // MARK: Dates and times

    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String {
        let name = monthName(month).prefix(1).uppercased() + monthName(month).dropFirst()
        let end = year.map { " \(self.year($0))" } ?? ""
        if isAmerican, year != nil { return "\(name) \(ordinal(day, .plain)),\(end)" }
        return "\(word == "the" ? "" : "the ")\(ordinal(day, .plain)) of \(name)\(end)"
    }

    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String {
        let said = cardinal(hour, .plain)
        if minute == 0 { return isHalfDay ? said : hour > 12 || hour == 0 ? "\(said) hundred" : "\(said) o’clock" }
        return "\(said) \(minute < 10 ? "oh " : "")\(cardinal(minute, .plain))"
    }

    func ruler(_ number: Int, named name: String, behind word: String) -> String? { "the \(ordinal(number, .plain))" }

    // MARK: English only

    private static let people: Set = ["people", "men", "women", "children"]
    private static let verbs: Set = [
        "was", "is", "has", "does", "as", "his", "this", "its", "us", "saw", "always", "sees", "marks", "begins", "ends",
    ]

    /// 1984 before a plural noun, as in "1984 people", isn't a year.
    func counted(_ amount: ValueAmount, before word: ValueToken?) -> String? {
        guard amount.isWhole, !amount.isNegative, !amount.isGrouped, (1100...1999).contains(amount.whole), let word, word.isLowercase else {
            return nil
        }
        guard Self.people.contains(word.core) || word.core.count > 3 && word.core.hasSuffix("s") && !Self.verbs.contains(word.core) else {
            return nil
        }
        return cardinal(amount.whole, .plain)
    }

    func own(at place: Int, of reader: ValueReader) -> ValueMatch? {
        decade(place, reader) ?? monthAndDay(place, reader) ?? era(place, reader)
    }

    /// 1990s, ’90s
    private func decade(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        var core = token.core
        if core.hasSuffix("'s") {
            core = String(core.dropLast(2))
        } else if core.hasSuffix("s") {
            core = String(core.dropLast())
        } else {
            return nil
        }
        let isShort = token.lead.hasSuffix("’") || token.lead.hasSuffix("‘") || core.first == "'"
        if isShort, core.first == "'" { core = String(core.dropFirst()) }
        guard let number = Int(core), number % 10 == 0,
            core.count == 4 && (1100...2099).contains(number) || isShort && core.count == 2 && number >= 20
        else {
            return nil
        }
        let said = core.count == 2 ? Self.tens[number / 10] : number == 2000 ? "two thousand" : year(number)
        return ValueMatch([(said.hasSuffix("y") ? said.dropLast() + "ies" : said + "s")])
    }

    /// April 3, Jan. 5
    private func monthAndDay(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        guard token.isCapitalised, let month = months[token.lower], token.tail.isEmpty || token.tail == ".",
            let next = reader.token(place + 1),
            next.lead.isEmpty, let day = next.digits, next.core.count <= 2, (1...31).contains(day)
        else { return nil }
        // "In May 15 boats came."
        if let word = reader.word(behind: place + 1), word.isLowercase { return nil }
        let name = monthName(month).prefix(1).uppercased() + monthName(month).dropFirst()
        return ValueMatch([name, "\(isAmerican ? "" : "the ")\(ordinal(day, .plain))"])
    }

    /// AD beside a year.
    private func era(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        guard reader.tokens[place].core == "AD" else { return nil }
        let sides = [reader.token(place - 1), reader.token(place + 1)]
        return sides.contains { $0?.digits != nil } ? ValueMatch(["A D"]) : nil
    }
}
