struct FrenchValues: ValueLanguage {
    let code = "fr"
    let region: String?

    init(region: String?) { self.region = region }

    // MARK: Tables

    var decimalSign: Character { "," }
    var groupSigns: Set<Character> { region == "CH" ? ["'", " "] : ["\u{202F}", " "] }
    var words: ValueWords { Self.words }
    var months: [String: Int] { Self.months }
    var monthNames: [String] { Self.monthNames }
    var units: [String: ValueNoun] { Self.units }
    var currencies: [String: ValueCurrency] { Self.currencies }
    var scales: [String: ValueNoun] { Self.scales }
    var shortForms: [String: [ShortForm]] { Self.shortForms }
    var signs: [String: String] { Self.signs }
    /// Years are read like other numbers.
    var yearCues: Set<String> { [] }
    var labels: Set<String> { ["chapitre", "tome", "acte", "livre", "partie", "scène", "article", "annexe", "volume"] }
    var rulers: Set<String> { Self.rulers }
    var dayCues: Set<String> { ["le"] }

    private static let words = ValueWords(
        minus: "moins", plus: "plus", point: "virgule", to: "à", dot: "point", at: "arobase", hash: "hashtag", number: "numéro",
        version: "version",
        squared: "au carré", cubed: "au cube", power: "puissance", percent: "pour cent")
    private static let monthNames = [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
    ]
    private static let months: [String: Int] = {
        var months = Dictionary(uniqueKeysWithValues: monthNames.enumerated().map { ($1, $0 + 1) })
        for (name, month) in ["janv": 1, "févr": 2, "avr": 4, "juill": 7, "sept": 9, "oct": 10, "nov": 11, "déc": 12] {
            months[name] = month
        }
        return months
    }()
    private static let units: [String: ValueNoun] = [
        "km": "m kilomètre,kilomètres", "m": "m mètre,mètres", "cm": "m centimètre,centimètres", "mm": "m millimètre,millimètres",
        "kg": "m kilogramme,kilogrammes", "g": "m gramme,grammes", "mg": "m milligramme,milligrammes", "t": "f tonne,tonnes",
        "l": "m litre,litres",
        "L": "m litre,litres", "ml": "m millilitre,millilitres", "cl": "m centilitre,centilitres",
        "km/h": "m kilomètre par heure,kilomètres par heure", "m/s": "m mètre par seconde,mètres par seconde",
        "m2": "m mètre carré,mètres carrés",
        "km2": "m kilomètre carré,kilomètres carrés", "cm2": "m centimètre carré,centimètres carrés", "m3": "m mètre cube,mètres cubes",
        "ha": "m hectare,hectares", "°C": "m degré Celsius,degrés Celsius", "°F": "m degré Fahrenheit,degrés Fahrenheit",
        "°": "m degré,degrés",
        "ko": "m kilooctet,kilooctets", "Mo": "m mégaoctet,mégaoctets", "Go": "m gigaoctet,gigaoctets", "To": "m téraoctet,téraoctets",
        "Hz": "m hertz,hertz",
        "kHz": "m kilohertz,kilohertz", "MHz": "m mégahertz,mégahertz", "GHz": "m gigahertz,gigahertz", "W": "m watt,watts",
        "kW": "m kilowatt,kilowatts",
        "kWh": "m kilowattheure,kilowattheures", "V": "m volt,volts", "h": "f heure,heures", "min": "f minute,minutes",
        "s": "f seconde,secondes",
        "dB": "m décibel,décibels", "hPa": "m hectopascal,hectopascals",
    ]
    private static let currencies: [String: ValueCurrency] = [
        "€": ValueCurrency("m euro,euros", "m centime,centimes"), "EUR": ValueCurrency("m euro,euros", "m centime,centimes"),
        "$": ValueCurrency("m dollar,dollars", "m cent,cents"), "£": ValueCurrency("f livre,livres", "m penny,pence"),
        "CHF": ValueCurrency("m franc suisse,francs suisses", "m centime,centimes"), "¥": ValueCurrency("m yen,yens"),
    ]
    private static let scales: [String: ValueNoun] = [
        "k": "m mille,mille", "M": "m million,millions", "Md": "m milliard,milliards", "million": "m million,millions",
        "millions": "m million,millions",
        "milliard": "m milliard,milliards", "milliards": "m milliard,milliards",
    ]
    private static let shortForms = ShortForm.table([
        .beforeName:
            """
        M. monsieur | MM. messieurs | Me maître | St saint | Ste sainte | Dr docteur | Pr professeur \
        | av. avenue | bd boulevard | Bd boulevard | Mgr monseigneur
        """,
        .beforeNumber:
            """
        p. page | pp. pages | vol. volume | t. tome | chap. chapitre \
        | fig. figure | art. article | n° numéro | § paragraphe | §§ paragraphes
        """,
        .anywhere:
            """
        c.-à-d. c’est-à-dire | p.ex. par exemple | éd. édition | env. environ | etc. et cætera \
        | cf. confer | av.J.-C. avant Jésus-Christ | apr.J.-C. après Jésus-Christ
        | ap.J.-C. après Jésus-Christ | et/ou et ou
        """,
    ])
    private static let signs: [String: String] = [
        "≈": "environ", "≤": "inférieur ou égal à", "≥": "supérieur ou égal à", "±": "plus ou moins", "×": "fois", "÷": "divisé par",
    ]
    private static let rulers: Set = [
        "louis", "henri", "charles", "françois", "philippe", "napoléon", "jean", "paul", "pie", "léon", "grégoire", "benoît", "clément",
        "innocent",
        "urbain", "alexandre", "nicolas", "édouard", "georges", "jacques", "guillaume", "frédéric", "ferdinand", "alphonse", "élisabeth",
        "catherine",
        "pierre", "ivan", "ramsès", "ptolémée", "léopold", "albert", "baudouin", "richard", "robert", "otton", "rodolphe", "boniface",
    ]

