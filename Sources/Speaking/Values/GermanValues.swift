struct GermanValues: ValueLanguage {
    let code = "de"
    let region: String?

    init(region: String?) { self.region = region }

    // MARK: Tables

    var decimalSign: Character { "," }
    var groupSigns: Set<Character> { region == "CH" ? [".", "'", " "] : [".", " "] }
    var words: ValueWords { Self.words }
    var months: [String: Int] { Self.months }
    var monthNames: [String] { Self.monthNames }
    var units: [String: ValueNoun] { Self.units }
    var currencies: [String: ValueCurrency] { Self.currencies }
    var scales: [String: ValueNoun] { Self.scales }
    var shortForms: [String: [ShortForm]] { Self.shortForms }
    var signs: [String: String] { Self.signs }
    var yearCues: Set<String> { Self.yearCues }
    var labels: Set<String> { Self.labels }
    var rulers: Set<String> { Self.rulers }
    var dayCues: Set<String> { ["am", "vom", "zum"] }

    private static let words = ValueWords(
        minus: "minus", plus: "plus", point: "Komma", to: "bis", dot: "Punkt", at: "at", hash: "Hashtag", number: "Nummer",
        version: "Version",
        squared: "Quadrat", cubed: "hoch drei", power: "hoch", percent: "Prozent")
    private static let monthNames = [
        "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember",
    ]
    private static let months: [String: Int] = {
        var months = Dictionary(uniqueKeysWithValues: monthNames.enumerated().map { ($1, $0 + 1) })
        for (name, month) in [
            "jänner": 1, "feber": 2, "jan": 1, "febr": 2, "feb": 2, "apr": 4, "aug": 8, "sept": 9, "okt": 10, "nov": 11, "dez": 12,
        ] {
            months[name] = month
        }
        return months
    }()
    private static let units: [String: ValueNoun] = [
        "km": "m Kilometer,Kilometer", "m": "m Meter,Meter", "cm": "m Zentimeter,Zentimeter", "mm": "m Millimeter,Millimeter",
        "µm": "m Mikrometer,Mikrometer", "nm": "m Nanometer,Nanometer", "kg": "n Kilogramm,Kilogramm", "g": "n Gramm,Gramm",
        "mg": "n Milligramm,Milligramm",
        "t": "f Tonne,Tonnen", "l": "m Liter,Liter", "L": "m Liter,Liter", "ml": "m Milliliter,Milliliter",
        "km/h": "m Kilometer pro Stunde,Kilometer pro Stunde",
        "m/s": "m Meter pro Sekunde,Meter pro Sekunde", "m2": "m Quadratmeter,Quadratmeter", "qm": "m Quadratmeter,Quadratmeter",
        "km2": "m Quadratkilometer,Quadratkilometer", "cm2": "m Quadratzentimeter,Quadratzentimeter", "m3": "m Kubikmeter,Kubikmeter",
        "cm3": "m Kubikzentimeter,Kubikzentimeter", "ha": "m Hektar,Hektar", "°C": "m Grad Celsius,Grad Celsius",
        "°F": "m Grad Fahrenheit,Grad Fahrenheit",
        "°": "m Grad,Grad", "kB": "n Kilobyte,Kilobyte", "KB": "n Kilobyte,Kilobyte", "MB": "n Megabyte,Megabyte",
        "GB": "n Gigabyte,Gigabyte",
        "TB": "n Terabyte,Terabyte", "Hz": "n Hertz,Hertz", "kHz": "n Kilohertz,Kilohertz", "MHz": "n Megahertz,Megahertz",
        "GHz": "n Gigahertz,Gigahertz",
        "W": "n Watt,Watt", "kW": "n Kilowatt,Kilowatt", "MW": "n Megawatt,Megawatt", "kWh": "f Kilowattstunde,Kilowattstunden",
        "V": "n Volt,Volt",
        "h": "f Stunde,Stunden", "Std": "f Stunde,Stunden", "min": "f Minute,Minuten", "Min": "f Minute,Minuten", "s": "f Sekunde,Sekunden",
        "Sek": "f Sekunde,Sekunden", "ms": "f Millisekunde,Millisekunden", "dB": "n Dezibel,Dezibel", "kcal": "f Kilokalorie,Kilokalorien",
        "hPa": "n Hektopascal,Hektopascal", "Mio": "f Million,Millionen", "Mrd": "f Milliarde,Milliarden", "Tsd": "n tausend,tausend",
        "Stunde": "f Stunde,Stunden", "Minute": "f Minute,Minuten", "Sekunde": "f Sekunde,Sekunden", "Tonne": "f Tonne,Tonnen",
        "Woche": "f Woche,Wochen",
        "Million": "f Million,Millionen", "Milliarde": "f Milliarde,Milliarden",
    ]
    private static let currencies: [String: ValueCurrency] = [
        "€": ValueCurrency("m Euro,Euro", "m Cent,Cent"), "EUR": ValueCurrency("m Euro,Euro", "m Cent,Cent"),
        "$": ValueCurrency("m Dollar,Dollar", "m Cent,Cent"),
        "US$": ValueCurrency("m US-Dollar,US-Dollar", "m Cent,Cent"), "USD": ValueCurrency("m US-Dollar,US-Dollar", "m Cent,Cent"),
        "£": ValueCurrency("n Pfund,Pfund", "m Penny,Pence"), "CHF": ValueCurrency("m Franken,Franken", "m Rappen,Rappen"),
        "Fr": ValueCurrency("m Franken,Franken", "m Rappen,Rappen"), "¥": ValueCurrency("m Yen,Yen"),
        "DM": ValueCurrency("f D-Mark,D-Mark"),
    ]
    private static let scales: [String: ValueNoun] = [
        "Mio": "f Million,Millionen", "Mrd": "f Milliarde,Milliarden", "Tsd": "n tausend,tausend", "Mill": "f Million,Millionen",
        "Million": "f Million,Millionen", "Millionen": "f Million,Millionen", "Milliarde": "f Milliarde,Milliarden",
        "Milliarden": "f Milliarde,Milliarden",
    ]
    private static let shortForms = ShortForm.table([
        .anywhere:
            """
        z.B. zum Beispiel | d.h. das heißt | u.a. unter anderem | u.U. unter Umständen | i.d.R. in der Regel | o.Ä. oder Ähnliches \
        | s.o. siehe oben
        | s.u. siehe unten | v.a. vor allem | z.T. zum Teil | u.v.m. und vieles mehr | i.e. das heißt | vgl. vergleiche \
        | bzw. beziehungsweise
        | usw. und so weiter | ca. circa | ggf. gegebenenfalls | evtl. eventuell | inkl. inklusive | etc. et cetera | sog. sogenannte \
        | z.Zt. zur Zeit
        | o.g. oben genannte | Hrsg. Herausgeber | u.Ä. und Ähnliches | Jh. Jahrhundert | Jhd. Jahrhundert
        """,
        .beforeNumber:
            """
        Nr. Nummer | Bd. Band | S. Seite | Abb. Abbildung | Kap. Kapitel | Art. Artikel | Abs. Absatz | Tab. Tabelle \
        | § Paragraf | §§ Paragrafen
        | Str. Straße | Aufl. Auflage | Ziff. Ziffer | Az. Aktenzeichen
        """,
        .beforeName: "Dr. Doktor | Prof. Professor | Hr. Herr | Fr. Frau | St. Sankt | Hl. Heiliger | Dipl. Diplom",
        .behindName: "Str. Straße",
        .behindNumber:
            "v.Chr. vor Christus | n.Chr. nach Christus | Mio. Millionen | Mrd. Milliarden | Tsd. tausend | Std. Stunden | Min. Minuten",
    ])
    private static let signs: [String: String] = [
        "≈": "ungefähr", "≤": "kleiner oder gleich", "≥": "größer oder gleich", "±": "plus minus", "USA": "U S A", "ARD": "A R D",
    ]
    private static let yearCues: Set = [
        "jahr", "jahre", "jahres", "jahren", "seit", "anfang", "ende", "mitte", "sommer", "winter", "frühjahr", "frühling", "herbst",
        "anno", "ab",
    ]
    private static let labels: Set = [
        "kapitel", "teil", "akt", "szene", "buch", "band", "weltkrieg", "artikel", "anhang", "klasse", "phase",
    ]
    private static let rulers: Set = [
        "ludwig", "heinrich", "friedrich", "wilhelm", "karl", "otto", "georg", "johann", "johannes", "leopold", "franz", "joseph", "josef",
        "rudolf",
        "maximilian", "pius", "leo", "gregor", "benedikt", "innozenz", "clemens", "urban", "alexander", "nikolaus", "philipp", "ferdinand",
        "napoleon", "katharina", "peter", "iwan", "paul", "elisabeth", "konrad", "albrecht", "christian", "gustav", "august", "eduard",
        "richard", "jakob",
        "ramses", "ptolemäus", "sigismund", "adolf", "viktor", "franziskus", "karls", "isabella",
    ]

    // MARK: Numbers

    private static let small = [
        "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn", "vierzehn",
        "fünfzehn",
        "sechzehn", "siebzehn", "achtzehn", "neunzehn",
    ]
    private static let tens = ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]

    /// Split after tausend and hundert, because voices mispronounce longer compounds.
    func cardinal(_ number: Int, _ form: WordForm) -> String {
        if number == 1, form.isBeforeNoun { return form.gender == .feminine ? "eine" : "ein" }
        switch number {
        case ..<20: return Self.small[max(0, number)]
        case ..<100:
            let one = number % 10
            return one == 0 ? Self.tens[number / 10] : (one == 1 ? "ein" : Self.small[one]) + "und" + Self.tens[number / 10]
        case ..<1000:
            let rest = number % 100
            return "\(number / 100 == 1 ? "ein" : Self.small[number / 100])hundert" + (rest > 0 ? " " + cardinal(rest, form) : "")
        case ..<1_000_000:
            let (head, rest) = number.quotientAndRemainder(dividingBy: 1000)
            return "\(head == 1 ? "ein" : cardinal(head, .plain))tausend" + (rest > 0 ? " " + cardinal(rest, form) : "")
        default:
            for (size, name) in [(1_000_000_000_000, "Billion"), (1_000_000_000, "Milliarde"), (1_000_000, "Million")] where number >= size
            {
                let (head, rest) = number.quotientAndRemainder(dividingBy: size)
                let many = name.hasSuffix("e") ? name + "n" : name + "en"
                return (head == 1 ? "eine \(name)" : "\(cardinal(head, .plain)) \(many)") + (rest > 0 ? " " + cardinal(rest, form) : "")
            }
            return String(number)
        }
    }

    /// The nominative ending; the case decides the actual ending.
    func ordinal(_ number: Int, _ form: WordForm) -> String { stem(of: number) + "e" }

    private func stem(of number: Int) -> String {
        let odd = [1: "erst", 3: "dritt", 7: "siebt", 8: "acht"]
        let rest = number % 100
        if rest < 20, let stem = odd[rest] { return number > 100 ? "\(cardinal(number - rest, .plain)) \(stem)" : stem }
        return cardinal(number, .plain) + (rest < 20 && rest > 0 ? "t" : "st")
    }

    private static let ends: [String: String] = {
        var ends: [String: String] = [:]
        for word in [
            "am", "vom", "zum", "im", "beim", "dem", "den", "des", "seit", "zur", "ab", "bis", "diesem", "jedem", "einem", "einer",
        ] { ends[word] = "en" }
        for word in ["der", "die", "das", "diese", "dieser", "dieses", "jede", "jeder", "eine"] { ends[word] = "e" }
        for word in ["ein", "kein", "mein", "sein", "ihr", "unser"] { ends[word] = "er" }
        return ends
    }()

    /// An ordinal with the ending required by the preceding words.
    private func ordinal(_ number: Int, behind word: String, andBefore before: String, else ending: String) -> String {
        // in der, mit der: -n.
        let isDative = word == "der" && ["in", "mit", "aus", "von", "bei", "nach", "seit", "zu", "an", "auf", "unter"].contains(before)
        return stem(of: number) + (isDative ? "en" : Self.ends[word] ?? ending)
    }

    func year(_ number: Int) -> String {
        guard (1100...1999).contains(number) else { return cardinal(number, .plain) }
        let (century, rest) = number.quotientAndRemainder(dividingBy: 100)
        return "\(cardinal(century, .plain))hundert" + (rest > 0 ? " " + cardinal(rest, .plain) : "")
    }

    func plural(of amount: ValueAmount) -> ValuePlural { amount.whole == 1 && amount.isWhole ? .one : .other }

    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String {
        if bottom == 2 { return word?.isCapitalised == true ? "ein halber" : "ein halb" }
        let name = bottom == 4 ? "viertel" : stem(of: bottom) + "el"
        return "\(top == 1 ? "ein" : cardinal(top, .plain)) \(name)"
    }

    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String {
        if top == 1, bottom == 2 { return whole == 1 ? "eineinhalb" : "\(cardinal(whole, .plain))einhalb" }
        return "\(cardinal(whole, .before(.neuter))) \(fraction(top, bottom, of: nil))"
    }

    func cents(_ cents: Int, _ currency: ValueCurrency) -> String { cardinal(cents, .plain) }
    func scaled(_ scale: String, _ currency: String) -> String { scale.isEmpty ? currency : "\(scale) \(currency)" }

    func score(_ one: Int, _ other: Int, _ sign: Character) -> String? {
        // Also for 16:9 and 3:16, but not for times.
        sign == ":" && one < 100 && other < 10 ? "\(cardinal(one, .plain)) zu \(cardinal(other, .plain))" : nil
    }

    // MARK: Dates and times

    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String {
        let ending = Self.ends[word] ?? "er"
        let name = monthName(month).prefix(1).uppercased() + monthName(month).dropFirst()
        return "\(stem(of: day))\(ending) \(name)" + (year.map { " \(self.year($0))" } ?? "")
    }

    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String {
        "\(cardinal(hour, .before(.masculine))) Uhr" + (minute > 0 ? " \(cardinal(minute, .plain))" : "")
    }

    func ruler(_ number: Int, named name: String, behind word: String) -> String? {
        if ["von", "mit", "unter", "bei", "zu", "dem", "nach", "seit"].contains(word) { return "dem \(stem(of: number))en" }
        return name.hasSuffix("s") && !Self.rulers.contains(name.lowercased()) || word == "des"
            ? "des \(stem(of: number))en" : "der \(stem(of: number))e"
    }

    // MARK: German only

    func own(at place: Int, of reader: ValueReader) -> ValueMatch? {
        clock(place, reader) ?? ordinal(place, reader) ?? street(place, reader)
    }

    /// 14:05 Uhr, 14.05 Uhr, 9 Uhr: "Uhr" is spoken between hour and minutes.
    private func clock(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        guard let next = reader.word(behind: place), next.core == "Uhr" else { return nil }
        let parts = reader.tokens[place].core.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        guard (1...2).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
            let hour = Int(parts[0]), hour <= 24
        else {
            return nil
        }
        let minute = parts.count == 2 ? Int(parts[1]) ?? 60 : 0
        guard minute < 60, parts.count == 1 || parts[1].count == 2 else { return nil }
        return ValueMatch([cardinal(hour, .before(.masculine)), minute > 0 ? "Uhr \(cardinal(minute, .plain))" : "Uhr"])
    }

    private static let neuter: Set = [
        "Kapitel", "Jahrhundert", "Jh", "Jhd", "Mal", "Jahr", "Buch", "Bild", "Semester", "Quartal", "Halbjahr",
    ]
    private static let feminine: Set = [
        "Auflage", "Klasse", "Etage", "Ausgabe", "Woche", "Runde", "Stunde", "Seite", "Folge", "Staffel", "Liga",
    ]

    /// 3. April, das 3. Kapitel: after a word that requires an ordinal, or before a noun that is usually counted.
    private func ordinal(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        guard let number = token.digits, number < 1000, number > 0, token.tail == ".", token.lead.isEmpty || token.lead == "(",
            let next = reader.token(place + 1),
            next.lead.isEmpty
        else { return nil }
        let (word, before) = (reader.word(before: place), reader.word(before: place - 1))
        let isCounted =
            Self.neuter.contains(next.core) || Self.feminine.contains(next.core)
            || number < 32 && months[next.lower] != nil && next.isCapitalised
        guard isCounted || Self.ends[word] != nil && (next.isCapitalised || next.isLowercase) else { return nil }
        let ending =
            Self.neuter.contains(next.core) ? "es" : Self.feminine.contains(next.core) ? "e" : months[next.lower] != nil ? "er" : "e"
        return ValueMatch([ordinal(number, behind: word, andBefore: before, else: ending)], tail: "")
    }

    /// Hauptstr.
    private func street(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        guard token.hasPoint, token.isCapitalised, token.core.count > 5, token.core.hasSuffix("str") else { return nil }
        return ValueMatch([token.core.dropLast(3) + "straße"], tail: reader.tail(withoutPoint: place))
    }
}
