import Markup
import Records

/// `#EXTINF:-1 tvg-id="one.example" tvg-name="Harbour_One" tvg-logo="…" group-title="News;Local",Harbour One`
///
/// Values stand in quotes of either kind, or in none up to the next attribute, with or without blanks around `=`. References of HTML
/// in them are read.
struct PlaylistEntry: Hashable {
    private(set) var id = "", tvgName = "", logo = "", shift = ""
    var group = ""
    /// What stands after the comma.
    private(set) var name = ""
    /// Whether a quote has no end.
    private(set) var isMended = false

    /// A comma outside of quotes begins the name.
    init(_ line: String, after beginning: String = "#EXTINF:") {
        var rest = line.dropFirst(beginning.count)
        while let stop = rest.firstIndex(where: { $0 == "," || $0 == "=" }) {
            if rest[stop] == "," {
                rest = rest[rest.index(after: stop)...]
                if let attributes = Self.attributes(in: rest) { rest = attributes } else { break }
                continue
            }
            let key = rest[..<stop].split(whereSeparator: \.isWhitespace).last?.lowercased() ?? ""
            let behind = rest[rest.index(after: stop)...]
            rest = behind.drop(while: \.isWhitespace)
            if let quote = rest.first, quote == "\"" || quote == "'" {
                set(key, quoted(by: quote, &rest))
            } else {
                // A value that isn't there, before the next attribute.
                let isEmpty = rest.startIndex > behind.startIndex && Self.keyEnd(in: rest) != nil
                set(key, isEmpty ? "" : Self.bare(&rest))
            }
        }
        if rest.endIndex > rest.startIndex, line.contains(",") { name = Self.text(rest) }
    }

    /// Behind the first comma: some lists have their attributes there.
    private static func attributes(in rest: Substring) -> Substring? {
        let rest = rest.drop(while: \.isWhitespace)
        guard let end = keyEnd(in: rest), ["tvg-id", "tvg-name", "tvg-logo", "group-title"].contains(rest[..<end].lowercased()) else {
            return nil
        }
        return rest
    }

    /// Where the name of an attribute ends that stands at the beginning, before its `=`.
    private static func keyEnd(in rest: Substring) -> Substring.Index? {
        let end = rest.firstIndex { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) } ?? rest.endIndex
        guard end > rest.startIndex, rest[end...].drop(while: \.isWhitespace).first == "=" else { return nil }
        return end
    }

    /// A value from its quote on; `rest` begins behind it then. Words of it may stand in quotes of their own (`"The "Big" One"`), and an
    /// apostrophe in single quotes is none. Where a quote has no end, the value ends before the next attribute, else before the last comma.
    private mutating func quoted(by quote: Character, _ rest: inout Substring) -> Substring {
        let inner = rest.dropFirst()
        var (end, isInWords) = (inner.firstIndex(of: quote), false)
        while let found = end {
            let behind = inner[inner.index(after: found)...]
            let (last, next) = (inner[..<found].last, behind.first)
            // A quote behind a name and `=` begins a value of its own.
            if last == "=", inner[..<found].contains(where: \.isWhitespace) { break }
            let isBeforeLetter = next.map { $0 != "," && !$0.isWhitespace } ?? false
            let beginsWords = quote == "\"" && last?.isWhitespace != false && isBeforeLetter && Self.keyEnd(in: behind) == nil
            if !beginsWords, !isInWords, quote == "\"" || !isBeforeLetter {
                rest = behind
                return inner[..<found]
            }
            isInWords = beginsWords
            end = behind.firstIndex(of: quote)
        }
        isMended = true
        var word = inner.startIndex
        while let blank = inner[word...].firstIndex(where: \.isWhitespace) {
            let next = inner[blank...].drop(while: \.isWhitespace)
            if Self.keyEnd(in: next) != nil {
                rest = next
                return inner[..<blank]
            }
            word = next.startIndex
        }
        let comma = inner.lastIndex(of: ",") ?? inner.endIndex
        rest = inner[comma...]
        return inner[..<comma]
    }

    /// A value without quotes: up to a comma, or to the next attribute.
    private static func bare(_ rest: inout Substring) -> Substring {
        let all = rest
        let comma = all.firstIndex(of: ",") ?? all.endIndex
        var end = comma
        var word = all.startIndex
        while let blank = all[word..<comma].firstIndex(where: \.isWhitespace) {
            let next = all[blank..<comma].drop(while: \.isWhitespace)
            if next.isEmpty || keyEnd(in: next) != nil {
                end = blank
                break
            }
            word = next.startIndex
        }
        rest = all[end...]
        return all[..<end]
    }

    private mutating func set(_ key: String, _ value: Substring) {
        let value = Self.text(value)
        switch key {
        case "tvg-id": id = value
        case "tvg-name": tvgName = value
        case "tvg-logo": logo = value
        case "group-title": group = value
        case "tvg-shift": shift = value
        default: break
        }
    }

    /// What a guide may call it, the surest first, each once.
    var names: [String] {
        let names = [tvgName, name].filter { !$0.isEmpty }
        if names.isEmpty { return id.isEmpty ? [] : [id] }
        return names.first == names.last ? [names[0]] : names
    }

    static func text(_ text: Substring) -> String {
        let text = text.contains("&") ? CharacterReferences.decoded(String(text.prefix(2000))) : String(text)
        return text.trimmingWhitespace().limited(to: 500)
    }
}
