/// Finds the values in the words of a sentence. Each rule examines the word at an index and a few neighbours, so the work is linear.
/// Specific, long patterns come before short ones.
struct ValueReader {
    let tokens: [ValueToken]
    let language: any ValueLanguage

    private typealias Rule = @Sendable (ValueReader, Int) -> ValueMatch?

    /// Tried in this order.
    private static let rules: [Rule] = [
        { $0.language.own(at: $1, of: $0) }, { $0.address($1) }, { $0.isoDate($1) }, { $0.numericDate($1) }, { $0.day($1) },
        { $0.time($1) },
        { $0.phone($1) }, { $0.version($1) }, { $0.money($1) }, { $0.measure($1) }, { $0.range($1) }, { $0.feet($1) }, { $0.fraction($1) },
        { $0.shortForm($1) }, { $0.label($1) }, { $0.roman($1) }, { $0.year($1) }, { $0.number($1) }, { $0.power($1) },
        { $0.chemistry($1) },
        { $0.tag($1) }, { $0.sign($1) },
    ]

    /// The spoken text for the words from an index on; nil to leave them as written.
    func match(at place: Int) -> ValueMatch? {
        let token = tokens[place]
        guard !token.isTaken, !token.core.isEmpty else { return nil }
        // Most words consist of letters only.
        if token.isWord, !token.hasPoint {
            guard token.isCapitalised, token.core.count < 6 || token.core.last == "s" || language.rulers.contains(word(before: place))
            else {
                return language.shortForms[token.core] == nil ? nil : shortForm(place)
            }
        }
        for rule in Self.rules {
            // Words replaced by a person's rule aren't part of a value.
            if let match = rule(self, place), !tokens[place..<place + match.said.count].contains(where: \.isTaken) { return match }
        }
        return nil
    }

    // MARK: Neighbours

    /// nil outside the sentence and at words replaced by a person's rule.
    func token(_ place: Int) -> ValueToken? { tokens.indices.contains(place) && !tokens[place].isTaken ? tokens[place] : nil }
    /// The previous word in lower case; empty if there is none or a comma or bracket separates them.
    func word(before place: Int) -> String {
        guard let token = token(place - 1), token.tail.isEmpty || token.tail == ".", tokens[place].lead.isEmpty else { return "" }
        return token.lower
    }
    /// The word after `place`, unless punctuation separates them.
    func word(behind place: Int) -> ValueToken? {
        guard let token = token(place + 1), token.lead.isEmpty, tokens[place].tail.isEmpty else { return nil }
        return token
    }
    func isLast(_ place: Int) -> Bool { place == tokens.count - 1 }
    /// The punctuation after an abbreviation without its full stop, which stays at the end of a sentence.
    func tail(withoutPoint place: Int) -> String {
        let token = tokens[place]
        return isLast(place) ? token.tail : token.tailBehindPoint
    }

    // MARK: Numbers

    func amount(_ text: some StringProtocol) -> ValueAmount? {
        ValueAmount(text, decimalSign: language.decimalSign, groupSigns: language.groupSigns)
    }

    /// The number at an index, including groups after spaces, and how many words it spans.
    func amount(at place: Int) -> (amount: ValueAmount, count: Int)? {
        guard let token = token(place), var amount = amount(token.core) else { return nil }
        var count = 1
        while language.groupSigns.contains(" "), amount.whole < 1000 || amount.isGrouped, tokens[place + count - 1].tail.isEmpty,
            let next = self.token(place + count), next.lead.isEmpty, next.core.utf8.count == 3, next.digits != nil,
            let longer = amount.appending(next.core)
        {
            amount = longer
            count += 1
        }
        return (amount, count)
    }

