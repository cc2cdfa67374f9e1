/// A piece of a declaration (a board file) with its line: a scalar, a list or a map.
///
/// `Boards` creates it from YAML. Each part of the program reads its own piece with the typed readers below, for example an extractor its
/// options. Their errors give the line and the path, and say how to fix the problem.
package struct Declaration: Sendable {
    package enum Content: Sendable {
        case scalar(String)
        case list([Declaration])
        case map([Entry])
    }

    package struct Entry: Sendable {
        package let key: String
        package let line: Int
        package let value: Declaration

        package init(key: String, line: Int, value: Declaration) {
            self.key = key
            self.line = line
            self.value = value
        }
    }

    package let content: Content
    /// Base 1.
    package let line: Int
    /// The path: `fields.batch.type`; empty at the top.
    package let path: String

    package init(_ content: Content, line: Int, path: String) {
        self.content = content
        self.line = line
        self.path = path
    }
}

/// An error in a declaration: the place, and how to fix it.
package struct DeclarationError: Error, Hashable, CustomStringConvertible {
    package var file: String?
    package let line: Int
    package let detail: String

    package init(line: Int, _ detail: String) {
        self.line = line
        self.detail = detail
    }

    package var description: String { (file.map { "\($0):" } ?? "line ") + "\(line): \(detail)" }
}

extension Declaration {
    package func error(_ detail: String) -> DeclarationError {
        DeclarationError(line: line, path.isEmpty ? detail : "\(path): \(detail)")
    }

    /// The entries of a map. Each key must be in `known` and may occur once.
    package func entries(knowing known: [String]) throws(DeclarationError) -> [String: Declaration] {
        var found: [String: Declaration] = [:]
        for entry in try entries() {
            guard known.contains(entry.key) else {
                let suggestion = entry.key.suggestion(among: known)
                let place = path.isEmpty ? "" : "\(path): "
                throw DeclarationError(
                    line: entry.line, "\(place)there is no key '\(entry.key)'.\(suggestion) Known: \(known.joined(separator: ", "))")
            }
            found[entry.key] = entry.value
        }
        return found
    }

    /// The entries of a map with arbitrary keys, in order.
    package func entries() throws(DeclarationError) -> [Entry] {
        guard case .map(let entries) = content else { throw error("a map of keys and values is expected here") }
        var seen: Set<String> = []
        for entry in entries where !seen.insert(entry.key).inserted {
            throw DeclarationError(line: entry.line, "\(path.isEmpty ? "" : "\(path): ")the key '\(entry.key)' is there twice")
        }
        return entries
    }

    package func text() throws(DeclarationError) -> String {
        guard case .scalar(let text) = content, !text.isEmpty else { throw error("a text is expected here") }
        return text
    }

    /// The separator between joined texts: blanks are significant, and it may be empty.
    package func joint() throws(DeclarationError) -> String {
        guard case .scalar(let text) = content else { throw error("a text is expected here") }
        return text
    }

    package func texts() throws(DeclarationError) -> [String] {
        guard case .list(let list) = content else { throw error("a list of texts, like [a, b], is expected here") }
        var texts: [String] = []
        for piece in list { texts.append(try piece.text()) }
        return texts
    }

    package func flag() throws(DeclarationError) -> Bool {
        switch try text() {
        case "true", "yes": true
        case "false", "no": false
        case let other: throw error("true or false is expected, found '\(other)'")
        }
    }

    package func pattern() throws(DeclarationError) -> Pattern {
        let source = try text()
        do { return try Pattern(source) } catch { throw self.error("\(error)") }
    }

    /// A raw value of an enumeration.
    package func choice<Choice: RawRepresentable & CaseIterable>(_: Choice.Type) throws(DeclarationError) -> Choice
    where Choice.RawValue == String {
        let text = try text()
        if let choice = Choice(rawValue: text) { return choice }
        throw unknown(text, among: Choice.allCases.map { $0.rawValue })
    }

    /// The error for a text that isn't a known one.
    package func unknown(_ text: String, among known: [String]) -> DeclarationError {
        let suggestion = text.suggestion(among: known)
        return error("'\(text)' is not known here; there are \(known.joined(separator: ", "))\(suggestion.isEmpty ? "" : ".\(suggestion)")")
    }

    /// A single character that is neither a letter nor a digit: a mark in a number. A blank, if allowed, is written as `blank` or
    /// literally.
    package func character(orBlank: Bool = false) throws(DeclarationError) -> Character {
        let text = try text()
        if orBlank, text == "blank" { return " " }
        guard text.count == 1, let character = text.first, !character.isNumber, !character.isLetter, orBlank || !character.isWhitespace
        else {
            throw error("one character is expected, like ',', found '\(text)'")
        }
        return character
    }

    /// A duration like `90s`, `30m`, `1h`, `1h30m`, `2d`.
    package func duration() throws(DeclarationError) -> Duration {
        let text = try text()
        guard let duration = Duration(written: text) else { throw error("a duration like 30s, 15m, 1h or 2d is expected, found '\(text)'") }
        return duration
    }

    /// A number of bytes like `512k`, `64m`, `1g`.
    package func byteCount() throws(DeclarationError) -> Int {
        let text = try text()
        let units: [Character: Int] = ["k": 1 << 10, "m": 1 << 20, "g": 1 << 30]
        let unit = text.lowercased().last.flatMap { units[$0] }
        let (bytes, overflow) = (Int(unit == nil ? text[...] : text.dropLast()) ?? 0).multipliedReportingOverflow(by: unit ?? 1)
        guard bytes > 0, !overflow else { throw error("a size like 512k, 64m or 1g is expected, found '\(text)'") }
        return bytes
    }
}

extension Duration {
    /// Parses `1h30m`; nil if it has another form, is zero or is over ten years.
    package init?(written text: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        var (seconds, digits) = (0, 0)
        var hasDigits = false
        for character in text {
            if let digit = character.wholeNumberValue, character.isASCII {
                digits = digits * 10 + digit
                hasDigits = true
                guard digits < 400_000_000 else { return nil }
            } else if let unit = units[character], hasDigits {
                seconds += digits * unit
                (digits, hasDigits) = (0, false)
            } else {
                return nil
            }
            guard seconds < 3650 * 86_400 else { return nil }
        }
        guard !hasDigits, seconds > 0 else { return nil }
        self = .seconds(seconds)
    }
}

extension String {
    /// " Did you mean 'view'?"; empty if no known text is similar.
    fileprivate func suggestion(among known: [String]) -> String {
        guard let near = known.min(by: { distance(to: $0) < distance(to: $1) }), distance(to: near) <= 2 else { return "" }
        return " Did you mean '\(near)'?"
    }

    /// The Levenshtein distance, for "did you mean".
    fileprivate func distance(to other: String) -> Int {
        let (from, to) = (Array(unicodeScalars), Array(other.unicodeScalars))
        var row = Array(0...to.count)
        for (i, scalar) in from.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, target) in to.enumerated() {
                let cost = Swift.min(diagonal + (scalar == target ? 0 : 1), row[j] + 1, row[j + 1] + 1)
                (diagonal, row[j + 1]) = (row[j + 1], cost)
            }
        }
        return row[to.count]
    }
}
