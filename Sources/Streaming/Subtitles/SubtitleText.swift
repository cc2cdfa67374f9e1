/// Converts SubRip, WebVTT or Sub Station Alpha in any charset to WebVTT (https://www.w3.org/TR/webvtt1/), with only bold, italic and
/// underline tags.
///
/// A cue starts at a line with an arrow between two times. In WebVTT it ends at an empty line; in SubRip, whose cues often contain empty
/// lines, only at the next cue's number and times. Everything else, such as numbers, notes and styles, is dropped, as are cues that end
/// before they start.
enum SubtitleText {
    /// The maximum bytes of a file to read.
    static let byteLimit = 4 << 20
    /// The limit for scripts, whose styles and drawings are larger than the text.
    static let scriptLimit = 16 << 20
    private static let cueLimit = 50_000
    static let linesOfCue = 12

    struct Cue: Hashable {
        let start: Int
        let end: Int
        /// Escaped, non-empty lines.
        var lines: [String] = []
        var isTop = false
    }

    /// nil if there is no text. The language helps to detect the charset.
    static func webVTT(_ bytes: [UInt8], language: String? = nil) -> [UInt8]? {
        guard bytes.count <= scriptLimit else { return nil }
        let text = SubtitleCharset.text(bytes, language: language)
        let isScript = SubtitleScript.isOne(text)
        guard isScript || bytes.count <= byteLimit else { return nil }
        let cues = isScript ? SubtitleScript.cues(text, atMost: cueLimit) : cues(text)
        guard !cues.isEmpty else { return nil }
        // Its times match those of the video and audio segments (RFC 8216, section 3.5).
        var made = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n"
        for cue in cues {
            made += "\n\(clock(cue.start)) --> \(clock(cue.end))\(cue.isTop ? " line:0" : "")\n\(cue.lines.joined(separator: "\n"))\n"
        }
        return Array(made.utf8)
    }

    private static func cues(_ text: String) -> [Cue] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let isWebVTT = lines.first?.hasPrefix("WEBVTT") == true
        var cues: [Cue] = []
        var isOpen = false
        for (index, line) in lines.enumerated() {
            if let (start, end) = times(line) {
                guard cues.count < cueLimit else { break }
                isOpen = start < end
                if isOpen { cues.append(Cue(start: start, end: end)) }
            } else if line.allSatisfy(\.isWhitespace) {
                if isWebVTT { isOpen = false }
            } else if isOpen, let last = cues.indices.last, cues[last].lines.count < linesOfCue {
                if isNumber(index, lines) { continue }
                let words = marked(line, isWebVTT: isWebVTT)
                if !words.allSatisfy(\.isWhitespace) { cues[last].lines.append(words) }
            }
        }
        return cues.filter { !$0.lines.isEmpty }
    }

    /// Whether a line is the number of the next cue: the times follow on the next line, or after empty lines if there are also some before
    /// it.
    private static func isNumber(_ index: Int, _ lines: [String]) -> Bool {
        guard lines[index].allSatisfy({ $0.isNumber || $0.isWhitespace }) else { return false }
        var next = index + 1
        if index > 0, lines[index - 1].allSatisfy(\.isWhitespace) {
            while next < min(lines.count, index + 5), lines[next].allSatisfy(\.isWhitespace) { next += 1 }
        }
        return next < lines.count && times(lines[next]) != nil
    }

    /// `00:01:02,500 --> 00:01:04,000`, in milliseconds. WebVTT may omit the hours and append settings.
    private static func times(_ line: String) -> (Int, Int)? {
        guard let arrow = line.firstRange(of: "-->") else { return nil }
        let after = line[arrow.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        guard let start = time(line[..<arrow.lowerBound].filter { !$0.isWhitespace }), let end = time(String(after)) else { return nil }
        return (start, end)
    }

    static func time(_ text: String) -> Int? {
        let parts = text.replacing(",", with: ".").split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        let fields = parts[0].split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        guard (2...3).contains(fields.count) else { return nil }
        var seconds = 0
        for field in fields {
            guard let field else { return nil }
            seconds = seconds * 60 + field
        }
        guard parts.count == 2 else { return seconds * 1000 }
        guard parts[1].utf8.count <= 3, let fraction = number(parts[1]) else { return nil }
        return seconds * 1000 + fraction * [100, 10, 1][parts[1].utf8.count - 1]
    }

    private static func number(_ digits: Substring) -> Int? {
        guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    private static func clock(_ milliseconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (seconds, rest) = (milliseconds / 1000, String(milliseconds % 1000))
        return
            "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    private static let kept: Set = ["b", "i", "u"]
    /// Tags of WebVTT, and those known to SubRip players. Only the names are matched: `a<b and c>d` contains no tag.
    private static let dropped: Set = ["s", "br", "font", "c", "lang", "ruby", "rt", "v"]
    private static let entities = ["&amp;", "&lt;", "&gt;", "&nbsp;", "&lrm;", "&rlm;"]

    /// Converts a line of a cue: known tags are kept or removed, positions such as `{\an8}` are removed, and the rest is escaped.
    private static func marked(_ line: String, isWebVTT: Bool) -> String {
        var made = ""
        var rest = Substring(line.trimmingPrefix(while: \.isWhitespace))
        while let first = rest.first {
            if first == "<", let end = rest.prefix(200).firstIndex(of: ">"),
                let tag = tag(rest[rest.index(after: rest.startIndex)..<end], isWebVTT: isWebVTT)
            {
                made += tag
                rest = rest[rest.index(after: end)...]
            } else if rest.hasPrefix("{\\"), let end = rest.prefix(200).firstIndex(of: "}") {
                rest = rest[rest.index(after: end)...]
            } else {
                made += first == "&" && entities.contains { rest.hasPrefix($0) } ? "&" : escaped(first)
                rest = rest.dropFirst()
            }
        }
        return made
    }

    static func escaped(_ character: Character) -> String {
        switch character {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        default: character.unicodeScalars.allSatisfy { $0.value < 0x20 } ? "" : String(character)
        }
    }

    /// The replacement of a tag: `i`, `/font`, `c.loud`, `font color="red"`, in WebVTT also `v Ada` and `00:01.000`. Returns nil if it
    /// isn't a tag.
    private static func tag(_ text: Substring, isWebVTT: Bool) -> String? {
        if isWebVTT, time(String(text)) != nil { return "" }
        let slash = text.hasPrefix("/") ? "/" : ""
        let body = text.dropFirst(slash.count)
        let name = body.prefix { $0.isASCII && $0.isLetter }.lowercased()
        guard name.utf8.count <= 4, kept.contains(name) || dropped.contains(name) else { return nil }
        let behind = body.dropFirst(name.count)
        let classes = behind.prefix { $0 != " " && behind.first == "." }
        var rest = behind.dropFirst(classes.count)
        guard rest.first.map({ $0 == " " || $0 == "/" }) ?? true else { return nil }
        rest = rest.drop { $0 == " " }
        if rest.last == "/" { rest = rest.dropLast() }
        let isTag =
            switch name {
            case "v", "lang": isWebVTT
            case "font": rest.isEmpty || rest.contains("=")
            default: rest.isEmpty && (isWebVTT || name != "c" || !classes.isEmpty || !slash.isEmpty)
            }
        guard isTag else { return nil }
        return kept.contains(name) ? "<\(slash)\(name)>" : ""
    }
}
