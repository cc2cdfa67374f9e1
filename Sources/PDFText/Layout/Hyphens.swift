/// Words divided at the end of a line.
enum Hyphens {
    /// Whether a line ends with the first part of a word that the next line continues: a letter and a hyphen, followed by a lower-case
    /// letter.
    static func divides(_ line: String, _ next: String) -> Bool {
        let end = line.unicodeScalars.suffix(2)
        guard end.count == 2, let hyphen = end.last, let letter = end.first, let first = next.unicodeScalars.first else { return false }
        return (hyphen == "-" || hyphen == "\u{2010}" || hyphen == "\u{AD}") && letter.properties.isAlphabetic
            && first.properties.isLowercase
    }

    /// Appends a line to a paragraph with a space, or rejoins a divided word.
    static func append(_ line: String, to paragraph: inout String) {
        if divides(paragraph, line) {
            paragraph.unicodeScalars.removeLast()
            paragraph += line
        } else {
            paragraph += " " + line
        }
    }

    /// Moves the rest of a divided word up to the line where it starts.
    static func joined(_ lines: [String]) -> [String] {
        var result: [String] = []
        for line in lines {
            guard let last = result.last, divides(last, line) else {
                result.append(line)
                continue
            }
            let rest = line.prefix { $0 != " " }
            result[result.count - 1] = String(last.dropLast()) + rest
            let left = line[rest.endIndex...].drop { $0 == " " }
            if !left.isEmpty { result.append(String(left)) }
        }
        return result
    }
}
