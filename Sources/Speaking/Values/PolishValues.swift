struct PolishValues: ValueLanguage {
    let code = "pl"
    let region: String?

    init(region: String?) { self.region = region }

    // MARK: Tables

    var decimalSign: Character { "," }
    var groupSigns: Set<Character> { [".", " "] }
    var words: ValueWords { Self.words }
    var months: [String: Int] { Self.months }
    var monthNames: [String] { Self.monthNames }
    var units: [String: ValueNoun] { Self.units }
    var currencies: [String: ValueCurrency] { Self.currencies }
    var scales: [String: ValueNoun] { Self.scales }
    var shortForms: [String: [ShortForm]] { Self.shortForms }
    var signs: [String: String] { Self.signs }
    /// A year is an ordinal, recognised by the word after it.
    var yearCues: Set<String> { [] }
    var labels: Set<String> { [] }
    var rulers: Set<String> { Self.rulers }
    var dayCues: Set<String> { ["dnia"] }

    private static let words = ValueWords(
        minus: "minus", plus: "plus", point: "przecinek", to: "do", dot: "kropka", at: "małpa", hash: "hasztag", number: "numer",
        version: "wersja",
        squared: "do kwadratu", cubed: "do sześcianu", power: "do potęgi", percent: "procent")
    /// In the genitive, as used after a day.
    private static let monthNames = [
        "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada",
        "grudnia",
    ]
    private static let months = Dictionary(uniqueKeysWithValues: monthNames.enumerated().map { ($1, $0 + 1) })
    private static let units: [String: ValueNoun] = [
        "km": "m kilometr,kilometry,kilometrów,kilometra", "m": "m metr,metry,metrów,metra",
        "cm": "m centymetr,centymetry,centymetrów,centymetra",
        "mm": "m milimetr,milimetry,milimetrów,milimetra", "kg": "m kilogram,kilogramy,kilogramów,kilograma",
        "g": "m gram,gramy,gramów,grama",
        "mg": "m miligram,miligramy,miligramów,miligrama", "t": "f tona,tony,ton,tony", "l": "m litr,litry,litrów,litra",
        "ml": "m mililitr,mililitry,mililitrów,mililitra",
        "km/h": "m kilometr na godzinę,kilometry na godzinę,kilometrów na godzinę,kilometra na godzinę",
        "m/s": "m metr na sekundę,metry na sekundę,metrów na sekundę,metra na sekundę",
        "m2": "m metr kwadratowy,metry kwadratowe,metrów kwadratowych,metra kwadratowego",
        "km2": "m kilometr kwadratowy,kilometry kwadratowe,kilometrów kwadratowych,kilometra kwadratowego",
        "m3": "m metr sześcienny,metry sześcienne,metrów sześciennych,metra sześciennego", "ha": "m hektar,hektary,hektarów,hektara",
        "°C": "m stopień Celsjusza,stopnie Celsjusza,stopni Celsjusza,stopnia Celsjusza",
        "°F": "m stopień Fahrenheita,stopnie Fahrenheita,stopni Fahrenheita,stopnia Fahrenheita", "°": "m stopień,stopnie,stopni,stopnia",
        "kB": "m kilobajt,kilobajty,kilobajtów,kilobajta", "MB": "m megabajt,megabajty,megabajtów,megabajta",
        "GB": "m gigabajt,gigabajty,gigabajtów,gigabajta",
        "Hz": "m herc,herce,herców,herca", "MHz": "m megaherc,megaherce,megaherców,megaherca",
        "GHz": "m gigaherc,gigaherce,gigaherców,gigaherca",
        "W": "m wat,waty,watów,wata", "kW": "m kilowat,kilowaty,kilowatów,kilowata", "V": "m wolt,wolty,woltów,wolta",
        "h": "f godzina,godziny,godzin,godziny", "godz": "f godzina,godziny,godzin,godziny", "min": "f minuta,minuty,minut,minuty",
        "s": "f sekunda,sekundy,sekund,sekundy",
        "mln": "m milion,miliony,milionów,miliona", "mld": "m miliard,miliardy,miliardów,miliarda",
        "tys": "m tysiąc,tysiące,tysięcy,tysiąca",
        "gr": "m grosz,grosze,groszy,grosza",
    ]
    private static let currencies: [String: ValueCurrency] = [
        "zł": ValueCurrency("m złoty,złote,złotych,złotego", "m grosz,grosze,groszy,grosza"),
        "PLN": ValueCurrency("m złoty,złote,złotych,złotego", "m grosz,grosze,groszy,grosza"),
        "€": ValueCurrency("n euro,euro,euro,euro", "m cent,centy,centów,centa"),
        "EUR": ValueCurrency("n euro,euro,euro,euro", "m cent,centy,centów,centa"),
        "$": ValueCurrency("m dolar,dolary,dolarów,dolara", "m cent,centy,centów,centa"),
        "USD": ValueCurrency("m dolar,dolary,dolarów,dolara", "m cent,centy,centów,centa"),
        "£": ValueCurrency("m funt,funty,funtów,funta", "m pens,pensy,pensów,pensa"),
    ]
    private static let scales: [String: ValueNoun] = [
        "mln": "m milion,miliony,milionów,miliona", "mld": "m miliard,miliardy,miliardów,miliarda",
        "tys": "m tysiąc,tysiące,tysięcy,tysiąca",
    ]
    private static let shortForms = ShortForm.table([
        .beforeName:
            "św. święty | ks. ksiądz | al. aleja | pl. plac | os. osiedle | dr doktor | prof. profesor | abp arcybiskup | bp biskup",
        .beforeNumber:
            """
        s. strona | str. strona | t. tom | rys. rysunek | nr numer | art. artykuł | ust. ustęp \
        | pkt punkt | rozdz. rozdział | tab. tabela | poz. pozycja | § paragraf
        """,
        .anywhere:
            """
        m.in. między innymi | tj. to jest | ok. około | ur. urodzony | wg według | n.e. naszej ery \
        | p.n.e. przed naszą erą | np. na przykład | itd. i tak dalej
        | itp. i tym podobne | tzn. to znaczy | tzw. tak zwany | zm. zmarły | tel. telefon | i/lub i lub
        """,
    ])
    private static let signs: [String: String] = [
        "≈": "około", "≤": "mniejsze lub równe", "≥": "większe lub równe", "±": "plus minus", "€": "euro", "ONZ": "O N Z",
    ]
    private static let rulers: Set = [
        "jan", "zygmunt", "władysław", "kazimierz", "bolesław", "mieszko", "stanisław", "august", "stefan", "aleksander", "henryk",
        "ludwik", "karol", "paweł", "pawł",
        "pius", "leon", "grzegorz", "benedykt", "klemens", "urban", "mikołaj", "fryderyk", "piotr", "filip", "ferdynand", "alfons",
        "napoleon", "katarzyna",
        "elżbieta", "jerzy", "edward", "iwan", "wilhelm", "franciszek", "józef", "otton", "rudolf",
    ]

    // MARK: Numbers

    private static let small = [
        "zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć", "jedenaście", "dwanaście",
        "trzynaście",
        "czternaście", "piętnaście", "szesnaście", "siedemnaście", "osiemnaście", "dziewiętnaście",
    ]
    private static let tens = [
        "", "", "dwadzieścia", "trzydzieści", "czterdzieści", "pięćdziesiąt", "sześćdziesiąt", "siedemdziesiąt", "osiemdziesiąt",
        "dziewięćdziesiąt",
    ]
    private static let hundreds = [
        "", "sto", "dwieście", "trzysta", "czterysta", "pięćset", "sześćset", "siedemset", "osiemset", "dziewięćset",
    ]
    private static let smallGenitive = [
        "zera", "jednego", "dwóch", "trzech", "czterech", "pięciu", "sześciu", "siedmiu", "ośmiu", "dziewięciu", "dziesięciu", "jedenastu",
        "dwunastu",
        "trzynastu", "czternastu", "piętnastu", "szesnastu", "siedemnastu", "osiemnastu", "dziewiętnastu",
    ]
    private static let tensGenitive = [
        "", "", "dwudziestu", "trzydziestu", "czterdziestu", "pięćdziesięciu", "sześćdziesięciu", "siedemdziesięciu", "osiemdziesięciu",
        "dziewięćdziesięciu",
    ]
    private static let hundredsGenitive = [
        "", "stu", "dwustu", "trzystu", "czterystu", "pięciuset", "sześciuset", "siedmiuset", "ośmiuset", "dziewięciuset",
    ]

    /// In the nominative, or the genitive.
    func cardinal(_ number: Int, _ form: WordForm) -> String {
        let isGenitive = form.grammaticalCase == .genitive
        if form.isBeforeNoun, !isGenitive, form.gender == .feminine, number == 1 || number == 2 { return number == 1 ? "jedna" : "dwie" }
        if form.isBeforeNoun, !isGenitive, form.gender == .neuter, number == 1 { return "jedno" }
        if form.isBeforeNoun, isGenitive, form.gender == .feminine, number == 1 { return "jednej" }
        switch number {
        case ..<20: return (isGenitive ? Self.smallGenitive : Self.small)[max(0, number)]
        case ..<100:
            let ten = (isGenitive ? Self.tensGenitive : Self.tens)[number / 10]
            // "jeden" isn't inflected in 21, while "dwie" is in 22.
            return ten + (number % 10 > 0 ? " " + (number % 10 == 1 ? "jeden" : cardinal(number % 10, form)) : "")
        case ..<1000:
            let head = (isGenitive ? Self.hundredsGenitive : Self.hundreds)[number / 100]
            return head + (number % 100 > 0 ? " " + (number % 100 == 1 ? "jeden" : cardinal(number % 100, form)) : "")
        default:
            let sizes: [(Int, ValueNoun)] = [
                (1_000_000_000, "m miliard,miliardy,miliardów,miliarda"), (1_000_000, "m milion,miliony,milionów,miliona"),
                (1000, "m tysiąc,tysiące,tysięcy,tysiąca"),
            ]
            for (size, name) in sizes where number >= size {
                let (head, rest) = number.quotientAndRemainder(dividingBy: size)
                guard head < 1_000_000 else { return String(number) }
                let count = head == 1 ? "" : cardinal(head, WordForm(grammaticalCase: form.grammaticalCase)) + " "
                let one: ValuePlural = isGenitive ? .other : .one
                let thousand = count + name.form(head == 1 ? one : isGenitive ? .many : plural(of: ValueAmount(whole: head)))
                return thousand + (rest > 0 ? " " + cardinal(rest, form) : "")
            }
            return String(number)
        }
    }

    private static let ordinals = [
        "zerowy", "pierwszy", "drugi", "trzeci", "czwarty", "piąty", "szósty", "siódmy", "ósmy", "dziewiąty", "dziesiąty", "jedenasty",
        "dwunasty", "trzynasty",
        "czternasty", "piętnasty", "szesnasty", "siedemnasty", "osiemnasty", "dziewiętnasty",
    ]
    private static let ordinalTens = [
        "", "", "dwudziesty", "trzydziesty", "czterdziesty", "pięćdziesiąty", "sześćdziesiąty", "siedemdziesiąty", "osiemdziesiąty",
        "dziewięćdziesiąty",
    ]
    private static let ordinalHundreds = [
        "", "setny", "dwusetny", "trzechsetny", "czterechsetny", "pięćsetny", "sześćsetny", "siedemsetny", "osiemsetny", "dziewięćsetny",
    ]

    /// Only tens and units are ordinals: tysiąc dziewięćset osiemdziesiąty czwarty.
    func ordinal(_ number: Int, _ form: WordForm) -> String {
        let (rest, hundred) = (number % 100, number / 100 % 10)
        if rest == 0 {
            if hundred > 0 {
                let head = number / 1000 * 1000
                return (head > 0 ? cardinal(head, .plain) + " " : "") + Self.declined(Self.ordinalHundreds[hundred], form)
            }
            let thousands = number / 1000
            guard (1...9).contains(thousands) else { return cardinal(number, .plain) }
            return Self.declined(
                [
                    "", "tysięczny", "dwutysięczny", "trzytysięczny", "czterotysięczny", "pięciotysięczny", "sześciotysięczny",
                    "siedmiotysięczny", "ośmiotysięczny", "dziewięciotysięczny",
                ][thousands], form)
        }
        let head = number > 100 ? cardinal(number - rest, .plain) + " " : ""
        if rest < 20 { return head + Self.declined(Self.ordinals[rest], form) }
        let ten = Self.declined(Self.ordinalTens[rest / 10], form)
        return head + ten + (rest % 10 > 0 ? " " + Self.declined(Self.ordinals[rest % 10], form) : "")
    }

    /// Inflects a masculine ordinal in -y or -i.
    private static func declined(_ word: String, _ form: WordForm) -> String {
        let (stem, isSoft) = (String(word.dropLast()), word.hasSuffix("i"))
        // drugi: -iego, but druga; trzeci: trzecia.
        let (hard, soft) = (stem.hasSuffix("g"), isSoft ? "i" : "")
        if form.isPlural { return stem + (form.grammaticalCase == .nominative ? soft + "e" : isSoft ? "ich" : "ych") }
        switch (form.gender, form.grammaticalCase) {
        case (.feminine, .nominative): return stem + (hard ? "a" : soft + "a")
        case (.feminine, .accusative): return stem + (hard ? "ą" : soft + "ą")
        case (.feminine, _): return stem + soft + "ej"
        case (.neuter, .nominative), (.neuter, .accusative): return stem + soft + "e"
        case (_, .genitive): return stem + soft + "ego"
        case (_, .dative): return stem + soft + "emu"
        case (_, .locative): return stem + (isSoft ? "im" : "ym")
        default: return word
        }
    }

    /// An ordinal in the genitive, as used after a day.
    func year(_ number: Int) -> String { ordinal(number, WordForm(grammaticalCase: .genitive)) }

    func plural(of amount: ValueAmount) -> ValuePlural {
        guard amount.isWhole else { return .other }
        let (one, ten) = (amount.whole % 10, amount.whole % 100)
        return amount.whole == 1 ? .one : (2...4).contains(one) && !(12...14).contains(ten) ? .few : .many
    }

    func decimals(_ digits: String) -> String { shortDecimals(digits) }
    func range(_ first: Int, _ last: Int) -> String {
        "\(cardinal(first, .plain)) do \(cardinal(last, WordForm(grammaticalCase: .genitive)))"
    }

    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String {
        if bottom == 2 { return word == nil ? "jedna druga" : "pół" }
        if bottom == 4, top == 1 { return "ćwierć" }
        if top == 1 { return "jedna \(ordinal(bottom, WordForm(gender: .feminine)))" }
        let isFew = (2...4).contains(top)
        let parts = ordinal(bottom, WordForm(grammaticalCase: isFew ? .nominative : .genitive, isPlural: true))
        return "\(cardinal(top, .before(.feminine))) \(parts)"
    }
    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String {
        "\(cardinal(whole, .plain)) i \(bottom == 2 ? "pół" : fraction(top, bottom, of: nil))"
    }
    func cents(_ cents: Int, _ currency: ValueCurrency) -> String {
        let name = currency.cent?.form(plural(of: ValueAmount(whole: cents)))
        return [cardinal(cents, .before(currency.cent?.gender ?? .masculine)), name].compactMap { $0 }.joined(separator: " ")
    }
    func scaled(_ scale: String, _ currency: String) -> String { scale.isEmpty ? currency : "\(scale) \(currency)" }
    func score(_ one: Int, _ other: Int, _ sign: Character) -> String? { sign == ":" && one < 100 && other < 10 ? range(one, other) : nil }

    // MARK: Dates and times

    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String {
        let genitive = WordForm(grammaticalCase: .genitive)
        return "\(ordinal(day, genitive)) \(monthName(month))" + (year.map { " \(ordinal($0, genitive)) roku" } ?? "")
    }

    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String {
        ordinal(hour, WordForm(gender: .feminine)) + (minute > 0 ? " \(cardinal(minute, .plain))" : "")
    }

    private static let queens: Set = ["katarzyna", "elżbieta"]

    func ruler(_ number: Int, named name: String, behind word: String) -> String? {
        if Self.queens.contains(name.lowercased()) { return ordinal(number, WordForm(gender: .feminine)) }
        let isGenitive = name.hasSuffix("a") && !Self.rulers.contains(name.lowercased())
        return ordinal(number, WordForm(grammaticalCase: isGenitive ? .genitive : .nominative))
    }

    // MARK: Polish only

    func own(at place: Int, of reader: ValueReader) -> ValueMatch? {
        year(place, reader) ?? decade(place, reader) ?? clock(place, reader) ?? roman(place, reader) ?? ordinal(place, reader)
            ?? street(place, reader)
    }

    private static func roman(_ token: ValueToken) -> Int? { RomanNumber.value(token.core).flatMap { $0 < 100 ? $0 : nil } }

    /// 1984 r.: in the locative after w and po, in the genitive after a month, od, do and z.
    private func year(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        guard let number = reader.tokens[place].digits, (1000...2199).contains(number), let next = reader.word(behind: place),
            next.core == "r" && next.hasPoint || ["roku", "rok"].contains(next.core)
        else { return nil }
        let before = reader.word(before: place)
        let grammaticalCase: WordForm.Case =
            ["w", "we", "po", "o", "przy"].contains(before)
            ? .locative : months[before] != nil || ["od", "do", "z", "ze", "sprzed"].contains(before) ? .genitive : .nominative
        let isRoku = next.core == "roku" && grammaticalCase == .nominative
        let said = ordinal(number, WordForm(grammaticalCase: isRoku ? .genitive : grammaticalCase))
        guard next.core == "r" else { return ValueMatch([said]) }
        return ValueMatch([said, grammaticalCase == .nominative ? "rok" : "roku"], tail: reader.tail(withoutPoint: place + 1))
    }

    /// lata 90., w latach 90.
    private func decade(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let word = reader.word(before: place)
        guard let number = reader.tokens[place].digits, number % 10 == 0, (10...90).contains(number), reader.tokens[place].hasPoint,
            ["lata", "latach", "lat"].contains(word)
        else {
            return nil
        }
        let said = ordinal(number, WordForm(grammaticalCase: word == "lata" ? .nominative : .locative, isPlural: true))
        return ValueMatch([said], tail: reader.tail(withoutPoint: place))
    }

    /// godz. 14:05, o godz. 9
    private func clock(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        guard token.lower == "godz", token.tail == ".", let next = reader.token(place + 1), next.lead.isEmpty else { return nil }
        let parts = next.core.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        guard (1...2).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
            let hour = Int(parts[0]), hour <= 24
        else {
            return nil
        }
        let minute = parts.count == 2 ? Int(parts[1]) ?? 60 : 0
        guard minute < 60 else { return nil }
        let isLocative = ["o", "po", "przy"].contains(reader.word(before: place))
        let isGenitive = ["od", "do", "około", "z", "ok"].contains(reader.word(before: place))
        let form = WordForm(gender: .feminine, grammaticalCase: isLocative ? .locative : isGenitive ? .genitive : .nominative)
        let noun = isLocative ? "godzinie" : isGenitive ? "godziny" : "godzina"
        return ValueMatch([noun, ordinal(hour, form) + (minute > 0 ? " \(cardinal(minute, .plain))" : "")])
    }

    private static let nouns: [String: WordForm.Gender] = [
        "wiek": .masculine, "rozdział": .masculine, "tom": .masculine, "akt": .masculine, "etap": .masculine, "wojna": .feminine,
        "część": .feminine,
        "księga": .feminine, "rzeczpospolita": .feminine, "klasa": .feminine, "edycja": .feminine, "miejsce": .neuter, "piętro": .neuter,
        "wydanie": .neuter, "liceum": .neuter,
        "dzień": .masculine, "raz": .masculine, "odcinek": .masculine,
    ]
    private static let locatives: [String: WordForm.Gender] = [
        "wieku": .masculine, "rozdziale": .masculine, "tomie": .masculine, "akcie": .masculine, "wojnie": .feminine, "części": .feminine,
        "miejscu": .neuter, "piętrze": .neuter,
    ]
    private static let genitives: [String: WordForm.Gender] = ["wojny": .feminine, "rzeczypospolitej": .feminine, "klasy": .feminine]

    private func form(of noun: String) -> WordForm? {
        if let gender = Self.nouns[noun] { return WordForm(gender: gender) }
        if let gender = Self.locatives[noun] { return WordForm(gender: gender, grammaticalCase: .locative) }
        return Self.genitives[noun].map { WordForm(gender: $0, grammaticalCase: .genitive) }
    }

    /// XX wiek, w XIX w., II wojna, rozdział IV
    private func roman(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        guard let number = Self.roman(token) else { return nil }
        let before = reader.word(before: place)
        if let next = reader.word(behind: place) {
            if next.core == "w", next.hasPoint {
                let isLocative = ["w", "we", "po", "o"].contains(before)
                let isGenitive = ["z", "ze", "od", "do", "koniec", "końca", "początku", "połowy", "połowie"].contains(before)
                let form = WordForm(grammaticalCase: isLocative ? .locative : isGenitive ? .genitive : .nominative)
                return ValueMatch(
                    [ordinal(number, form), isLocative || isGenitive ? "wieku" : "wiek"], tail: reader.tail(withoutPoint: place + 1))
            }
            if let form = form(of: next.lower) {
                // "wieku" after a preposition that takes the genitive.
                let isGenitive = ["z", "ze", "od", "do", "końca", "połowy"].contains(before)
                return ValueMatch([
                    ordinal(
                        number,
                        isGenitive && form.grammaticalCase == .locative ? WordForm(gender: form.gender, grammaticalCase: .genitive) : form)
                ])
            }
        }
        guard let form = form(of: before) else { return nil }
        return ValueMatch([ordinal(number, form)])
    }

    /// 3. miejsce
    private func ordinal(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        guard let number = token.digits, number > 0, number < 1000, token.tail == ".", let next = reader.token(place + 1),
            next.lead.isEmpty, let form = form(of: next.lower)
        else {
            return nil
        }
        return ValueMatch([ordinal(number, form)], tail: "")
    }

    /// przy ul. Długiej
    private func street(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let token = reader.tokens[place]
        guard token.lower == "ul", token.tail == ".", reader.token(place + 1) != nil else { return nil }
        return ValueMatch([["przy", "na", "po"].contains(reader.word(before: place)) ? "ulicy" : "ulica"], tail: "")
    }

    private static let genitiveCues: Set = ["od", "do", "bez", "około", "dla", "powyżej", "poniżej", "z"]

    /// 2 książki; do 5 osób.
    func counted(_ amount: ValueAmount, before word: ValueToken?) -> String? {
        guard amount.isWhole, !amount.isGrouped, let word, word.isLowercase,
            amount.whole == 2 || amount.whole % 10 == 2 && amount.whole % 100 != 12
        else { return nil }
        // Feminine plurals in -ki, -gi, -cje, -ny.
        let endings = [
            "ki", "gi", "cje", "osoby", "kobiety", "godziny", "minuty", "sekundy", "strony", "rzeki", "wersje", "noce", "dziewczyny",
            "szkoły", "szklanki",
        ]
        guard endings.contains(where: word.core.hasSuffix), amount.whole < 100 else { return nil }
        return cardinal(amount.whole, .before(.feminine))
    }
}
