/// Which language a text is in, as far as its script and its commonest words tell.
///
/// Looks at the first letters only. A script that mostly one language is written in decides; Latin letters need a few of a language's small words, and
/// more of them than of any other's. Without a sign it is nil.
package enum TextLanguage {
    /// How much of a text is looked at, in scalars.
    private static let sample = 20_000
    private static let fewestHits = 3

    /// ISO 639-1, `cmn` for Chinese.
    package static func guess(_ text: [SpokenText.Sentence]) -> String? {
        var (scripts, hits): ([String: Int], [String: Int]) = ([:], [:])
        var (letters, seen) = (0, 0)
        look: for sentence in text {
            for word in sentence.words {
                for scalar in word.text.unicodeScalars where scalar.properties.isAlphabetic {
                    letters += 1
                    scripts[script(of: scalar), default: 0] += 1
                }
                for language in smallWords[word.text.lowercased()] ?? [] { hits[language, default: 0] += 1 }
                seen += word.text.unicodeScalars.count
                if seen > sample { break look }
            }
        }
        let japanese = scripts["ja", default: 0]
        // Japanese has Chinese characters between its own.
        if japanese > 0, japanese * 10 > scripts["cmn", default: 0] { scripts["ja"] = japanese + (scripts.removeValue(forKey: "cmn") ?? 0) }
        if let most = scripts.max(by: { $0.value < $1.value }), most.key != latin, most.value * 2 > letters { return most.key }
        let order = hits.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let best = order.first, best.value >= fewestHits else { return nil }
        return order.count > 1 && order[1].value == best.value ? nil : best.key
    }

    private static let latin = "latin"

    private static func script(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x0370...0x03FF, 0x1F00...0x1FFF: "el"
        case 0x0456, 0x0457, 0x0454, 0x0491: "uk"
        case 0x0400...0x052F: "ru"
        case 0x0530...0x058F: "hy"
        case 0x0590...0x05FF, 0xFB1D...0xFB4F: "he"
        case 0x067E, 0x0686, 0x0698, 0x06AF, 0x06CC: "fa"
        case 0x0600...0x06FF, 0x0750...0x077F, 0xFB50...0xFDFF, 0xFE70...0xFEFF: "ar"
        case 0x0900...0x097F: "hi"
        case 0x0980...0x09FF: "bn"
        case 0x0A00...0x0A7F: "pa"
        case 0x0A80...0x0AFF: "gu"
        case 0x0B80...0x0BFF: "ta"
        case 0x0C00...0x0C7F: "te"
        case 0x0C80...0x0CFF: "kn"
        case 0x0D00...0x0D7F: "ml"
        case 0x0B00...0x0B7F: "or"
        case 0x0D80...0x0DFF: "si"
        case 0x0E00...0x0E7F: "th"
        case 0x0E80...0x0EFF: "lo"
        case 0x0F00...0x0FFF: "bo"
        case 0x1000...0x109F: "my"
        case 0x13A0...0x13FF, 0xAB70...0xABBF: "chr"
        case 0x1780...0x17FF: "km"
        case 0x1800...0x18AF: "mn"
        case 0x10A0...0x10FF: "ka"
        case 0x1200...0x137F: "am"
        case 0x3040...0x30FF: "ja"
        case 0xAC00...0xD7AF, 0x1100...0x11FF: "ko"
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: "cmn"
        default: latin
        }
    }

    private static let smallWords: [String: [String]] = {
        let lists = [
            "en": "the and of to is that it was for with this are not be have from which you",
            "de": "der die und das ist nicht ein eine zu den mit sich auf für von dem auch werden",
            "fr": "le les et des est une pour dans que qui pas sur au avec ce il du elle",
            "es": "el los y las es una para que en por con no se del su lo como más",
            "it": "il gli e di che è una per non con sono della nel dei alla più anche ma",
            "pt": "o os e das é uma para que não com em do da no na se mais ao",
            "nl": "de het een en van is dat niet op te voor met zijn aan er ook maar bij",
            "pl": "i w nie na się z do jest to że jak od po przez dla ale był oraz",
            "sv": "och att det som en på är av för med den till inte om har ett var",
            "tr": "ve bir bu için ile de da olarak daha olan gibi kadar çok ne en her",
        ]
        var found: [String: [String]] = [:]
        for (language, words) in lists { for word in words.split(separator: " ") { found[String(word), default: []].append(language) } }
        return found
    }()
}
