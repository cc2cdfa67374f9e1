import JSONReading

/// Extracts the JSON from a script's text, in the forms that pages use.
package enum ScriptText {
    /// From the first `{` or `[`, after `variable =` if a variable is named, to the closing bracket; nil if there is none. Also repairs
    /// common deviations: comments around it, commas before a closing bracket, control characters in strings, and `JSON.parse("…")`, whose
    /// text is unescaped.
    package static func json(in text: [UInt8], variable: String?) -> [UInt8]? {
        var text = text[...]
        if let variable {
            guard let value = value(of: Array(variable.utf8), in: text) else { return nil }
            text = value
            if let parsed = parsed(text) { text = parsed[...] }
        }
        text = withoutComments(text)
        guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        return balanced(text).json
    }

    /// A named value in a script.
    package struct Assigned: Sendable {
        /// `__STATE__` for `window.__STATE__ = {…}` and `window["__STATE__"] = {…}`; empty if no name precedes the sign.
        package let name: String
        package let json: [UInt8]
    }

    /// All objects and arrays after an equals sign, including those of `JSON.parse("…")`, of at least `least` bytes, at most `limit` of
    /// them. Each byte is read only a few times. An unclosed bracket ends the search.
    package static func assigned(in text: [UInt8], least: Int, limit: Int) -> [Assigned] {
        var (values, at) = ([Assigned](), 0)
        while let sign = text[at...].firstIndex(of: UInt8(ascii: "=")), values.count < limit {
            at = sign + 1
            let rest = text[at...].drop { $0 <= 0x20 }
            guard let first = rest.first else { break }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                let (json, end) = balanced(rest)
                guard let end else { break }
                if end - rest.startIndex >= least { values.append(Assigned(name: name(before: sign, in: text), json: json)) }
                at = end
            } else if first == UInt8(ascii: "J"), let (unescaped, end) = quoted(rest) {
                let json = balanced(withoutComments(unescaped[...])).json
                if json.count >= least { values.append(Assigned(name: name(before: sign, in: text), json: json)) }
                at = end
            }
        }
        return values
    }

    /// The last name before an assignment: letters, digits, `_` and `$`, at most 200.
    private static func name(before sign: Int, in text: [UInt8]) -> String {
        let head = text[..<sign].suffix(260)
        let trimmed = head.reversed().drop { $0 <= 0x20 || $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        let name = trimmed.prefix { isOfName($0) }
        return name.count > 200 ? "" : String(decoding: name.reversed(), as: UTF8.self)
    }

    static func isOfName(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$")
    }

    /// The text after `name =` if the name is complete: also `window.name`, `window["name"]`.
    private static func value(of name: [UInt8], in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = text
        while let at = rest.firstIndex(of: name[0]) {
            rest = rest[at...]
            guard rest.starts(with: name) else {
                rest = rest.dropFirst()
                continue
            }
            let isWhole = at == text.startIndex || !isOfName(text[at - 1])
            rest = rest.dropFirst(name.count)
            guard isWhole else { continue }
            var behind = rest.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "]") || $0 <= 0x20 }
            guard behind.first == UInt8(ascii: "="), behind.dropFirst().first != UInt8(ascii: "=") else { continue }
            behind = behind.dropFirst().drop { $0 <= 0x20 }
            return behind
        }
        return nil
    }

    /// The text of `JSON.parse("…")`; nil for anything else.
    private static func parsed(_ text: ArraySlice<UInt8>) -> [UInt8]? { quoted(text)?.text }

    /// The text of `JSON.parse("…")`, and its end.
    private static func quoted(_ text: ArraySlice<UInt8>) -> (text: [UInt8], end: Int)? {
        let call = Array("JSON.parse(".utf8)
        guard text.starts(with: call) else { return nil }
        let rest = text.dropFirst(call.count).drop { $0 <= 0x20 }
        guard let quote = rest.first, [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(quote) else { return nil }
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != quote { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < rest.endIndex else { return nil }
        return (JSONEscapes.text(of: withoutHexadecimal(rest[(rest.startIndex + 1)..<end])), end + 1)
    }

    /// `\x22` becomes `\u0022`, which JSON also has.
    private static func withoutHexadecimal(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var plain: [UInt8] = []
        var at = text.startIndex
        while at < text.endIndex {
            if text[at] == UInt8(ascii: "\\"), at + 1 < text.endIndex {
                plain += text[at + 1] == UInt8(ascii: "x") ? Array("\\u00".utf8) : [text[at], text[at + 1]]
                at += 2
            } else {
                plain.append(text[at])
                at += 1
            }
        }
        return plain[...]
    }

    /// Without HTML and script comments, and CDATA marks, at the beginning.
    private static func withoutComments(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while true {
            text = text.drop { $0 <= 0x20 }
            if text.starts(with: "<!--".utf8) {
                text = text.dropFirst(4)
            } else if text.starts(with: "<![CDATA[".utf8) {
                text = text.dropFirst(9)
            } else if text.starts(with: "//".utf8) {
                // The JSON may be on the same line as `//<![CDATA[`.
                let line = text.prefix { $0 != 0x0A }
                text =
                    line.starts(with: "//<![CDATA[".utf8) || line.starts(with: "// <![CDATA[".utf8)
                    ? text.drop { $0 != UInt8(ascii: "A") }.drop { $0 != UInt8(ascii: "[") }.dropFirst() : text.dropFirst(line.count)
            } else if text.starts(with: "/*".utf8), let end = end(of: text) {
                text = text[end...]
            } else {
                return text
            }
        }
    }

    /// The position after the next `*/`.
    private static func end(of comment: ArraySlice<UInt8>) -> Int? {
        var at = comment.startIndex + 2
        while at + 1 < comment.endIndex {
            if comment[at] == UInt8(ascii: "*"), comment[at + 1] == UInt8(ascii: "/") { return at + 2 }
            at += 1
        }
        return nil
    }

    /// The text up to the bracket that closes the first, and its end; all of it without an end if none does, so that the parser reports the
    /// error.
    private static func balanced(_ text: ArraySlice<UInt8>) -> (json: [UInt8], end: Int?) {
        var json: [UInt8] = []
        var (depth, isString, isEscaped) = (0, false, false)
        for (at, byte) in zip(text.indices, text) {
            if isString {
                // A line break isn't valid in a JSON string, but a space is.
                json.append(byte < 0x20 ? 0x20 : byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if let last = json.lastIndex(where: { $0 > 0x20 }), json[last] == UInt8(ascii: ",") { json.remove(at: last) }
            default: break
            }
            json.append(byte)
            if depth == 0 { return (json, at + 1) }
        }
        return (json, nil)
    }
}
