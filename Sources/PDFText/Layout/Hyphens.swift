/// Words divided at the end of a line.
enum Hyphens {
    /// Whether a line ends in the first part of a word that the next one goes on with: a letter and a hyphen, and a small letter after.
    static func divides(_ line: String, _ next: String) -> Bool {
        let end = line.unicodeScalars.suffix(2)
        guard end.count == 2, let hyphen = end.last, let letter = end.first, let first = next.unicodeScalars.first else { return false }
        return (hyphen == "-" || hyphen == "\u{2010}" || hyphen == "\u{AD}") && letter.properties.isAlphabetic
            && first.properties.isLowercase
    }

    /// A line is added to a paragraph: behind a blank, or with the divided word put together.
    static func append(_ line: String, to paragraph: inout String) {
        if divides(paragraph, line) {
            paragraph.unicodeScalars.removeLast()
            paragraph += line
        } else {
            paragraph += " " + line
        }
    }

    /// The rest of a divided word moves up to the line where it begins.
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