    /// Two whole numbers with a dash between: 10–15.
    func pair(_ text: String) -> (Int, Int)? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "–" || $0 == "-" }
        guard parts.count == 2, let first = amount(parts[0]), let last = amount(parts[1]), first.isWhole, last.isWhole, !first.isNegative,
            !last.isNegative
        else { return nil }
        return (first.whole, last.whole)
    }

    /// In words.
    func said(_ amount: ValueAmount, _ form: WordForm = .plain) -> String {
        let sign = amount.isNegative ? language.words.minus + " " : ""
        guard !amount.isWhole else { return sign + language.cardinal(amount.whole, form) }
        return "\(sign)\(language.cardinal(amount.whole, .plain)) \(language.words.point) \(language.decimals(amount.decimals))"
    }

    /// A range of years or other numbers: `nineteen fourteen to eighteen`.
    private func said(_ pair: (Int, Int), isYear: Bool) -> String {
        let (first, last) = pair
        guard isYear else { return language.range(first, last) }
        let end = last < 100 ? language.cardinal(last, .plain) : language.year(last)
        return "\(language.year(first)) \(language.words.to) \(end)"
    }

    private func isYears(_ pair: (Int, Int)) -> Bool {
        (1100...2099).contains(pair.0) && (pair.1 < 100 ? pair.1 > pair.0 % 100 && pair.1 > 9 : (pair.0...2099).contains(pair.1))
    }

    // MARK: Addresses

    private static let endings: Set = [
        "com", "org", "net", "edu", "gov", "io", "de", "fr", "es", "pl", "uk", "eu", "info", "example", "ch", "at", "be",
    ]
    private static let files: Set = ["pdf", "txt", "md", "jpg", "png", "doc", "docx", "html", "csv", "zip", "epub", "xls", "xlsx", "json"]

    private func address(_ place: Int) -> ValueMatch? {
        // A long address is split into several words without spaces.
        var (text, count) = (tokens[place].core, 1)
        guard text.contains(".") || text.contains("@") else { return nil }
        while let next = token(place + count), next.isJoined, count < 20 {
            text += tokens[place + count - 1].tail + next.lead + next.core
            count += 1
        }
        let lower = text.lowercased()
        for beginning in ["https://", "http://", "ftp://", "www."] where lower.hasPrefix(beginning) {
            var host = lower.dropFirst(beginning.count).prefix { !"/?#:".contains($0) }
            if host.hasPrefix("www.") { host = host.dropFirst(4) }
            guard host.contains("."), host.count < 80 else { return nil }
            return ValueMatch(joined(host), over: 1).widened(to: count)
        }
        guard count == 1 else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
            text.allSatisfy({ $0.isLetter || $0.isNumber || "@._-+".contains($0) })
        {
            return ValueMatch(["\(joined(parts[0])) \(language.words.at) \(joined(parts[1]))"])
        }
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        guard names.count > 1, !names.contains(""), let ending = names.last.map({ $0.lowercased() }) else { return nil }
        if Self.files.contains(ending), names[0].contains(where: \.isLetter) {
            return ValueMatch([
                "\(joined(names.dropLast().joined(separator: "."))) \(language.words.dot) \(ending.map(String.init).joined(separator: " "))"
            ])
        }
        // "end.Next" is a missing space.
        guard Self.endings.contains(ending), text == lower, names.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }),
            names[0].contains(where: \.isLetter)
        else { return nil }
        return ValueMatch([joined(text)])
    }

    private func joined(_ text: some StringProtocol) -> String {
        text.split(separator: ".").joined(separator: " \(language.words.dot) ")
    }

    /// #WordParts, #1.
    private func tag(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        guard core.first == "#", core.count > 1 else { return nil }
        if let number = Int(core.dropFirst()), number < 1_000_000 {
            return ValueMatch(["\(language.words.number) \(language.cardinal(number, .label))"])
        }
        // Excludes colours.
        guard core.dropFirst().allSatisfy({ $0.isLetter }), !core.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        var parts = ""
        for character in core.dropFirst() {
            if character.isUppercase, parts.last?.isLowercase == true { parts.append(" ") }
            parts.append(character)
        }
        return ValueMatch(["\(language.words.hash) \(parts)"])
    }

    // MARK: Dates and times

    private func isoDate(_ place: Int) -> ValueMatch? {
        let parts = tokens[place].core.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2, let year = Int(parts[0]),
            let month = Int(parts[1]), let day = Int(parts[2]), Self.isDate(day, month), year > 0
        else { return nil }
        return ValueMatch([language.date(day, month, year, behind: word(before: place))])
    }

    static func isDate(_ day: Int, _ month: Int) -> Bool { (1...31).contains(day) && (1...12).contains(month) }

    private func numericDate(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        guard let sign = core.first(where: { !$0.isASCIIDigit }), sign == "/" || sign == "." else { return nil }
        let parts = core.split(separator: sign, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        if parts[0].count == 4 {
            guard parts[1].count <= 2, parts[2].count <= 2, Self.isDate(numbers[2], numbers[1]) else { return nil }
            return ValueMatch([language.date(numbers[2], numbers[1], numbers[0], behind: word(before: place))])
        }
        guard parts[0].count <= 2, parts[1].count <= 2, parts[2].count == 2 && sign == "/" || parts[2].count == 4 else { return nil }
        guard let (day, month) = dayAndMonth(numbers[0], numbers[1], sign) else { return nil }
        let year = parts[2].count == 2 ? numbers[2] + (numbers[2] < 70 ? 2000 : 1900) : numbers[2]
        guard year > 0 else { return nil }
        return ValueMatch([language.date(day, month, year, behind: word(before: place))])
    }

    /// A part above twelve decides, in this or another date of the sentence; otherwise the country. Canada uses both orders.
    private func dayAndMonth(_ first: Int, _ second: Int, _ sign: Character) -> (Int, Int)? {
        if first > 12 { return Self.isDate(first, second) ? (first, second) : nil }
        if second > 12 { return sign == "/" && Self.isDate(second, first) ? (second, first) : nil }
        guard Self.isDate(first, second) else { return nil }
        if sign == "." { return (first, second) }
        switch language.region {
        case "CA": return first == second ? (first, second) : nil
        case "US", "PH": return (second, first)
        default: return (first, second)
        }
    }

    /// A day beside its month: `3 April 2026`. A separate rule handles the year.
    private func day(_ place: Int) -> ValueMatch? {
        let token = tokens[place]
        guard let day = token.digits, (1...31).contains(day), token.core.count <= 2, token.tail.isEmpty, let next = word(behind: place),
            let month = language.months[next.lower], next.hasPoint || next.core.count > 2
        else { return nil }
        let words = language.date(day, month, nil, behind: word(before: place)).split(separator: " ")
        // The month is the last word, as written.
        guard words.count > 1, words.last.map(String.init)?.lowercased() == language.monthName(month) else { return nil }
        let isShort = next.lower != language.monthName(month) && next.hasPoint
        return ValueMatch(
            [words.dropLast().joined(separator: " "), isShort ? String(words[words.count - 1]) : next.core],
            tail: isShort ? tail(withoutPoint: place + 1) : nil)
    }

    private func time(_ place: Int) -> ValueMatch? {
        var core = tokens[place].core
        // 5pm, 5:30pm
        var halfDay: String?
        for ending in ["a.m", "p.m", "am", "pm"] where core.lowercased().hasSuffix(ending) && core.first?.isASCIIDigit == true {
            halfDay = String(ending.first ?? "a") + " m"
            core = String(core.dropLast(ending.count))
            break
        }
        let next = word(behind: place)
        let isHalfDayNext = next.map { ["a.m", "p.m", "am", "pm"].contains($0.core.lowercased()) } ?? false
        let parts = core.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        guard let hour = parts.first.flatMap({ $0.count <= 2 && $0.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }), hour <= 24 else {
            return nil
        }
        if parts.count == 1 {
            guard halfDay != nil || isHalfDayNext, (1...12).contains(hour) else { return nil }
        } else {
            guard parts.count == 2, parts[1].count == 2, core.contains(":") || halfDay != nil || isHalfDayNext else { return nil }
        }
        guard let minute = parts.count == 1 ? 0 : Int(parts[1]), parts.count == 1 || parts[1].allSatisfy(\.isASCIIDigit), minute < 60 else {
            return nil
        }
        let isHalfDay = halfDay != nil || isHalfDayNext
        guard hour < 24 || minute == 0, parts.count > 1 || isHalfDay else { return nil }
        let said = language.time(hour, minute, isHalfDay: isHalfDay)
        if let halfDay {
            return ValueMatch(["\(said) \(halfDay)"], tail: tokens[place].core.contains(".m") ? tail(withoutPoint: place) : nil)
        }
        guard isHalfDayNext, let next else { return ValueMatch([said]) }
        return ValueMatch([said, "\(next.core.first ?? "a") m"], tail: next.core.contains(".") ? tail(withoutPoint: place + 1) : nil)
    }

    // MARK: Digits

    /// Digit by digit: after a plus sign or a word for a telephone.
    private func phone(_ place: Int) -> ValueMatch? {
        let first = tokens[place]
        guard first.hasDigit, first.core.allSatisfy({ $0.isASCIIDigit || "+-./()".contains($0) }) else { return nil }
        let cue = word(before: place)
        let isCued = ["tel", "phone", "telephone", "call", "fax", "telefon", "tél", "téléphone", "teléfono", "mobile", "handy"].contains(
            cue)
        guard first.core.first == "+" || isCued else { return nil }
        var (count, digits) = (0, 0)
        while let token = token(place + count), count < 8, token.core.allSatisfy({ $0.isASCIIDigit || "+-./()".contains($0) }),
            !token.core.isEmpty,
            digits + token.core.count(where: \.isASCIIDigit) <= 15
        {
            digits += token.core.count(where: \.isASCIIDigit)
            count += 1
            guard token.tail.isEmpty || token.tail == ")" || token.tail == "/" else { break }
        }
        guard (7...15).contains(digits) else { return nil }
        let last = tokens[place + count - 1]
        let said = tokens[place..<place + count].map { token -> String? in
            let groups = token.core.split { !$0.isASCIIDigit }.map {
                $0.compactMap { $0.wholeNumberValue }.map { language.cardinal($0, .plain) }
            }
            let words = groups.map { $0.joined(separator: " ") }.joined(separator: ", ")
            return token.core.first == "+" ? "\(language.words.plus) \(words)" : words
        }
        return ValueMatch(said, tail: last.tail.filter { $0 != ")" })
    }

    /// v2.3.1, 2.3.1.
    private func version(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        let isMarked = core.first == "v" || core.first == "V"
        let parts = core.dropFirst(isMarked ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= (isMarked ? 2 : 3), parts.count <= 6,
            parts.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
            // These are digit groups of a number.
            isMarked || !(language.decimalSign == "," && parts.dropFirst().allSatisfy { $0.count == 3 })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }.map { language.cardinal($0, .plain) }.joined(separator: " \(language.words.point) ")
        return ValueMatch([isMarked ? "\(language.words.version) \(numbers)" : numbers])
    }

    // MARK: Amounts

    private func money(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        guard let first = core.first else { return nil }
        if !first.isASCIIDigit, first != "-" || core.count > 1 {
            // Before: $5, $ 5, US$5, -$5.
            var (rest, isNegative) = (core[...], false)
            if rest.first == "-" { (rest, isNegative) = (rest.dropFirst(), true) }
            let sign = String(rest.prefix { !$0.isASCIIDigit && $0 != "-" })
            guard !sign.isEmpty, let currency = language.currency(sign) else { return nil }
            rest = rest.dropFirst(sign.count)
            if rest.isEmpty {
                guard tokens[place].tail.isEmpty, let next = token(place + 1), next.lead.isEmpty, !isNegative,
                    let said = money(next.core, currency, at: place + 1)
                else { return nil }
                return ValueMatch([said.words.joined(separator: " ")] + Array(repeating: nil, count: said.count), tail: said.tail)
            }
            guard let said = money(String(rest), currency, at: place) else { return nil }
            return ValueMatch(said.words.enumerated().map { isNegative && $0 == 0 ? "\(language.words.minus) \($1)" : $1 }, tail: said.tail)
        }
        // After the number: 5 €, 5€, 1,2 Mio. €.
        guard let (number, suffix) = amountAndRest(core), let (amount, words) = suffix.isEmpty ? amount(at: place) : (number, 1) else {
            return nil
        }
        if !suffix.isEmpty {
            if let currency = language.currency(suffix) { return ValueMatch([said(amount, currency)]) }
            if let (scale, sign) = scaleAndSign(suffix) { return ValueMatch([said(amount, scale, sign)]) }
            return nil
        }
        let end = place + words - 1
        guard tokens[end].tail.isEmpty, let next = token(end + 1), next.lead.isEmpty else { return nil }
        let rest: [String?] = Array(repeating: nil, count: words - 1)
        if let currency = language.currency(next.core) {
            let parts = split(amount, currency)
            guard let cents = parts.cents else { return ValueMatch([parts.amount] + rest + [parts.name]) }
            return ValueMatch([parts.amount] + rest + ["\(parts.name) \(cents)"])
        }
        if let (scale, sign) = scaleAndSign(next.core) {
            return ValueMatch([said(amount, .before(scale.gender))] + rest + [self.scale(amount, scale, sign)])
        }
        guard let scale = language.scales[next.core], next.tail.isEmpty || next.tail == ".", let sign = token(end + 2), sign.lead.isEmpty,
            let currency = language.currency(sign.core)
        else { return nil }
        return ValueMatch(
            [said(amount, .before(scale.gender))] + rest + [
                scale.form(language.plural(of: amount)), language.scaled("", currency.name.form(.many)),
            ])
    }

    /// A number with its currency sign, and the words that belong to it.
    private func money(_ text: String, _ currency: ValueCurrency, at place: Int) -> (words: [String], count: Int, tail: String?)? {
        guard let (amount, suffix) = amountAndRest(text) else {
            // €10–15
            guard let pair = pair(text) else { return nil }
            return (["\(language.range(pair.0, pair.1)) \(currency.name.form(language.plural(of: ValueAmount(whole: pair.1))))"], 1, nil)
        }
        if !suffix.isEmpty {
            guard let scale = language.scales[suffix] else { return nil }
            return ([said(amount, .before(scale.gender)) + " " + self.scale(amount, scale, currency)], 1, nil)
        }
        if tokens[place].tail.isEmpty, let next = token(place + 1), next.lead.isEmpty, let scale = language.scales[next.core] {
            let isShort = next.hasPoint && next.core.count < 4
            return (
                [said(amount, .before(scale.gender)), self.scale(amount, scale, currency)], 2, isShort ? tail(withoutPoint: place + 1) : nil
            )
        }
        return ([said(amount, currency)], 1, nil)
    }

    /// A leading number and the letters or symbols after it.
    func amountAndRest(_ text: String) -> (ValueAmount, String)? {
        let end = text.lastIndex { $0.isASCIIDigit }.map { text.index(after: $0) } ?? text.startIndex
        guard end > text.startIndex, let amount = amount(text[..<end]) else { return nil }
        return (amount, String(text[end...]))
    }

    private func scaleAndSign(_ text: String) -> (ValueNoun, ValueCurrency)? {
        guard let last = text.last, text.count > 1, let currency = language.currency(String(last)),
            let scale = language.scales[String(text.dropLast())]
        else {
            return nil
        }
        return (scale, currency)
    }

    private func scale(_ amount: ValueAmount, _ scale: ValueNoun, _ currency: ValueCurrency) -> String {
        language.scaled(scale.form(language.plural(of: amount)), currency.name.form(.many))
    }

    private func said(_ amount: ValueAmount, _ scale: ValueNoun, _ currency: ValueCurrency) -> String {
        "\(said(amount, .before(scale.gender))) \(self.scale(amount, scale, currency))"
    }

    private func said(_ amount: ValueAmount, _ currency: ValueCurrency) -> String {
        let parts = split(amount, currency)
        return [parts.amount, parts.name, parts.cents].compactMap { $0 }.joined(separator: " ")
    }

    private func split(_ amount: ValueAmount, _ currency: ValueCurrency) -> (amount: String, name: String, cents: String?) {
        guard amount.decimals.count == 2, let cents = Int(amount.decimals) else {
            return (said(amount, .before(currency.name.gender)), currency.name.form(language.plural(of: amount)), nil)
        }
        var whole = amount
        whole.decimals = ""
        return (
            said(whole, .before(currency.name.gender)), currency.name.form(language.plural(of: whole)),
            cents == 0 ? nil : language.cents(cents, currency)
        )
    }

    private func measure(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        guard let first = core.first, first.isASCIIDigit || first == "-" || first == "+" else { return nil }
        if let (amount, suffix) = amountAndRest(core), !suffix.isEmpty {
            // 5m may be millions.
            guard let unit = unit(suffix), suffix != "m" || language.code != "en" else { return nil }
            return ValueMatch(["\(said(amount, .before(unit.gender))) \(unit.form(language.plural(of: amount)))"])
        }
        let (last, words): (ValueAmount, Int)
        var said: String
        if let pair = pair(core), word(behind: place) != nil {
            (last, words, said) = (ValueAmount(whole: pair.1), 1, language.range(pair.0, pair.1))
        } else if let (amount, count) = amount(at: place) {
            (last, words, said) = (amount, count, "")
        } else {
            return nil
        }
        let end = place + words - 1
        guard tokens[end].tail.isEmpty, let next = token(end + 1), next.lead.isEmpty, !next.isJoined, let unit = unit(next.core) else {
            return nil
        }
        if said.isEmpty { said = self.said(last, .before(unit.gender)) }
        // The full stop after a unit belongs to an abbreviation.
        return ValueMatch(
            [said] + Array(repeating: nil, count: words - 1) + [unit.form(language.plural(of: last))], tail: tail(withoutPoint: end + 1))
    }

    private func unit(_ text: String) -> ValueNoun? {
        language.units[text] ?? language.units[text.replacing("º", with: "°").replacing("²", with: "2").replacing("³", with: "3")]
    }

    private func range(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        guard let pair = pair(core) else {
            // 2:1
            let parts = core.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let one = Int(parts[0]), let other = Int(parts[1]), core.utf8.count <= 5,
                let said = language.score(one, other, ":")
            else {
                return nil
            }
            return ValueMatch([said])
        }
        if language.scoreCues.contains(word(before: place)), pair.0 < 100, pair.1 < 100, let said = language.score(pair.0, pair.1, "-") {
            return ValueMatch([said])
        }
        let isYear = isYears(pair)
        guard isYear || pair.0 < pair.1 else { return nil }
        return ValueMatch([said(pair, isYear: isYear)])
    }

    /// 5′10″
    private func feet(_ place: Int) -> ValueMatch? {
        let (core, tail) = (tokens[place].core, tokens[place].tail)
        guard language.code == "en", let mark = core.firstIndex(where: { $0 == "′" || $0 == "'" }), let feet = Int(core[..<mark]),
            (1...99).contains(feet)
        else {
            return nil
        }
        var rest = core[core.index(after: mark)...]
        if rest.last == "″" { rest = rest.dropLast() } else if tail.first != "\"" && tail.first != "”" || rest.isEmpty { return nil }
        guard let inches = Int(rest), inches < 12 else { return nil }
        let said = "\(language.cardinal(feet, .plain)) foot \(language.cardinal(inches, .plain))"
        return ValueMatch([said], tail: tail.first == "\"" || tail.first == "”" ? String(tail.dropFirst()) : nil)
    }

    private static let fractions: [Character: (Int, Int)] = [
        "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6),
        "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    ]

    private func fraction(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        if let last = core.last, let (top, bottom) = Self.fractions[last] {
            if core.count > 1 {
                guard let whole = amount(core.dropLast()), whole.isWhole else { return nil }
                return ValueMatch([language.mixed(whole.whole, top, bottom)])
            }
            return ValueMatch([language.fraction(top, bottom, of: word(behind: place))])
        }
        let parts = core.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let top = Int(parts[0]), let bottom = Int(parts[1]), (1..<max(1, bottom)).contains(top),
            (2...10).contains(bottom) || bottom == 16 || bottom == 100, !language.dayCues.contains(word(before: place))
        else { return nil }
        return ValueMatch([language.fraction(top, bottom, of: word(behind: place))])
    }

    // MARK: Words with numbers

    private func shortForm(_ place: Int) -> ValueMatch? {
        let first = tokens[place]
        guard first.hasPoint || forms(of: first.core) != nil else { return nil }
        var (key, keys): (String, [String]) = ("", [])
        for count in 0..<4 {
            guard let token = token(place + count), count == 0 || token.lead.isEmpty, !token.core.isEmpty else { break }
            key += token.core + (token.hasPoint ? "." : "")
            keys.append(key)
            guard token.tail == "." else { break }
        }
        for (index, key) in keys.enumerated().reversed() {
            for form in forms(of: key) ?? [] {
                if let match = match(of: form, at: place, count: index + 1, hasPoint: key.last == ".") { return match }
            }
        }
        // The full stop belongs to the end of the sentence, not to the abbreviation: w/o.
        guard first.hasPoint else { return nil }
        return forms(of: first.core)?.lazy.compactMap { match(of: $0, at: place, count: 1, hasPoint: false) }.first
    }

    /// The abbreviation as written, or capitalised at the start of a sentence.
    private func forms(of key: String) -> [ShortForm]? {
        language.shortForms[key] ?? key.first.flatMap { $0.isUppercase ? language.shortForms[$0.lowercased() + key.dropFirst()] : nil }
    }

    private func match(of form: ShortForm, at place: Int, count: Int, hasPoint: Bool) -> ValueMatch? {
        let end = place + count - 1
        let (before, next) = (token(place - 1), token(end + 1))
        let isOpen = hasPoint ? tokens[end].tail == "." : tokens[end].tail.isEmpty
        let tail = hasPoint ? tail(withoutPoint: end) : tokens[end].tail
        switch form.place {
        case .anywhere: break
        case .beforeYear:
            guard isOpen, let next, next.lead.isEmpty, let number = next.digits else { return nil }
            let isYear = next.core.utf8.count == 4 && (1100...2099).contains(number)
            return ValueMatch([form.said, isYear ? language.year(number) : language.cardinal(number, .plain)])
        case .beforeNumber:
            guard isOpen, next?.lead.isEmpty == true, let numbers = labels(from: end + 1) else { return nil }
            let said = ValueMatch(form.said, over: count).said
            return ValueMatch(said + numbers, tail: tokens[end + numbers.count].tail)
        case .behindNumber:
            guard let before, before.tail.isEmpty, before.hasDigit else { return nil }
        case .beforeName: guard isOpen, let next, next.isCapitalised else { return nil }
        case .behindName:
            // Excludes the initial of a longer name.
            guard let before, before.tail.isEmpty, before.isCapitalised || before.hasDigit else { return nil }
        }
        return ValueMatch(form.said, over: count, tail: tail)
    }

    /// Numbers used as labels: `5`, `5, 6`, `10–15`, `IV`. Returns nil if there are none.
    private func labels(from place: Int) -> [String]? {
        var found: [String] = []
        while let token = token(place + found.count), found.count < 20, let said = label(token.core) {
            found.append(said)
            guard token.tail == "," else { break }
        }
        return found.isEmpty ? nil : found
    }

    private func label(_ text: String) -> String? {
        if let pair = pair(text) { return language.range(pair.0, pair.1) }
        if let amount = amount(text), amount.isWhole { return language.cardinal(amount.whole, .label) }
        if let number = RomanNumber.value(text) { return language.cardinal(number, .label) }
        return text.first?.isASCIIDigit == true ? text : nil
    }

    /// A number after the word it labels: Kapitel 4.
    private func label(_ place: Int) -> ValueMatch? {
        guard language.labels.contains(word(before: place)) else { return nil }
        let core = tokens[place].core
        if let number = RomanNumber.value(core), number > 1 || tokens[place].isAllCapitals || core == "I" {
            return ValueMatch([language.labelled(number, behind: word(before: place))], tail: romanTail(place))
        }
        return nil
    }

    /// The full stop after a Roman numeral is dropped if the sentence continues.
    private func romanTail(_ place: Int) -> String? {
        let token = tokens[place]
        guard token.hasPoint, let next = self.token(place + 1), next.isLowercase else { return nil }
        return token.tailBehindPoint
    }

    private func roman(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        let ending = core.hasSuffix("'s") ? "'s" : ""
        guard let number = RomanNumber.value(core.dropLast(ending.count)), number < 100, let name = token(place - 1), name.tail.isEmpty,
            tokens[place].lead.isEmpty
        else { return nil }
        let isKnown =
            language.rulers.contains(name.lower) || name.lower.hasSuffix("s") && language.rulers.contains(String(name.lower.dropLast()))
            || name.lower.hasSuffix("a") && language.rulers.contains(String(name.lower.dropLast()))
        guard name.isCapitalised, isKnown else { return nil }
        // "I" may be the pronoun.
        if number == 1, tokens[place].tail.isEmpty, let next = token(place + 1), next.isLowercase,
            !["of", "von", "de", "d", "was", "war"].contains(next.lower)
        {
            return nil
        }
        guard let said = language.ruler(number, named: name.core, behind: word(before: place - 1)) else { return nil }
        return ValueMatch([said + ending], tail: romanTail(place))
    }

    private func year(_ place: Int) -> ValueMatch? {
        let token = tokens[place]
        guard token.core.utf8.count == 4, let number = token.digits, (1100...2099).contains(number) else { return nil }
        let before = word(before: place)
        let isBracketed = token.lead.hasSuffix("(") && token.tail.hasPrefix(")")
        let isBehindMonth = language.months[before] != nil || isBehindDayOfMonth(place)
        guard language.yearCues.contains(before) || isBracketed || isBehindMonth else { return nil }
        return ValueMatch([language.year(number)])
    }

    /// April 3, 2026
    private func isBehindDayOfMonth(_ place: Int) -> Bool {
        guard let day = token(place - 1), day.tail == ",", let number = Int(day.core.prefix { $0.isASCIIDigit }), (1...31).contains(number),
            let month = token(place - 2)
        else { return false }
        return language.months[month.lower] != nil
    }

    /// A number whose sign or gender voices don't speak.
    private func number(_ place: Int) -> ValueMatch? {
        guard let amount = amount(tokens[place].core) else { return nil }
        if let said = language.counted(amount, before: word(behind: place)) { return ValueMatch([said]) }
        // The sign, and numbers in another language's notation.
        let core = tokens[place].core
        let isForeign = amount.isGrouped && !amount.isWhole && core.last(where: { !$0.isASCIIDigit }) != language.decimalSign
        guard amount.isNegative || isForeign else { return nil }
        return ValueMatch([said(amount)])
    }

    // MARK: Signs

    private static let powers: [Character: Character] = [
        "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9", "⁻": "-",
    ]

    /// x², 10⁹, 10⁻³
    private func power(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        let raised = core.reversed().prefix { Self.powers[$0] != nil }.reversed().compactMap { Self.powers[$0] }
        let base = core.dropLast(raised.count)
        guard !raised.isEmpty, !base.isEmpty, let exponent = Int(String(raised)), abs(exponent) < 1000 else { return nil }
        let said: String
        if let amount = amount(base) {
            said = self.said(amount)
        } else if base.count == 1, base.first?.isLetter == true {
            said = String(base)
        } else {
            return nil
        }
        switch exponent {
        case 2: return ValueMatch(["\(said) \(language.words.squared)"])
        case 3: return ValueMatch(["\(said) \(language.words.cubed)"])
        default:
            let number = language.cardinal(abs(exponent), .plain)
            return ValueMatch(["\(said) \(language.words.power) \(exponent < 0 ? language.words.minus + " " : "")\(number)"])
        }
    }

    private static let formulas: Set = [
        "CO2", "H2O", "NO2", "CH4", "SO2", "O2", "O3", "N2", "H2", "N2O", "NH3", "H2SO4", "CaCO3", "NaHCO3", "C2H6", "H2O2", "HNO3", "SO3",
        "SF6",
    ]
    private static let lowered: [Character: Character] = [
        "₀": "0", "₁": "1", "₂": "2", "₃": "3", "₄": "4", "₅": "5", "₆": "6", "₇": "7", "₈": "8", "₉": "9",
    ]

    private func chemistry(_ place: Int) -> ValueMatch? {
        let core = tokens[place].core
        guard core.count <= 12, core.first?.isUppercase == true, tokens[place].hasDigit else { return nil }
        let plain = String(core.map { Self.lowered[$0] ?? $0 })
        guard Self.formulas.contains(plain) || plain != core && plain.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            return nil
        }
        var words: [String] = []
        for character in plain {
            if let digit = character.wholeNumberValue {
                words.append(language.cardinal(digit, .plain))
            } else {
                words.append(character.uppercased())
            }
        }
        return ValueMatch([words.joined(separator: " ")])
    }

    private func sign(_ place: Int) -> ValueMatch? {
        let token = tokens[place]
        guard let said = language.signs[token.core] ?? language.signs[token.core + (token.hasPoint ? "." : "")] else { return nil }
        // In a line of capitals, capitals don't indicate an abbreviation.
        if token.isAllCapitals {
            let letters = tokens.flatMap { $0.core.filter(\.isLetter) }
            guard letters.count(where: \.isUppercase) * 10 <= letters.count * 6 else { return nil }
        }
        return ValueMatch([said])
    }
}

extension ValueMatch {
    /// Extended by words without text of their own.
    fileprivate func widened(to count: Int) -> ValueMatch {
        ValueMatch(said + Array(repeating: nil, count: count - said.count), tail: tail)
    }
}
