import Markup

/// SubRip or WebVTT in any charset → WebVTT (https://www.w3.org/TR/webvtt1/), with the tags for bold, italic and underlined only.
///
/// A cue begins at a line with an arrow between two times, and ends at an empty line or at the next cue's; whatever else a file has is left out, like
/// numbers, notes and styles. What ends before it begins is no cue.
enum SubtitleText {
    /// Bytes of a file that are read.
    static let byteLimit = 4 << 20
    private static let cueLimit = 50_000
    private static let linesOfCue = 12

    private struct Cue {
        let start: Int
        let end: Int
        var lines: [String] = []
    }

    /// nil if there are no words in it.
    static func webVTT(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count <= byteLimit, let text = decoded(bytes) else { return nil }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        var cues: [Cue] = []
        var isOpen = false
        for (index, line) in lines.enumerated() {
            if let (start, end) = times(line) {
                guard cues.count < cueLimit else { break }
                isOpen = start < end
                if isOpen { cues.append(Cue(start: start, end: end)) }
            } else if line.allSatisfy(\.isWhitespace) {
                isOpen = false
            } else if isOpen, let last = cues.indices.last, cues[last].lines.count < linesOfCue {
                // The number of a cue that follows without an empty line.
                if line.allSatisfy(\.isNumber), index + 1 < lines.count, times(lines[index + 1]) != nil { continue }
                cues[last].lines.append(marked(line))
            }
        }
        cues.removeAll { $0.lines.allSatisfy(\.isEmpty) }
        guard !cues.isEmpty else { return nil }
        // Its times are those of the segments of picture and sound (RFC 8216, section 3.5).
        var made = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n"
        for cue in cues { made += "\n\(clock(cue.start)) --> \(clock(cue.end))\n\(cue.lines.joined(separator: "\n"))\n" }
        return Array(made.utf8)
    }

    private static func decoded(_ bytes: [UInt8]) -> String? {
        guard let charset = try? Charset.detect(bytes, isWhole: true, syntax: .text) else { return nil }
        var decoder = TextDecoder(charset, invalidBytes: .replace)
        guard let text = try? decoder.decode(bytes), let rest = try? decoder.finish() else { return nil }
        return String(decoding: text + rest, as: UTF8.self)
    }

    /// `00:01:02,500 --> 00:01:04,000`, in milliseconds. WebVTT may leave out the hours, and say more behind.
    private static func times(_ line: String) -> (Int, Int)? {
        guard let arrow = line.firstRange(of: "-->") else { return nil }
        let after = line[arrow.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        guard let start = time(line[..<arrow.lowerBound].filter { !$0.isWhitespace }), let end = time(String(after)) else { return nil }
        return (start, end)
    }

    private static func time(_ text: String) -> Int? {
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

    private static let tags: Set = ["b", "i", "u", "/b", "/i", "/u"]
    private static let entities = ["&amp;", "&lt;", "&gt;", "&nbsp;", "&lrm;", "&rlm;"]

    /// A line of a cue: known tags stay, others and the positions of `{\an8}` go, and the rest is escaped.
    private static func marked(_ line: String) -> String {
        var made = ""
        var rest = Substring(line.trimmingPrefix(while: \.isWhitespace))
        while let first = rest.first {
            if first == "<", let end = rest.prefix(200).firstIndex(of: ">") {
                let tag = rest[rest.index(after: rest.startIndex)..<end].lowercased()
                if tags.contains(tag) { made += "<\(tag)>" }
                let isTag = tag.first.map { $0.isLetter || $0.isNumber || $0 == "/" } ?? true
                made += isTag ? "" : "&lt;"
                rest = isTag ? rest[rest.index(after: end)...] : rest.dropFirst()
            } else if rest.hasPrefix("{\\"), let end = rest.prefix(200).firstIndex(of: "}") {
                rest = rest[rest.index(after: end)...]
            } else {
                switch first {
                case "<": made += "&lt;"
                case ">": made += "&gt;"
                case "&": made += entities.contains { rest.hasPrefix($0) } ? "&" : "&amp;"
                default: if !first.unicodeScalars.allSatisfy({ $0.value < 0x20 }) { made.append(first) }
                }
                rest = rest.dropFirst()
            }
        }
        return made
    }
}
