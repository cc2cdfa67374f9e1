import Markup

/// Decodes subtitles, which rarely declare a charset. Text that isn't UTF-8 or UTF-16 is decoded in each common charset, those of the file
/// name's language first; the best one is that in which most letters are common in one of its languages.
enum SubtitleCharset {
    /// Languages with their legacy charsets, most common first.
    private struct Writing: Sendable {
        let languages: Set<String>
        let charsets: [String]
        /// Non-ASCII letters in lower case: a whole alphabet, or the most common characters.
        let letters: Set<Unicode.Scalar>
        /// The minimum share of these letters in a text.
        let share: Double
        /// Whether its words also contain ASCII letters.
        let isLatin: Bool

        init(_ languages: String, _ charsets: [String], _ letters: String, share: Double = 1) {
            self.languages = Set(languages.split(separator: " ").map(String.init))
            (self.charsets, self.letters, self.share) = (charsets, Set(letters.unicodeScalars), share)
            isLatin = letters.unicodeScalars.first.map { $0.value < 0x250 } ?? false
        }
    }

    private static let simplified =
        """
        的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看\
        定天分还进好小部其些主样理心她本前开但因只从想实吗吧呢啊什谁怎给让把被它您做见话走太再很点问知跟快打等真请谢别老师先爱妈爸儿女孩间水手三二四五六七八九十
        """
    private static let traditional =
        """
        的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看\
        定天分還進好小部其些主樣理心她本前開但因只從想實嗎吧呢啊什誰怎給讓把被它您做見話走太再很點問知跟快打等真請謝別老師先愛媽爸兒女孩間水手三二四五六七八九十
        """
    private static let hangul = "이다는을를가나에의은도고로지하그니어요서한아사리기게거내너들만자해안있없네야대라시정말일것수마여보면우주인으세습오잖할까진럼당신저제왜무뭐"
    private static let kana =
        """
        あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだでどばびぶべぼっゃゅょ\
        アイウエオカキクケコサシスセソタチツテトナニネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴジズダデドバビブベボパピプペポッャュョー
        """
    private static let cyrillic = "абвгдежзийклмнопрстуфхцчшщъыьэюяё"

    private static let writings = [
        Writing("fr", ["windows-1252"], "éèàçêâîôûùëïœæÿ"), Writing("de", ["windows-1252"], "äöüßé"),
        Writing("es ca gl eu", ["windows-1252"], "ñóíáúéüàèòïçªº"), Writing("pt", ["windows-1252"], "ãõçáéíóúâêôàü"),
        Writing("it", ["windows-1252"], "èéàùòì"), Writing("sv da no nb nn fi is fo", ["windows-1252"], "åäöæøéáíóúýþðü"),
        Writing("nl en id ms", ["windows-1252"], "éëïöüèç"),
        Writing("pl", ["windows-1250", "iso-8859-2"], "ąćęłńóśźż"),
        Writing("cs sk", ["windows-1250", "iso-8859-2"], "áčďéěíňóřšťúůýžľĺŕôä"),
        Writing("hu", ["windows-1250", "iso-8859-2"], "áéíóöőúüű"),
        Writing("ro", ["windows-1250", "iso-8859-2", "iso-8859-16"], "ăâîşţșț"),
        Writing("hr sl bs sr sq", ["windows-1250", "iso-8859-2"], "čćšžđëç"), Writing("tr az", ["windows-1254"], "ğışçöüâi\u{307}ə"),
        Writing("lt", ["windows-1257"], "ąčęėįšųūž"), Writing("lv", ["windows-1257"], "āčēģīķļņšūž"),
        Writing("et", ["windows-1257"], "õäöüšž"),
        // Hebrew bytes are also lower-case Cyrillic and Greek letters, but not vice versa.
        Writing("he yi", ["windows-1255"], "אבגדהוזחטיךכלםמןנסעףפץצקרשתְֱֲֳִֵֶַָֹֻּ"),
        Writing("ru bg", ["windows-1251", "koi8-r", "ibm866", "iso-8859-5"], cyrillic),
        Writing("uk be", ["windows-1251", "koi8-u", "iso-8859-5"], cyrillic + "іїєґў"),
        Writing("sr mk", ["windows-1251", "iso-8859-5"], cyrillic + "ђјљњћџѓѕќ"),
        Writing("el", ["windows-1253", "iso-8859-7"], "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"),
        Writing("ar fa ur ps", ["windows-1256"], "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْپچژگیک،؟؛"),
        Writing("ja", ["shift_jis", "euc-jp"], kana, share: 0.3), Writing("zh", ["gb18030"], simplified, share: 0.3),
        Writing("zh", ["big5"], traditional, share: 0.3), Writing("ko", ["euc-kr"], hangul, share: 0.3),
    ]
    /// Used only by language: their bytes resemble other charsets.
    private static let byLanguage = ["th": "windows-874", "vi": "windows-1258"]

