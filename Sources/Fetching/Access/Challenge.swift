/// One authentication challenge from `WWW-Authenticate`.
///
/// Source: RFC 9110, sections 11.2 to 11.6. A field may hold several challenges, and there may be several fields. Commas separate both
/// challenges and parameters.
struct Challenge: Hashable, Sendable {
    /// The scheme's name in lower case.
    let scheme: String
    /// Keyed by lower-case name. The first parameter of a name wins.
    private(set) var parameters: [String: String] = [:]

    static let limit = 16

    /// All challenges that parse, in the order of the fields.
    static func all(_ lines: [String]) -> [Challenge] {
        var challenges: [Challenge] = []
        for line in lines {
            var scanner = FieldScanner(line)
            while !scanner.isAtEnd, challenges.count < limit {
                scanner.skipSpace()
                if scanner.take(",") { continue }
                guard let word = scanner.token() else { break }
                let spaces = scanner.skipSpace()
                if scanner.take("=") {
                    // Another parameter of the previous challenge.
                    scanner.skipSpace()
                    guard let value = scanner.tokenOrQuotedString(), let last = challenges.indices.last else { break }
                    challenges[last].add(word, value)
                } else {
                    challenges.append(Challenge(scheme: word.lowercased()))
                    // The first parameter follows without a comma. A token68 in its place is ignored.
                    if spaces > 0 { challenges[challenges.count - 1].readFirst(&scanner) }
                }
                scanner.skipSpace()
                guard scanner.isAtEnd || scanner.take(",") else { break }
            }
        }
        return challenges
    }

    subscript(name: String) -> String? { parameters[name] }

    private mutating func add(_ name: String, _ value: String) {
        if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = value }
    }

    private mutating func readFirst(_ scanner: inout FieldScanner) {
        let start = scanner
        if let name = scanner.token() {
            scanner.skipSpace()
            if scanner.take("=") {
                scanner.skipSpace()
                if let value = scanner.tokenOrQuotedString() { return add(name, value) }
            }
        }
        scanner = start
        if scanner.token68() == nil { scanner = start }
    }
}
