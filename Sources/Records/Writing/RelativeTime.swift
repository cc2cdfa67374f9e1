/// Times written relative to now: "3 hours ago", "gestern", "昨日". Their meaning depends on when they are read, so
/// they are recognised but not converted.
package enum RelativeTime {
    /// Whether `text` is a relative time, in English or in `language`.
    package static func isOne(_ text: String, language: String? = nil) -> Bool {
        guard text.utf8.count <= 100 else { return false }
        let text = text.withoutUnseen(orMarksOfDirection: true).map { $0.asciiDigit ?? ($0.isWhitespace ? " " : $0) }
        let plain = String(text).trimmingWhitespace().lowercased().replacing("’", with: "'")
        // A number of four digits or more is a year, so the text is a date.
        guard !plain.split(whereSeparator: { !($0.isASCII && $0.isNumber) }).contains(where: { $0.count > 3 }) else { return false }
        if isShort(plain) { return true }
        let words = ["en", language.map { WrittenLanguages.base(of: $0) } ?? "en"].compactMap { table[$0] }
        return words.contains { $0.fits(plain) }
    }

    /// `3h`, `5 min`, `2 d`
    private static func isShort(_ text: String) -> Bool {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).trimmingWhitespace()
        return (1...3).contains(digits.count) && ["s", "sec", "m", "min", "h", "hr", "hrs", "d", "w", "mo", "y"].contains(unit)
    }

    private struct Words {
        /// Words before a number with its unit, and after it.
        let before: [String]
        let behind: [String]
        /// Whole texts, or prefixes: `yesterday, 14:05`.
        let alone: [String]

        func fits(_ text: String) -> Bool {
            if alone.contains(where: { RelativeTime.begins(text, with: $0) }) { return true }
            guard
                before.contains(where: { RelativeTime.begins(text, with: $0) })
                    || behind.contains(where: { RelativeTime.ends(text, with: $0) })
            else {
                return false
            }
            return text.contains { $0.isASCII && $0.isNumber }
                || text.split(separator: " ").contains { RelativeTime.ones.contains(String($0)) }
        }
    }

    /// Whether the text begins with the whole word. Scripts without blanks don't mark the end of a word.
    private static func begins(_ text: String, with word: String) -> Bool {
        guard text.hasPrefix(word) else { return false }
        guard let next = text.dropFirst(word.count).first, let last = word.last, last.isCased else { return true }
        return !next.isLetter
    }

    private static func ends(_ text: String, with word: String) -> Bool {
        guard text.hasSuffix(word) else { return false }
        guard let next = text.dropLast(word.count).last, word.first?.isCased == true else { return true }
        return !next.isLetter
    }

    private static let ones: Set<String> = [
        "a", "an", "one", "ein", "einer", "einem", "eine", "un", "une", "una", "uno", "um", "uma", "één", "een", "jeden", "jedna", "jedną",
        "jednu", "ett", "en", "et",
        "один", "одну", "bir", "egy", "hodinou", "godzinę", "час", "heure", "ساعة", "يوم", "دقيقة",
    ]

    /// Sources: Unicode CLDR, fields "day" and the patterns of relative time, with other words that occur on sites.
    private static let table: [String: Words] = [
        "en": Words(
            before: ["in", "about"], behind: ["ago", "from now"],
            alone: [
                "just now", "now", "today", "yesterday", "tomorrow", "a moment ago", "moments ago", "last week", "last month", "last year",
                "this week",
            ]),
        "de": Words(
            before: ["vor", "in", "seit"], behind: [],
            alone: ["gestern", "heute", "morgen", "vorgestern", "übermorgen", "jetzt", "gerade eben", "soeben"]),
        "fr": Words(
            before: ["il y a", "dans"], behind: [],
            alone: ["hier", "aujourd'hui", "demain", "avant-hier", "après-demain", "maintenant", "à l'instant"]),
        "es": Words(
            before: ["hace", "dentro de", "en"], behind: [], alone: ["ayer", "hoy", "mañana", "anteayer", "pasado mañana", "ahora"]),
        "it": Words(
            before: ["tra", "fra"], behind: ["fa"], alone: ["ieri", "oggi", "domani", "l'altro ieri", "dopodomani", "ora", "adesso"]),
        "pt": Words(before: ["há", "em", "daqui a"], behind: ["atrás"], alone: ["ontem", "hoje", "amanhã", "anteontem", "agora"]),
        "nl": Words(
            before: ["over"], behind: ["geleden"], alone: ["gisteren", "vandaag", "morgen", "eergisteren", "overmorgen", "nu", "zojuist"]),
        "pl": Words(
            before: ["za"], behind: ["temu"],
            alone: ["wczoraj", "dzisiaj", "dziś", "jutro", "przedwczoraj", "pojutrze", "teraz", "przed chwilą"]),
        "cs": Words(before: ["před", "za"], behind: [], alone: ["včera", "dnes", "zítra", "předevčírem", "pozítří", "nyní", "právě teď"]),
        "sk": Words(before: ["pred", "o"], behind: [], alone: ["včera", "dnes", "zajtra", "predvčerom", "pozajtra", "teraz"]),
        "sv": Words(
            before: ["för", "om"], behind: ["sedan", "sen"],
            alone: ["igår", "i går", "idag", "i dag", "imorgon", "i morgon", "nu", "nyss"]),
        "da": Words(before: ["for", "om"], behind: ["siden"], alone: ["i går", "i dag", "i morgen", "nu"]),
        "nb": Words(before: ["for", "om"], behind: ["siden"], alone: ["i går", "i dag", "i morgen", "nå"]),
        "fi": Words(
            before: [], behind: ["sitten", "kuluttua", "päästä"],
            alone: ["eilen", "tänään", "huomenna", "toissapäivänä", "ylihuomenna", "nyt"]),
        "hu": Words(before: [], behind: ["ezelőtt", "múlva"], alone: ["tegnap", "ma", "holnap", "tegnapelőtt", "holnapután", "most"]),
        "ro": Words(before: ["acum", "peste"], behind: [], alone: ["ieri", "azi", "astăzi", "mâine", "alaltăieri", "poimâine"]),
        "tr": Words(before: [], behind: ["önce", "sonra"], alone: ["dün", "bugün", "yarın", "evvelsi gün", "şimdi"]),
        "ru": Words(
            before: ["через"], behind: ["назад"],
            alone: ["вчера", "сегодня", "завтра", "позавчера", "послезавтра", "сейчас", "только что"]),
        "uk": Words(
            before: ["через"], behind: ["тому"], alone: ["вчора", "сьогодні", "завтра", "позавчора", "післязавтра", "зараз", "щойно"]),
        "el": Words(before: ["πριν", "σε"], behind: [], alone: ["χθες", "χτες", "σήμερα", "αύριο", "προχθές", "μεθαύριο", "τώρα"]),
        "bg": Words(before: ["преди", "след"], behind: [], alone: ["вчера", "днес", "утре", "завчера", "сега"]),
        "hr": Words(before: ["prije", "za"], behind: [], alone: ["jučer", "danas", "sutra", "prekjučer", "prekosutra", "sad"]),
        "sr": Words(before: ["pre", "za", "пре", "за"], behind: [], alone: ["juče", "danas", "sutra", "јуче", "данас", "сутра", "сада"]),
        "sl": Words(before: ["pred", "čez"], behind: [], alone: ["včeraj", "danes", "jutri", "zdaj"]),
        "lt": Words(before: ["prieš", "po"], behind: [], alone: ["vakar", "šiandien", "rytoj", "dabar"]),
        "lv": Words(before: ["pirms", "pēc"], behind: [], alone: ["vakar", "šodien", "rīt", "tagad"]),
        "et": Words(before: [], behind: ["eest", "pärast"], alone: ["eile", "täna", "homme", "nüüd"]),
        "ca": Words(before: ["fa", "d'aquí a"], behind: [], alone: ["ahir", "avui", "demà", "ara"]),
        "ja": Words(before: [], behind: ["前", "後"], alone: ["昨日", "今日", "明日", "一昨日", "たった今", "今"]),
        "zh": Words(before: [], behind: ["前", "后", "後"], alone: ["昨天", "今天", "明天", "前天", "后天", "後天", "刚刚", "剛剛", "现在"]),
        "ko": Words(before: [], behind: ["전", "후"], alone: ["어제", "오늘", "내일", "방금", "지금"]),
        "ar": Words(before: ["قبل", "منذ", "خلال", "بعد"], behind: [], alone: ["أمس", "اليوم", "غدًا", "غدا", "الآن"]),
        "he": Words(before: ["לפני", "בעוד"], behind: [], alone: ["אתמול", "היום", "מחר", "עכשיו"]),
        "fa": Words(before: [], behind: ["پیش", "بعد"], alone: ["دیروز", "امروز", "فردا", "اکنون"]),
        "hi": Words(before: [], behind: ["पहले", "में"], alone: ["कल", "आज", "अभी"]),
        "bn": Words(before: [], behind: ["আগে", "পূর্বে", "মধ্যে"], alone: ["গতকাল", "আজ", "এখন"]),
        "th": Words(before: ["ในอีก", "อีก"], behind: ["ที่ผ่านมา", "ที่แล้ว"], alone: ["เมื่อวาน", "วันนี้", "พรุ่งนี้", "เมื่อสักครู่"]),
        "vi": Words(before: ["sau"], behind: ["trước", "nữa"], alone: ["hôm qua", "hôm nay", "ngày mai", "vừa xong"]),
        "id": Words(before: ["dalam"], behind: ["lalu"], alone: ["kemarin", "hari ini", "besok", "baru saja"]),
        "ms": Words(before: ["dalam"], behind: ["lalu"], alone: ["semalam", "hari ini", "esok", "sekarang"]),
    ]
}