    // MARK: Numbers

    private static let small = [
        "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize", "quatorze",
        "quinze", "seize",
        "dix-sept", "dix-huit", "dix-neuf",
    ]
    private static let tens = ["", "", "vingt", "trente", "quarante", "cinquante", "soixante"]

    private var hasSeptante: Bool { region == "BE" || region == "CH" }

    func cardinal(_ number: Int, _ form: WordForm) -> String {
        let one = form.gender == .feminine && form.isBeforeNoun ? "une" : "un"
        switch number {
        case 1: return one
        case ..<20: return Self.small[max(0, number)]
        case ..<100: return underHundred(number, one, form)
        case ..<1000:
            let (head, rest) = number.quotientAndRemainder(dividingBy: 100)
            let hundred = head == 1 ? "cent" : "\(Self.small[head]) cent" + (rest == 0 && !form.isLabel ? "s" : "")
            return rest == 0 ? hundred : "\(hundred) \(cardinal(rest, form))"
        case ..<1_000_000:
            let (head, rest) = number.quotientAndRemainder(dividingBy: 1000)
            // No plural s before mille.
            let thousand = head == 1 ? "mille" : "\(cardinal(head, .label)) mille"
            return rest == 0 ? thousand : "\(thousand) \(cardinal(rest, form))"
        default:
            for (size, name) in [(1_000_000_000_000, "billion"), (1_000_000_000, "milliard"), (1_000_000, "million")] where number >= size {
                let (head, rest) = number.quotientAndRemainder(dividingBy: size)
                return "\(cardinal(head, .plain)) \(name)\(head > 1 ? "s" : "")" + (rest > 0 ? " " + cardinal(rest, form) : "")
            }
            return String(number)
        }
    }

    private func underHundred(_ number: Int, _ one: String, _ form: WordForm) -> String {
        if hasSeptante, number >= 70, !(region == "BE" && (80..<90).contains(number)) {
            let ten = number < 80 ? "septante" : number < 90 ? "huitante" : "nonante"
            return number % 10 == 0 ? ten : number % 10 == 1 ? "\(ten) et \(one)" : "\(ten)-\(Self.small[number % 10])"
        }
        switch number {
        case 80: return form.isLabel ? "quatre-vingt" : "quatre-vingts"
        case 81...: return "quatre-vingt-" + (number == 81 ? one : Self.small[number - 80])
        case 60..<80:
            return number == 60
                ? "soixante"
                : number == 61 ? "soixante et \(one)" : number == 71 ? "soixante et onze" : "soixante-\(Self.small[number - 60])"
        default:
            let ten = Self.tens[number / 10]
            return number % 10 == 0 ? ten : number % 10 == 1 ? "\(ten) et \(one)" : "\(ten)-\(Self.small[number % 10])"
        }
    }

    func ordinal(_ number: Int, _ form: WordForm) -> String {
        if number == 1 { return form.gender == .feminine ? "première" : "premier" }
        let said = cardinal(number, .label)
        if said.hasSuffix("cinq") { return said + "uième" }
        if said.hasSuffix("neuf") { return said.dropLast() + "vième" }
        return (said.hasSuffix("e") ? String(said.dropLast()) : said) + "ième"
    }

