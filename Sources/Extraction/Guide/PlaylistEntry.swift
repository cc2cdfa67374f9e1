import Markup
import Records

/// `#EXTINF:-1 tvg-id="one.example" tvg-name="Harbour_One" tvg-logo="…" group-title="News;Local",Harbour One`
///
/// Values are in quotes of either kind, or unquoted up to the next attribute, with or without blanks around `=`. HTML references in them
/// are decoded.
struct PlaylistEntry: Hashable {
    private(set) var id = "", tvgName = "", logo = "", shift = ""
    var group = ""
    /// The text after the comma.
    private(set) var name = ""
    /// Whether a quote is unclosed.
    private(set) var isMended = false

    /// A comma outside quotes begins the name.
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
                // A missing value before the next attribute.
                let isEmpty = rest.startIndex > behind.startIndex && Self.keyEnd(in: rest) != nil
                set(key, isEmpty ? "" : Self.bare(&rest))
            }
        }
        if rest.endIndex > rest.startIndex, line.contains(",") { name = Self.text(rest) }
    }

    /// The part after the first comma: some lists have their attributes there.
    private static func attributes(in rest: Substring) -> Substring? {
        let rest = rest.drop(while: \.isWhitespace)
        guard let end = keyEnd(in: rest), ["tvg-id", "tvg-name", "tvg-logo", "group-title"].contains(rest[..<end].lowercased()) else {
            return nil
        }
        return rest
    }

    /// The end of an attribute name at the beginning, before its `=`.
    private static func keyEnd(in rest: Substring) -> Substring.Index? {
        let end = rest.firstIndex { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) } ?? rest.endIndex
        guard end > rest.startIndex, rest[end...].drop(while: \.isWhitespace).first == "=" else { return nil }
        return end
    }

    /// Reads a quoted value from its quote; `rest` then begins after it. The value may contain quoted words (`"The "Big" One"`), and an
    /// apostrophe in single quotes doesn't close it. If a quote is unclosed, the value ends before the next attribute, otherwise before the
    /// last comma.
    private mutating func quoted(by quote: Character, _ rest: inout Substring) -> Substring {
        let inner = rest.dropFirst()
        var (end, isInWords) = (inner.firstIndex(of: quote), false)
        while let found = end {
            let behind = inner[inner.index(after: found)...]
            let (last, next) = (inner[..<found].last, behind.first)
            // A quote after a name and `=` begins another value.
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

    /// An unquoted value: up to a comma, or to the next attribute.
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

    /// Possible names in a guide, the most reliable first, without duplicates.
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
