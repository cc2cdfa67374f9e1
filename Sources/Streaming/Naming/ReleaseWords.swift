/// Words in file names that describe how a copy was made. A title ends before them.
///
/// *Hard* words always end a title. *Soft* words also occur in titles: they end one only directly before a hard word, in brackets, or after
/// a year.
enum ReleaseWords {
    private static let start = #"(?<![\p{L}\p{N}])"#
    private static let end = #"(?![\p{L}\p{N}])"#

    private static let hardWords = [
        #"(?:480|540|576|720|1080|1440|2160|4320)[pi](?:\d{2,3})?"#, "4k", "8k", "uhd", #"\d{3,4}x\d{3,4}"#, #"hdr10(?:\+|plus)?"#,
        "dolby[ ._-]?vision",
        "(?:8|10|12)[ ._-]?bits?", "hi10p?", "blu[ ._-]?ray", "bd[ ._-]?rip", "bd(?:rip)?mux", "br(?:rip)?mux", "br[ ._-]?rip",
        "bd[ ._-]?remux", "remux", "web[ ._-]?(?:dl|rip|mux|hd)",
        "p?hdtv(?:rip)?", "pdtv", "dsr(?:ip)?", "tvrip", "sat[ ._-]?rip", "dvd[ ._-]?(?:rip|scr|mux)|dvd[59]", "hd[ ._-]?dvd(?:rip)?",
        "vhs[ ._-]?rip", "hd[ ._-]?rip", "screener", "hd-?cam", "hdlight", "dvd-?r(?:ip)?", "dvdivx", "(?:web-dl|ld)rip",
        "telesync", "hd-?ts", "telecine", "workprint", "vodrip", "ppv(?:rip)?",
        #"[xh][ ._]?26[345]"#, "hevc", "avc", "xvid", "divx", "av1", "vp9", "mpeg-?2", "vc-?1", "rv9", "nvenc",
        "e?-?ac-?3", #"ddp?a?[ ._]?[257][ ._][01]"#, #"dts(?:-?(?:hd|x|es))?"#, "true-?hd", "atmos", #"aac(?:[ ._]?[257][ ._][01])?"#,
        "dolby[ ._-]?digital",
        "(?:true|sub)?french[ ._-](?=dvd|bd|web|720|1080)", "vost(?:fr)?", "dubbed", "subbed", "multisubs?", "fansub", "hardsub",
        "proper", "repack", "rerip", "nfofix", "dirfix", "readnfo",
    ]
    private static let editionWords = [
        #"(?:director'?s?|directors|final|alternative|integral|theatrical|extended|ultimate)[ ._-](?:cut|edition|version)"#,
        #"(?:special|collector'?s|limited|anniversary|deluxe|criterion|remastered|unrated)[ ._-](?:cut|edition|collection|version)"#,
        "unrated", "uncut", "uncensored", "remastered", "imax", "criterion", "open[ ._-]?matte",
        #"\d{1,3}(?:st|nd|rd|th)[ ._-]anniversary(?:[ ._-]edition)?"#, "theatrical", "extended",
    ]
    private static let softWords: Set = [
        "hdr", "dv", "hlg", "3d", "sbs", "hsbs", "htab", "hou", "half-sbs", "web", "dvd", "bd", "cam", "ts", "tc", "scr", "r5", "r6", "tv",
        "hd", "sd", "fhd", "ntsc", "pal",
        "amzn", "nf", "dsnp", "hmax", "max", "atvp", "it", "ip", "hulu", "pcok", "cr", "itunes", "hbo", "amazon", "netflix",
        "flac", "opus", "mp3", "pcm", "lpcm", "dual", "mono", "stereo", "2ch", "6ch", "audio",
        "german", "french", "truefrench", "ita", "italian", "spanish", "castellano", "esp", "english", "eng", "swedish", "norwegian",
        "danish", "nordic", "finnish",
        "dutch", "nl", "flemish", "polish", "pl", "czech", "cz", "hungarian", "hun", "russian", "rus", "ukrainian", "portuguese",
        "brazilian", "pt-br", "japanese", "jpn",
        "korean", "chinese", "cantonese", "mandarin", "hindi", "tamil", "arabic", "turkish", "greek", "hebrew", "latino", "deutsch", "ger",
        "deu", "fre", "fra", "spa", "vff", "vfq",
        "dl", "ml", "multi", "vf", "vo", "vostfr", "dub", "dubbed", "sub", "subs", "subbed", "subtitles", "nlsubs", "swesub", "subfrench",
        "pldub", "pldubbed", "plsub",
        "limited", "ultimate", "restored", "dc", "se", "cc", "uncut", "unrated", "extended", "remastered", "internal", "real", "retail",
        "complete", "hybrid", "custom", "xxx", "festival", "docu", "doku",
        "stv", "oar", "ws", "fs", "rip", "mux", "final", "encode", "hq", "lq", "colorized", "proof", "read", "nfo",
    ]