    func year(_ number: Int) -> String { cardinal(number, .label) }
    func plural(of amount: ValueAmount) -> ValuePlural { amount.whole < 2 ? .one : .other }
    func decimals(_ digits: String) -> String { shortDecimals(digits) }

    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String {
        let name = [2: "demi", 3: "tiers", 4: "quart"][bottom] ?? ordinal(bottom, .plain)
        return "\(cardinal(top, .plain)) \(name)\(top > 1 && !name.hasSuffix("s") ? "s" : "")"
    }
    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String { "\(cardinal(whole, .plain)) et \(fraction(top, bottom, of: nil))" }
    func cents(_ cents: Int, _ currency: ValueCurrency) -> String { cardinal(cents, .plain) }
    func scaled(_ scale: String, _ currency: String) -> String {
        let link = "aeiouhéè".contains(currency.first ?? "x") ? "d’" : "de "
        return scale.isEmpty ? link + currency : "\(scale) \(scale == "mille" ? "" : link)\(currency)"
    }

    // MARK: Dates and times

    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String {
        let start = ["le", "du", "au"].contains(word) ? "" : "le "
        return "\(start)\(day == 1 ? "premier" : cardinal(day, .plain)) \(monthName(month))" + (year.map { " \(self.year($0))" } ?? "")
    }

    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String {
        "\(cardinal(hour, .before(.feminine))) heure\(hour > 1 ? "s" : "")" + (minute > 0 ? " \(cardinal(minute, .plain))" : "")
    }

    func ruler(_ number: Int, named name: String, behind word: String) -> String? { number == 1 ? "premier" : cardinal(number, .plain) }

    // MARK: French only

    private static let feminine: Set = [
        "page", "pages", "heure", "heures", "minute", "minutes", "seconde", "secondes", "tonne", "tonnes", "livre", "livres", "fois",
        "année", "années",
    ]

    /// 21 pages.
    func counted(_ amount: ValueAmount, before word: ValueToken?) -> String? {
        guard amount.isWhole, !amount.isGrouped, amount.whole % 10 == 1, amount.whole % 100 != 11, amount.whole % 100 != 71,
            amount.whole % 100 != 91, let word,
            Self.feminine.contains(word.core)
        else { return nil }
        return cardinal(amount.whole, .before(.feminine))
    }

    func own(at place: Int, of reader: ValueReader) -> ValueMatch? {
        ordinal(place, reader) ?? clock(place, reader) ?? beforeChrist(place, reader)
    }

    /// 1er, 2e, 2ème, XXe
    private func ordinal(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let core = reader.tokens[place].core
        for (ending, gender) in [
            ("ère", WordForm.Gender.feminine), ("ère", .feminine), ("re", .feminine), ("er", .masculine), ("ème", .masculine),
            ("ième", .masculine), ("e", .masculine),
        ]
        where core.hasSuffix(ending) {
            let head = core.dropLast(ending.count)
            if let number = Int(head), (1...999).contains(number), head.allSatisfy(\.isASCIIDigit),
                (number == 1) == ["ère", "re", "er"].contains(ending)
            {
                return ValueMatch([ordinal(number, WordForm(gender: gender))])
            }
            // "Ce", "De", "Me" and "Le" are words.
            if let number = RomanNumber.value(head), number < 100, head.count > 1 || "IVX".contains(head),
                (number == 1) == ["ère", "re", "er"].contains(ending)
            {
                return ValueMatch([ordinal(number, WordForm(gender: gender))])
            }
        }
        return nil
    }

    /// 14h05, 14 h 05
    private func clock(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let parts = reader.tokens[place].core.split(separator: "h", omittingEmptySubsequences: false)
        if parts.count == 2, let hour = Int(parts[0]), (0...24).contains(hour) {
            guard parts[1].isEmpty || parts[1].count == 2, let minute = parts[1].isEmpty ? 0 : Int(parts[1]), (0..<60).contains(minute)
            else { return nil }
            return ValueMatch([time(hour, minute, isHalfDay: false)])
        }
        guard let hour = reader.tokens[place].digits, hour <= 24, let next = reader.word(behind: place), next.core == "h" else {
            return nil
        }
        let said = cardinal(hour, .before(.feminine))
        if let last = reader.word(behind: place + 1), last.core.count == 2, let minute = last.digits, minute < 60 {
            return ValueMatch([said, hour > 1 ? "heures" : "heure", minute > 0 ? cardinal(minute, .plain) : nil])
        }
        return ValueMatch([said, hour > 1 ? "heures" : "heure"])
    }

    /// The year in 52 av. J.-C.
    private func beforeChrist(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        guard let year = reader.tokens[place].digits, let next = reader.word(behind: place), ["av", "apr", "ap"].contains(next.core),
            next.hasPoint,
            let last = reader.token(place + 2), last.core == "J.-C"
        else { return nil }
        return ValueMatch([cardinal(year, .label)])
    }
}
