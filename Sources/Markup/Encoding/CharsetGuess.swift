/// Guesses the charset of an undeclared plain text by testing its bytes: Unicode encodings first, then East Asian ones, whose characters
/// are in separate areas, then single-byte ones, by the letters of the languages that use them.
///
/// Returns nil if nothing fits, because a wrong guess would show wrong letters. Examines `reach` bytes.
public struct CharsetGuess: Sendable {
    /// The number of bytes examined.
    public static let reach = 1 << 16

    /// The guessed charset.
    public let charset: Charset

    /// `bytes` is a document without a byte order mark.
    public init?(_ bytes: [UInt8]) {
        let isWhole = bytes.count <= Self.reach
        let start = Array(bytes.prefix(Self.reach))
        if let wide = Self.wide(start) {
            charset = wide
            return
        }
        let valid = UTF8Scan.validPrefix(of: start, from: 0)
        // A character truncated at the end of the examined bytes isn't an error.
        if valid == start.count || !isWhole && start.count - valid < 4 {
            charset = .utf8
            return
        }
        guard let found = Self.eastAsian(start, isWhole) ?? Self.singleByte(start) else { return nil }
        charset = found
    }

    // MARK: Two bytes

    /// UTF-16: spaces and line ends have a zero byte, always on the same side.
    private static func wide(_ bytes: [UInt8]) -> Charset? {
        var (even, odd) = (0, 0)
        for (place, byte) in bytes.enumerated() where byte == 0 {
            let other = place ^ 1
            guard other < bytes.count, [0x20, 0x0A, 0x0D, 0x2E, 0x2C].contains(bytes[other]) else { continue }
            if place.isMultiple(of: 2) { even += 1 } else { odd += 1 }
        }
        guard even + odd > 0, bytes.count.isMultiple(of: 2) else { return nil }
        let charset = odd > even * 4 ? Charset.utf16LittleEndian : even > odd * 4 ? .utf16BigEndian : nil
        return charset.flatMap { isText(bytes, $0) ? $0 : nil }
    }

    private static func isText(_ bytes: [UInt8], _ charset: Charset) -> Bool {
        guard let text = decoded(bytes, charset) else { return false }
        let odd = text.unicodeScalars.count { scalar in
            let kind = scalar.properties.generalCategory
            return kind == .unassigned || kind == .privateUse || kind == .control && !scalar.properties.isWhitespace
        }
        return odd == 0
    }

    // MARK: East Asia

    /// By the code areas of double-byte characters.
    private static func eastAsian(_ bytes: [UInt8], _ isWhole: Bool) -> Charset? {
        // Second bytes below 0xA1 belong to rare letters in Korean and in Japanese EUC.
        let found = pairs(in: bytes)
        // The accent in a word like `béton` is a single high byte between letters; East Asian characters are consecutive.
        if let found, found.low * 2 > found.pairs, found.joined * 3 < found.pairs { return nil }
        let isHigh = found.map { $0.low * 10 < $0.pairs } ?? false
        let candidates: [(label: String, share: (String) -> Double)] = [
            ("shift_jis", { text in share(of: text) { isKana($0) ? 1 : isHan($0) ? 0.5 : isHalfWidth($0) ? -1 : 0 } }),
            ("euc-jp", { text in share(of: text) { isKana($0) ? 1 : isHan($0) ? 0.5 : -0.5 } }),
            ("euc-kr", { text in share(of: text) { (0xAC00...0xD7A3).contains($0) ? 1 : isHan($0) ? 0.2 : -0.5 } }),
        ]
        for candidate in candidates {
            guard let charset = try? Charset(label: candidate.label), let text = decoded(bytes, charset, isWhole),
                candidate.share(text) > 0.6,
                candidate.label == "shift_jis" || isHigh,
                candidate.label == "euc-kr" ? hasBlanks(text) : text.unicodeScalars.contains(where: { isKana($0.value) })
            else { continue }
            return charset
        }
        // Chinese: both sets of common characters start with distinct bytes, and only Big5 has second bytes below 0xA1.
        guard let (pairs, common, low, _) = found, pairs > 0 else { return nil }
        if low * 10 >= pairs, let big5 = try? Charset(label: "big5"), let text = decoded(bytes, big5, isWhole),
            share(of: text, { isHan($0) ? 1 : isCJKPunctuation($0) ? 0.5 : -0.5 }) > 0.7
        {
            return big5
        }
        guard common * 10 >= pairs * 6, let chinese = try? Charset(label: "gb18030"), let text = decoded(bytes, chinese, isWhole),
            share(of: text, { isHan($0) ? 1 : isCJKPunctuation($0) ? 0.5 : -0.5 }) > 0.7
        else { return nil }
        return chinese
    }

    /// Korean separates words of a few letters by spaces; Chinese, whose common characters share the area, doesn't.
    private static func hasBlanks(_ text: String) -> Bool {
        let letters = text.unicodeScalars.count { $0.value >= 0x80 }
        return text.unicodeScalars.count { $0 == " " || $0 == "\n" } * 12 >= letters
    }

    /// The numbers of double-byte pairs, of common GB 2312 characters, of low second bytes, and of pairs that follow another; nil if single
    /// high bytes occur.
    private static func pairs(in bytes: [UInt8]) -> (pairs: Int, common: Int, low: Int, joined: Int)? {
        var (pairs, common, low, joined, place, end) = (0, 0, 0, 0, 0, -1)
        while place < bytes.count {
            guard bytes[place] >= 0x80 else {
                place += 1
                continue
            }
            guard place + 1 < bytes.count else { break }
            let (first, second) = (bytes[place], bytes[place + 1])
            guard second >= 0x30 else { return nil }
            pairs += 1
            if place == end { joined += 1 }
            if second < 0xA1 { low += 1 } else if (0xB0...0xD7).contains(first) || (0xA1...0xA3).contains(first) { common += 1 }
            place += 2
            end = place
        }
        return (pairs, common, low, joined)
    }