    private static let hard = NamePattern(start + "(?:" + hardWords.joined(separator: "|") + ")" + end)
    private static let edition = NamePattern(start + "(?:" + editionWords.joined(separator: "|") + ")" + end)
    private static let hardAtStart = NamePattern("^[ ._-]*[\\[({]?(?:" + (hardWords + editionWords).joined(separator: "|") + ")" + end)
    private static let size = NamePattern(start + #"\d+(?:[.,]\d+)?[ ]?[gm]i?b"# + end)

    /// The text before the first release word and any soft words directly before it.
    static func withoutRelease(_ text: String) -> String {
        let cuts = [hard, edition, size].compactMap { pattern in
            pattern.all(in: text).first { isTitle($0.before) }?.whole.lowerBound
        }
        var rest = text
        if let cut = cuts.min() {
            rest = withoutSoftTail(String(decoding: Array(text.utf8)[..<cut], as: UTF8.self))
        }
        return withoutReleaseBrackets(rest)
    }

    /// Whether a title can end here: at the end, before a bracket, or before release words.
    static func endsTitle(_ rest: String) -> Bool {
        let words = rest.trimming(" ._-)]}")
        guard let first = words.first else { return true }
        if "[({".contains(first) { return true }
        if hardAtStart.matches(words) || size.first(in: words)?.whole.lowerBound == 0 { return true }
        return softWords.contains(firstWord(words))
    }

    /// Whether the first word is a release word, and any leading soft words are followed by a hard word or the end.
    static func isReleaseStart(_ text: String) -> Bool {
        let words = text.trimming(" ._-[({")
        if hardAtStart.matches(words) || words.isEmpty { return true }
        let cut = hard.all(in: words).first?.before ?? words
        return !cut.isEmpty && allSoft(cut)
    }

    /// Whether all words are release words.
    static func isRelease(_ text: String) -> Bool {
        guard hard.matches(text) || edition.matches(text) else { return allSoft(text) }
        return allSoft(edition.removed(from: hard.removed(from: text)))
    }

    /// Whether a hard word follows within three other words.
    static func endsSoon(_ rest: String) -> Bool {
        guard let found = hard.first(in: rest) else { return false }
        return found.before.split { " ._-".contains($0) }.count <= 3
    }

    /// Whether a folder has a release name, which is more informative than the file names in it.
    static func isNamedByRelease(_ folder: String) -> Bool { hard.all(in: folder).contains { isTitle($0.before) } }

    static func startsWithBroadcast(_ text: String) -> Bool { broadcast.matches(text) }
    private static let broadcast = NamePattern("^[ ._-]*[\\[(]?(?:p?hdtv|pdtv|dsr(?:ip)?|tvrip)" + end)

    private static func allSoft(_ text: String) -> Bool {
        text.split { " ._-+&,[](){}".contains($0) }.allSatisfy {
            softWords.contains($0.lowercased()) || ["+", "&", "and"].contains($0.lowercased())
        }
    }

    private static func firstWord(_ text: String) -> String { String(text.prefix { !" ._-[](){}".contains($0) }).lowercased() }

    private static let articles: Set = ["the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las"]

    /// An article by itself isn't a title.
    private static func isTitle(_ text: String) -> Bool {
        text.contains { $0.isLetter || $0.isNumber } && !articles.contains(text.trimming(" ._-[({").lowercased())
    }

    /// Removes soft words directly before a hard word, but keeps at least one word.
    private static func withoutSoftTail(_ text: String) -> String {
        var rest = text.trimming(trailing: " ._-[({")
        while let word = rest.split(whereSeparator: { " ._[](){}".contains($0) }).last, softWords.contains(word.lowercased()) {
            let shorter = String(rest[..<word.startIndex]).trimming(trailing: " ._-[({")
            guard isTitle(shorter) else { break }
            rest = shorter
        }
        return rest
    }

    private static let brackets = NamePattern(#"[ ._-]*[\[{(]([^\[\](){}]*)[\])}]"#)

    /// Removes brackets that contain only release words.
    private static func withoutReleaseBrackets(_ text: String) -> String {
        var (rest, start): ([UInt8], Int) = ([], 0)
        let found = brackets.all(in: text)
        guard let bytes = found.first?.bytes else { return text }
        for match in found where isRelease(match[1] ?? "") && match.whole.lowerBound >= start {
            rest += bytes[start..<match.whole.lowerBound]
            start = match.whole.upperBound
        }
        let kept = String(decoding: rest + bytes[start...], as: UTF8.self)
        return isTitle(kept) ? kept : text
    }
}

extension String {
    func trimming(_ letters: String) -> String { drop { letters.contains($0) }.description.trimming(trailing: letters) }

    func trimming(trailing letters: String) -> String {
        guard let last = lastIndex(where: { !letters.contains($0) }) else { return "" }
        return String(self[...last])
    }
}
