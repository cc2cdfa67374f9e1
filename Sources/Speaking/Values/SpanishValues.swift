struct SpanishValues: ValueLanguage {
    let code = "es"
    let region: String?

    init(region: String?) { self.region = region }

    private var isAmerican: Bool { region.map { $0 != "ES" } ?? false }

    // MARK: Tables

    var decimalSign: Character { ["MX", "US", "GT", "HN", "NI", "PA", "PR", "SV", "DO"].contains(region) ? "." : "," }
    var groupSigns: Set<Character> { decimalSign == "." ? [",", " "] : [".", " "] }
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
    var labels: Set<String> { ["capítulo", "tomo", "acto", "libro", "parte", "siglo", "artículo", "volumen", "guerra"] }
    var rulers: Set<String> { Self.rulers }
    var dayCues: Set<String> { ["el"] }

    func currency(_ sign: String) -> ValueCurrency? {
        if sign == "$", let region, ["MX", "AR", "CL", "CO", "UY", "CU", "DO"].contains(region) {
            return ValueCurrency("m peso,pesos", "m centavo,centavos")
        }
        return currencies[sign]
    }

    private static let words = ValueWords(
        minus: "menos", plus: "más", point: "coma", to: "a", dot: "punto", at: "arroba", hash: "etiqueta", number: "número",
        version: "versión",
        squared: "al cuadrado", cubed: "al cubo", power: "elevado a", percent: "por ciento")
    private static let monthNames = [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
    ]
    private static let months: [String: Int] = {
        var months = Dictionary(uniqueKeysWithValues: monthNames.enumerated().map { ($1, $0 + 1) })
        for (name, month) in [
            "setiembre": 9, "ene": 1, "feb": 2, "abr": 4, "jun": 6, "jul": 7, "ago": 8, "sept": 9, "oct": 10, "nov": 11, "dic": 12,
        ] {
            months[name] = month
        }
        return months
    }()
    private static let units: [String: ValueNoun] = [
        "km": "m kilómetro,kilómetros", "m": "m metro,metros", "cm": "m centímetro,centímetros", "mm": "m milímetro,milímetros",
        "kg": "m kilogramo,kilogramos",
        "g": "m gramo,gramos", "mg": "m miligramo,miligramos", "t": "f tonelada,toneladas", "l": "m litro,litros", "L": "m litro,litros",
        "ml": "m mililitro,mililitros", "km/h": "m kilómetro por hora,kilómetros por hora", "m/s": "m metro por segundo,metros por segundo",
        "m2": "m metro cuadrado,metros cuadrados", "km2": "m kilómetro cuadrado,kilómetros cuadrados",
        "cm2": "m centímetro cuadrado,centímetros cuadrados",
        "m3": "m metro cúbico,metros cúbicos", "ha": "f hectárea,hectáreas", "°C": "m grado Celsius,grados Celsius",
        "°F": "m grado Fahrenheit,grados Fahrenheit",
        "°": "m grado,grados", "kB": "m kilobyte,kilobytes", "KB": "m kilobyte,kilobytes", "MB": "m megabyte,megabytes",
        "GB": "m gigabyte,gigabytes",
        "TB": "m terabyte,terabytes", "Hz": "m hercio,hercios", "kHz": "m kilohercio,kilohercios", "MHz": "m megahercio,megahercios",
        "GHz": "m gigahercio,gigahercios", "W": "m vatio,vatios", "kW": "m kilovatio,kilovatios", "kWh": "m kilovatio hora,kilovatios hora",
        "V": "m voltio,voltios",
        "h": "f hora,horas", "min": "m minuto,minutos", "s": "m segundo,segundos", "dB": "m decibelio,decibelios",
    ]
    private static let currencies: [String: ValueCurrency] = [
        "€": ValueCurrency("m euro,euros", "m céntimo,céntimos"), "EUR": ValueCurrency("m euro,euros", "m céntimo,céntimos"),
        "$": ValueCurrency("m dólar,dólares", "m centavo,centavos"), "US$": ValueCurrency("m dólar,dólares", "m centavo,centavos"),
        "£": ValueCurrency("f libra,libras", "m penique,peniques"), "¥": ValueCurrency("m yen,yenes"),
        "MXN": ValueCurrency("m peso,pesos", "m centavo,centavos"),
    ]
    private static let scales: [String: ValueNoun] = [
        "M": "m millón,millones", "mil": "m mil,mil", "millón": "m millón,millones", "millones": "m millón,millones",
    ]
    private static let shortForms = ShortForm.table([
        .beforeName:
            """
        D. don | Dña. doña | Sr. señor | Sra. señora | Srta. señorita | Dr. doctor | Dra. doctora \
        | C/ calle | avda. avenida | Avda. avenida | av. avenida | Av. avenida | Sto. santo | Sta. santa
        """,
        .beforeNumber:
            """
        pág. página | págs. páginas | p. página | pp. páginas | núm. número \
        | n.º número | nº número | n.° número | art. artículo | cap. capítulo | vol. volumen | fig. figura | § sección
        """,
        .anywhere:
            """
        p.ej. por ejemplo | EE.UU. Estados Unidos | a.C. antes de Cristo | d.C. después de Cristo \
        | a.deC. antes de Cristo | d.deC. después de Cristo | etc. etcétera
        | tel. teléfono | y/o y o | aprox. aproximadamente
        """,
    ])
    private static let signs: [String: String] = [
        "≈": "aproximadamente", "≤": "menor o igual que", "≥": "mayor o igual que", "±": "más menos", "×": "por", "÷": "entre",
    ]
    private static let rulers: Set = [
        "felipe", "alfonso", "carlos", "fernando", "juan", "luis", "enrique", "isabel", "pedro", "sancho", "jaime", "pío", "león",
        "gregorio", "benedicto",
        "pablo", "clemente", "inocencio", "urbano", "alejandro", "nicolás", "eduardo", "jorge", "napoleón", "catalina", "guillermo",
        "federico", "ricardo",
        "ramsés", "ptolomeo", "otón", "rodolfo", "bonifacio", "ramiro", "garcía",
    ]

    // MARK: Numbers

    private static let small = [
        "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece", "catorce",
        "quince", "dieciséis",
        "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco",
        "veintiséis", "veintisiete",
        "veintiocho", "veintinueve",
    ]
    private static let tens = ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
    private static let hundreds = [
        "", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos", "setecientos", "ochocientos",
        "novecientos",
    ]

    func cardinal(_ number: Int, _ form: WordForm) -> String {
        let isFeminine = form.gender == .feminine && form.isBeforeNoun
        switch number {
        case 1: return isFeminine ? "una" : form.isBeforeNoun ? "un" : "uno"
        case 21: return isFeminine ? "veintiuna" : form.isBeforeNoun ? "veintiún" : "veintiuno"
        case ..<30: return Self.small[max(0, number)]
        case ..<100: return Self.tens[number / 10] + (number % 10 > 0 ? " y \(cardinal(number % 10, form))" : "")
        case 100: return "cien"
        case ..<1000:
            let head = Self.hundreds[number / 100]
            let said = isFeminine && number >= 200 ? head.dropLast(2) + "as" : head
            return said + (number % 100 > 0 ? " \(cardinal(number % 100, form))" : "")
        case ..<1_000_000:
            let (head, rest) = number.quotientAndRemainder(dividingBy: 1000)
            let thousand = head == 1 ? "mil" : "\(cardinal(head, .before(form.gender))) mil"
            return rest == 0 ? thousand : "\(thousand) \(cardinal(rest, form))"
        default:
            for (size, one, many) in [(1_000_000_000_000, "billón", "billones"), (1_000_000, "millón", "millones")] where number >= size {
                let (head, rest) = number.quotientAndRemainder(dividingBy: size)
                return "\(cardinal(head, .before(.masculine))) \(head == 1 ? one : many)" + (rest > 0 ? " " + cardinal(rest, form) : "")
            }
            return String(number)
        }
    }

    private static let ordinals = [
        "", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo",
    ]

    /// Ordinals up to ten; beyond that, cardinals are used.
    func ordinal(_ number: Int, _ form: WordForm) -> String {
        guard (1...10).contains(number) else { return cardinal(number, form) }
        let said = Self.ordinals[number]
        if form.gender == .feminine { return said.dropLast() + "a" }
        return form.isBeforeNoun && (number == 1 || number == 3) ? String(said.dropLast()) : said
    }

    func year(_ number: Int) -> String { cardinal(number, .plain) }
    func plural(of amount: ValueAmount) -> ValuePlural { amount.whole == 1 && amount.isWhole ? .one : .other }
    func decimals(_ digits: String) -> String { shortDecimals(digits) }

    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String {
        if bottom == 2 { return word == nil ? "un medio" : "medio" }
        let name = [3: "tercio", 4: "cuarto"][bottom] ?? ordinal(bottom, .plain)
        return "\(cardinal(top, .before(.masculine))) \(name)\(top > 1 ? "s" : "")"
    }
    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String {
        "\(cardinal(whole, .plain)) y \(bottom == 2 ? "medio" : fraction(top, bottom, of: nil))"
    }
    func cents(_ cents: Int, _ currency: ValueCurrency) -> String { "con \(cardinal(cents, .plain))" }
    func scaled(_ scale: String, _ currency: String) -> String {
        scale.isEmpty ? "de \(currency)" : scale == "mil" ? "mil \(currency)" : "\(scale) de \(currency)"
    }

    // MARK: Dates and times

    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String {
        let said = day == 1 && isAmerican ? "primero" : cardinal(day, .plain)
        return "\(said) de \(monthName(month))" + (year.map { " de \(self.year($0))" } ?? "")
    }

    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String {
        let said = cardinal(hour, .before(.feminine))
        if minute == 0 { return isHalfDay ? said : "\(said) en punto" }
        return "\(said) \(minute < 10 ? "cero " : "")\(cardinal(minute, .plain))"
    }

    private static let queens: Set = ["isabel", "catalina", "juana"]

    func ruler(_ number: Int, named name: String, behind word: String) -> String? {
        let gender: WordForm.Gender = Self.queens.contains(name.lowercased()) ? .feminine : .masculine
        return number > 10 ? cardinal(number, .plain) : ordinal(number, WordForm(gender: gender))
    }

    // MARK: Spanish only

    /// 21 libros, 200 páginas.
    func counted(_ amount: ValueAmount, before word: ValueToken?) -> String? {
        guard amount.isWhole, let word, word.isLowercase, word.core.hasSuffix("s"), word.core.count > 3 else { return nil }
        let isFeminine =
            word.core.hasSuffix("as") && word.core != "días" && !word.core.hasSuffix("mas") || word.core.hasSuffix("ciones")
            || word.core.hasSuffix("dades")
        let rest = amount.whole % 1000
        guard rest % 10 == 1 && rest % 100 != 11 || isFeminine && (200...999).contains(rest) else { return nil }
        return said(amount, isFeminine ? .feminine : .masculine)
    }

    private func said(_ amount: ValueAmount, _ gender: WordForm.Gender) -> String {
        (amount.isNegative ? "menos " : "") + cardinal(amount.whole, .before(gender))
    }

    func own(at place: Int, of reader: ValueReader) -> ValueMatch? {
        ordinal(place, reader) ?? dayOfMonth(place, reader) ?? beforeChrist(place, reader)
    }

    /// 1.º, 1.ª, 3.er
    private func ordinal(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        let core = reader.tokens[place].core
        for (ending, gender, isShort) in [("º", WordForm.Gender.masculine, false), ("ª", .feminine, false), ("er", .masculine, true)]
        where core.hasSuffix(ending) {
            var head = core.dropLast(ending.count)
            if head.last == "." { head = head.dropLast() }
            guard let number = Int(head), (1...10).contains(number) else { continue }
            return ValueMatch([ordinal(number, WordForm(gender: gender, isBeforeNoun: isShort))])
        }
        return nil
    }

    /// 1 de mayo
    private func dayOfMonth(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        guard let day = reader.tokens[place].digits, (1...31).contains(day), let next = reader.word(behind: place), next.core == "de",
            let month = reader.word(behind: place + 1), months[month.lower] != nil
        else { return nil }
        return ValueMatch([day == 1 && isAmerican ? "primero" : cardinal(day, .plain)])
    }

    /// The year in 50 a. C.
    private func beforeChrist(_ place: Int, _ reader: ValueReader) -> ValueMatch? {
        guard let year = reader.tokens[place].digits, let next = reader.word(behind: place),
            next.core == "a.C" || next.core == "a" && next.hasPoint && reader.token(place + 2)?.core == "C"
        else { return nil }
        return ValueMatch([cardinal(year, .plain)])
    }
}