    /// The average score of the non-ASCII characters.
    private static func share(of text: String, _ worth: (UInt32) -> Double) -> Double {
        var (count, sum) = (0, 0.0)
        for scalar in text.unicodeScalars where scalar.value >= 0x80 {
            if isCJKPunctuation(scalar.value) { continue }
            count += 1
            sum += worth(scalar.value)
        }
        return count > 0 ? sum / Double(count) : 0
    }

    private static func isKana(_ value: UInt32) -> Bool { (0x3041...0x30FE).contains(value) }
    private static func isHan(_ value: UInt32) -> Bool { (0x4E00...0x9FFF).contains(value) }
    private static func isHalfWidth(_ value: UInt32) -> Bool { (0xFF61...0xFF9F).contains(value) }
    private static func isCJKPunctuation(_ value: UInt32) -> Bool {
        (0x3000...0x303F).contains(value) || (0xFF01...0xFF60).contains(value) || (0x2010...0x2026).contains(value)
    }

    // MARK: One byte

    /// Non-ASCII letters used by languages, by charset; the most common charset first. For other scripts, only the frequent letters.
    private static let latin: [(label: String, languages: [String])] = [
        (
            "windows-1252",
            ["äöüß", "äöüßéèêàçùôîâëïûœæ", "éèêàçùôîâëïûœæ", "áéíóúñü", "ãõáéíóúâêôçà", "åäöéü", "æøåéó", "àèéìòù", "áéíóúðþýæö", "éëïóöü"]
        ),
        ("windows-1250", ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíľĺňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"]),
        ("windows-1254", ["çğıöşüâîİ"]), ("windows-1257", ["ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž"]),
        ("windows-1258", ["ăâđêôơưàáèéìíòóùúý"]),
    ]
    private static let scripts: [(label: String, letters: String)] = [
        ("windows-1251", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфіїєґ"), ("koi8-r", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэф"),
        ("windows-1253", "αοιετσνηυρπκμλςωδγχθφβξζψάέήίόύώ"), ("windows-1255", "יוהלאמרתבשנעםדקפחטןזגכסצץףךאְֱֲֳִֵֶַָ"),
        ("windows-1256", "اليمونتربةعدسفهكقحجشطصخذضظغثزأإىئءؤآپچگ،؛"), ("windows-874", "กขคงจชซญดตถทธนบปผพฟมยรลวศษสหอะาิีึืุูเแโใไ่้์็ั"),
        ("ibm866", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэф"),
    ]
    private static let signs = Set("«»‹›“”‘’„‚–—…€£¥¢§¶†‡°©®™·¿¡½¼¾¹²³ºªµ±×÷‰№\u{A0}\u{AD}•".unicodeScalars)

    private static func singleByte(_ bytes: [UInt8]) -> Charset? {
        var best: (charset: Charset, worth: Double)?
        for (label, letters) in scripts {
            guard let charset = try? Charset(label: label), let text = decoded(bytes, charset) else { continue }
            // In these scripts, words consist only of high bytes.
            let own = Set(letters.unicodeScalars)
            let others = text.unicodeScalars.filter { $0.value >= 0x80 }
            guard others.count(where: own.contains) * 2 > others.count, !isMixed(text) else { continue }
            let worth = worth(of: text, [letters])
            if worth > 0.85, worth > best?.worth ?? 0 { best = (charset, worth) }
        }
        if let best { return best.charset }
        for (label, languages) in latin {
            guard let charset = try? Charset(label: label), let text = decoded(bytes, charset) else { continue }
            let worth = worth(of: text, languages)
            if worth >= 0.75, worth > (best?.worth ?? 0) + 0.001 { best = (charset, worth) }
        }
        return best?.charset
    }

    /// The share of high bytes that the best-matching language uses.
    private static func worth(of text: String, _ languages: [String]) -> Double {
        let others = text.unicodeScalars.filter { $0.value >= 0x80 }
        guard !others.isEmpty else { return 0 }
        let shared = others.count { signs.contains($0) }
        return languages.reduce(0.0) { best, language in
            // Capitals are rarer than small letters: if both fit, the charset with small letters is right.
            let letters = Set(language.unicodeScalars)
            let found = others.reduce(0.0) { sum, scalar in
                if letters.contains(scalar) { return sum + 1 }
                if scalar.properties.lowercaseMapping.unicodeScalars.allSatisfy(letters.contains) { return sum + 0.9 }
                return sum
            }
            return max(best, (found + Double(shared)) / Double(others.count))
        }
    }

    /// Whether ASCII and other letters mostly occur in the same words.
    private static func isMixed(_ text: String) -> Bool {
        var (beside, count, last): (Int, Int, Unicode.Scalar) = (0, 0, " ")
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x80 {
                count += 1
                if last.isASCII, last.properties.isAlphabetic { beside += 1 }
            } else if scalar.properties.isAlphabetic, last.value >= 0x80 {
                beside += 1
            }
            last = scalar
        }
        return beside * 5 > count
    }

    /// Returns nil if a byte is invalid in the charset; the last character may be truncated.
    private static func decoded(_ bytes: [UInt8], _ charset: Charset, _ isWhole: Bool = true) -> String? {
        var decoder = TextDecoder(charset, invalidBytes: .refuse)
        guard var text = try? decoder.decode(bytes) else { return nil }
        if isWhole {
            guard let end = try? decoder.finish() else { return nil }
            text += end
        }
        return String(decoding: text, as: UTF8.self)
    }
}
