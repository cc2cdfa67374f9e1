/// A response of a mail server: a line with its literals.
struct IMAPResponse: Hashable {
    enum Part: Hashable {
        case text([UInt8])
        case literal([UInt8])
    }

    let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    private var start: ArraySlice<UInt8> { if case .text(let bytes)? = parts.first { bytes[...] } else { [] } }

    /// `*`, `+`, or the tag of the command.
    var tag: String { String(decoding: start.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) }

    /// `OK`, `NO`, `BAD`, `BYE` or `PREAUTH` with the human-readable text; nil for data.
    var status: (word: String, text: String)? {
        let words = start.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count >= 2 else { return nil }
        let word = String(decoding: words[1], as: UTF8.self).uppercased()
        guard ["OK", "NO", "BAD", "BYE", "PREAUTH"].contains(word) else { return nil }
        return (word, words.count > 2 ? String(decoding: words[2], as: UTF8.self) : "")
    }

    /// `[UIDVALIDITY 17]` at the start of a status: its words, in upper case.
    var code: [String]? {
        guard let text = status?.text, text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return nil }
        return text[..<end].dropFirst().uppercased().split(separator: " ").map(String.init)
    }

    /// For the log: at most 200 printable characters.
    var shown: String {
        let text = String(decoding: start.prefix(400), as: UTF8.self).unicodeScalars
        return String(String.UnicodeScalarView(text.filter { $0.properties.generalCategory != .control }.prefix(200)))
    }

    /// Words, strings and lists after the tag; nil if they can't be parsed.
    var values: [IMAPValue]? { IMAPValues(parts).all }

    /// `* 12 FETCH (UID 5 …)`: values by upper-case name.
    var fetched: [String: IMAPValue]? {
        guard tag == "*", let values, values.count >= 3, values[1].word?.uppercased() == "FETCH", case .list(let list) = values[2] else {
            return nil
        }
        var found: [String: IMAPValue] = [:]
        for index in stride(from: 0, to: list.count - 1, by: 2) {
            if let name = list[index].word { found[name.uppercased()] = list[index + 1] }
        }
        return found
    }
}

/// A piece of data (RFC 9051, section 4).
indirect enum IMAPValue: Hashable {
    /// An atom, a number or `NIL`.
    case word(String)
    /// A quoted string or a literal.
    case string([UInt8])
    case list([IMAPValue])

    var word: String? { if case .word(let text) = self { text } else { nil } }
    /// A number of messages or bytes (`number64`).
    var number: Int? { word.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }
    /// The number of a message.
    var mailNumber: Int? { word.flatMap(IMAPNumber.naming) }
}

/// Numbers of messages and of folder versions: 32 bits, never 0 (`nz-number` of RFC 9051, section 9).
enum IMAPNumber {
    /// Returns nil for numbers that IMAP doesn't permit.
    static func naming(_ text: String) -> Int? { UInt32(text).flatMap { $0 > 0 ? Int($0) : nil } }

    /// The next number, or the largest. An earlier version may have stored an invalid number.
    static func next(after number: Int) -> Int { min(max(0, number), Int(UInt32.max) - 1) + 1 }
}

/// Parses the data of a response. The nesting of lists is limited.
private struct IMAPValues {
    private static let depthLimit = 16

    private var stack: [[IMAPValue]] = [[]]
    private var isBroken = false

    init(_ parts: [IMAPResponse.Part]) {
        for part in parts where !isBroken {
            switch part {
            case .literal(let bytes): append(.string(bytes))
            case .text(let bytes): read(bytes)
            }
        }
    }

    /// Without the tag.
    var all: [IMAPValue]? { isBroken || stack.count != 1 || stack[0].isEmpty ? nil : Array(stack[0].dropFirst()) }

    private mutating func append(_ value: IMAPValue) { stack[stack.count - 1].append(value) }

    private mutating func read(_ bytes: [UInt8]) {
        var index = 0
        while index < bytes.count, !isBroken {
            switch bytes[index] {
            case UInt8(ascii: " "): index += 1
            case UInt8(ascii: "("):
                stack.append([])
                isBroken = stack.count > Self.depthLimit
                index += 1
            case UInt8(ascii: ")"):
                guard stack.count > 1, let list = stack.popLast() else { return isBroken = true }
                append(.list(list))
                index += 1
            case UInt8(ascii: "\""): index = quoted(bytes, from: index + 1)
            default:
                let end = bytes[index...].firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
                let word = bytes[index..<(end ?? bytes.count)]
                // The prefix of a binary literal: `~{12}`.
                if word != [UInt8(ascii: "~")] { append(.word(String(decoding: word, as: UTF8.self))) }
                index = end ?? bytes.count
            }
        }
    }

    /// Returns the end.
    private mutating func quoted(_ bytes: [UInt8], from start: Int) -> Int {
        var (index, text) = (start, [UInt8]())
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                append(.string(text))
                return index + 1
            case UInt8(ascii: "\\") where index + 1 < bytes.count:
                text.append(bytes[index + 1])
                index += 2
            default:
                text.append(bytes[index])
                index += 1
            }
        }
        isBroken = true
        return index
    }
}