    /// Characters common to all languages, which are ignored.
    private static let neutral = Set(
        "“”‘’„‚«»‹›…–—•♪♫¿¡°©®™€£§·\u{A0}\u{AD}、。，．！？：；（）「」『』【】《》〈〉・～—　".unicodeScalars)
    /// How many initial bytes are examined.
    private static let sampleLength = 16 << 10

    static func text(_ bytes: [UInt8], language: String?) -> String { decoded(bytes, charset(of: bytes, language: language)).text }

    static func charset(of bytes: [UInt8], language: String?) -> Charset {
        guard let looked = try? Charset.detect(bytes, isWhole: true, syntax: .text) else { return .windows1252 }
        if looked != .windows1252 {
            if let wide = withoutMark(bytes) { return wide }
            // Checked first, because its bytes are all ASCII.
            return bytes.contains(0x1B) && bytes.firstRange(of: Array("\u{1B}$B".utf8)) != nil ? named("iso-2022-jp") : looked
        }
        if let wide = withoutMark(bytes) { return wide }
        // Ends at a line break, so that no character is truncated.
        let start = bytes.prefix(sampleLength)
        let sample = Array(start.count < bytes.count ? start[...(start.lastIndex(of: 0x0A) ?? start.endIndex - 1)] : start)
        let broken = decoded(sample, .utf8)
        if broken.replacements > 0, broken.replacements * 20 < broken.text.unicodeScalars.count(where: { !$0.isASCII }) { return .utf8 }
        let tag = language?.lowercased() ?? ""
        let main = tag.split(separator: "-").first.map(String.init) ?? ""
        let short = LanguageTag.short(main)
        if let charset = byLanguage[short] { return named(charset) }
        let isTraditional = ["hant", "-tw", "-hk", "-mo"].contains { tag.contains($0) }
        let own = writings.filter { $0.languages.contains(short) && !(isTraditional && $0.charsets == ["gb18030"]) }
        return best(own, of: sample, from: 0.4) ?? best(writings, of: sample, from: 0.2) ?? own.first.map { named($0.charsets[0]) }
            ?? .windows1252
    }

    /// UTF-16 without a byte order mark: every second byte of digits and line ends is zero.
    private static func withoutMark(_ bytes: [UInt8]) -> Charset? {
        let start = bytes.prefix(4096)
        guard start.count >= 8 else { return nil }
        var zeros = [0, 0]
        for (index, byte) in start.enumerated() where byte == 0 { zeros[index % 2] += 1 }
        let many = start.count / 8
        if zeros[1] > many, zeros[0] * 8 < zeros[1] { return named("utf-16le") }
        if zeros[0] > many, zeros[1] * 8 < zeros[0] { return named("utf-16be") }
        return nil
    }

    /// The first of the best scores; nil if none reaches the minimum.
    private static func best(_ writings: [Writing], of sample: [UInt8], from least: Double) -> Charset? {
        var best: (charset: Charset, score: Double)?
        var texts: [String: (text: String, replacements: Int)] = [:]
        for writing in writings {
            for name in writing.charsets {
                let text = texts[name] ?? decoded(sample, named(name))
                texts[name] = text
                let score = score(text.text, writing) - 0.02 * Double(text.replacements)
                if score >= least, score > (best?.score ?? -1) + 0.001 { best = (named(name), score) }
            }
        }
        return best?.charset
    }

    /// 1 if all non-ASCII letters are common in the language; lower for each other letter, each capital inside a word, and words that mix
    /// scripts.
    private static func score(_ text: String, _ writing: Writing) -> Double {
        var (score, all) = (0.0, 0.0)
        var isAfterSmall = false
        var isAfterASCII = false
        // The current run of non-ASCII letters.
        var run = 0
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            let isSign = scalar.isASCII || neutral.contains(scalar)
            let isLetter = scalar.isASCII && properties.isAlphabetic
            defer {
                (isAfterSmall, isAfterASCII) = (properties.isLowercase, isLetter)
                run = isSign ? 0 : run + 1
            }
            if writing.share == 1, !writing.isLatin, isLetter && run > 0 || !isSign && isAfterASCII { score -= 1 }
            guard !isSign else { continue }
            all += 1
            if writing.isLatin, run > 1 {
                score -= 0.5
            } else if writing.letters.contains(scalar) {
                score += 1
            } else if properties.isUppercase, properties.lowercaseMapping.unicodeScalars.allSatisfy(writing.letters.contains) {
                score += isAfterSmall ? -1 : 0.9
            } else if writing.share == 1 {
                score -= 0.5
            }
        }
        return all == 0 ? 0.5 : min(1, score / all / writing.share)
    }

    private static func named(_ label: String) -> Charset { (try? Charset(label: label)) ?? .windows1252 }

    private static func decoded(_ bytes: [UInt8], _ charset: Charset) -> (text: String, replacements: Int) {
        var decoder = TextDecoder(charset, invalidBytes: .replace)
        guard let text = try? decoder.decode(bytes), let rest = try? decoder.finish() else { return ("", bytes.count) }
        return (String(decoding: text + rest, as: UTF8.self), decoder.replacements)
    }
}
