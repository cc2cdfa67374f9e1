/// Parses Sub Station Alpha, including Advanced (`.ssa`, `.ass`), to cues. Drops drawings, hidden text and comments; keeps bold, italic and
/// underline, positions at the top, and text without its other styles. Duplicates, such as a shadow, are shown once.
enum SubtitleScript {
    /// Whether a text has this format.
    static func isOne(_ text: String) -> Bool {
        text.prefix(4000).split(whereSeparator: \.isNewline).contains { line in
            let line = line.lowercased()
            return line.hasPrefix("[script info]") || line.hasPrefix("[v4") || line.hasPrefix("[events]")
        }
    }

    static func cues(_ text: String, atMost limit: Int) -> [SubtitleText.Cue] {
        // Layer, Start, End, Style, Name, three margins, Effect, Text: the order in nearly all files.
        var (start, end, words) = (1, 2, 9)
        var isEvents = false
        var known: Set<SubtitleText.Cue> = []
        var cues: [SubtitleText.Cue] = []
        for line in text.split(whereSeparator: \.isNewline) where cues.count < limit {
            if line.hasPrefix("[") {
                isEvents = line.lowercased().hasPrefix("[events]")
            } else if isEvents, let fields = value(of: "format:", in: line) {
                let names = fields.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
                guard let first = names.firstIndex(of: "start"), let last = names.firstIndex(of: "end"), names.last == "text" else {
                    continue
                }
                (start, end, words) = (first, last, names.count - 1)
            } else if isEvents, let value = value(of: "dialogue:", in: line) {
                let fields = value.split(separator: ",", maxSplits: words, omittingEmptySubsequences: false)
                guard fields.count == words + 1, let start = SubtitleText.time(fields[start].filter { !$0.isWhitespace }),
                    let end = SubtitleText.time(fields[end].filter { !$0.isWhitespace }), start < end
                else { continue }
                var cue = SubtitleText.Cue(start: start, end: end)
                (cue.lines, cue.isTop) = lines(fields[words])
                if !cue.lines.isEmpty, known.insert(cue).inserted { cues.append(cue) }
            }
        }
        return cues.sorted { $0.start < $1.start }
    }

    private static func value(of name: String, in line: Substring) -> Substring? {
        line.prefix(name.count).lowercased() == name ? line.dropFirst(name.count) : nil
    }

    /// The formatting state within a line.
    private struct State {
        var marks: [Character] = []
        var isDrawing = false
        var isHidden = false
        var isTop = false

        /// `\i1\pos(3,4)\p1`
        mutating func take(_ overrides: Substring) {
            for code in overrides.split(separator: "\\").dropFirst(overrides.hasPrefix("\\") ? 0 : 1) {
                let name = code.prefix { $0.isASCII && $0.isLetter }
                let number = Int(code.dropFirst(name.count).filter { !$0.isWhitespace })
                switch (name, number) {
                // `\b700` is a weight.
                case ("b", _): set("b", number == 1 || number ?? 0 >= 600)
                case ("i", _), ("u", _): set(name == "i" ? "i" : "u", number ?? 0 > 0)
                case ("p", let number?): isDrawing = number != 0
                case ("alpha", _): isHidden = code.dropFirst(name.count).filter(\.isHexDigit).lowercased() == "ff"
                case ("an", let number?): isTop = (7...9).contains(number)
                case ("a", let number?): isTop = (5...7).contains(number)
                // The rest is a style name.
                case _ where code.first == "r": (marks, isHidden) = ([], false)
                default: continue
                }
            }
        }

        private mutating func set(_ mark: Character, _ isOn: Bool) {
            marks.removeAll { $0 == mark }
            if isOn { marks.append(mark) }
        }
    }

    /// The lines with WebVTT tags, each closed at the end of its line.
    private static func lines(_ text: Substring) -> (lines: [String], isTop: Bool) {
        var state = State()
        var lines: [String] = []
        var line = ""
        var open: [Character] = []
        func close() {
            for mark in open.reversed() { line += "</\(mark)>" }
            open = []
        }
        func end() {
            let isEmpty = line.allSatisfy(\.isWhitespace)
            close()
            if !isEmpty, lines.count < SubtitleText.linesOfCue { lines.append(line) }
            line = ""
        }
        var rest = text
        while let first = rest.first {
            if first == "{", let close = rest.firstIndex(of: "}") {
                state.take(rest[rest.index(after: rest.startIndex)..<close])
                rest = rest[rest.index(after: close)...]
                continue
            }
            var shown = first
            if first == "\\", let code = rest.dropFirst().first, "Nnh".contains(code) {
                rest = rest.dropFirst(2)
                guard code == "h" else {
                    if !state.isDrawing { end() }
                    continue
                }
                shown = " "
            } else {
                rest = rest.dropFirst()
            }
            guard !state.isDrawing, !state.isHidden, !(shown.isWhitespace && line.isEmpty) else { continue }
            if open != state.marks {
                close()
                open = state.marks
                for mark in open { line += "<\(mark)>" }
            }
            line += SubtitleText.escaped(shown)
        }
        end()
        return (lines, state.isTop)
    }
}
