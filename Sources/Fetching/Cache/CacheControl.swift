/// The directives of a `Cache-Control` header, of a request or an answer.
///
/// If a directive occurs twice, the first wins. A malformed number makes the answer stale.
/// Source: RFC 9111, sections 4.2.1 and 5.2; RFC 5861 (`stale-…`); RFC 8246 (`immutable`).
struct CacheControl {
    private var directives: [String: String?] = [:]

    /// Parses all lines of the field.
    init(_ lines: [String]) {
        for element in FieldValue.elements(lines) {
            var scanner = FieldScanner(element)
            guard let name = scanner.token()?.lowercased(), directives[name] == nil else { continue }
            let argument: String?
            if scanner.take("=") {
                argument = scanner.tokenOrQuotedString() ?? ""
            } else {
                argument = nil
            }
            // Trailing text makes the argument invalid: `max-age =1`, `max-age=1 2`.
            directives.updateValue(scanner.isAtEnd ? argument : "", forKey: name)
        }
    }

    var isEmpty: Bool { directives.isEmpty }

    /// Whether the directive is present, with or without an argument.
    func has(_ name: String) -> Bool { directives[name] != nil }

    /// Whether the directive is present without an argument: `no-cache`, but not `no-cache="set-cookie"`.
    func hasBare(_ name: String) -> Bool { directives[name] == .some(nil) }

    /// Returns nil if the directive is absent and 0 if its value is invalid.
    func seconds(_ name: String) -> Int? {
        guard let argument = directives[name] else { return nil }
        return argument.flatMap { FieldValue.seconds($0) } ?? 0
    }

    /// The field names listed in the argument, in lower case.
    func fields(_ name: String) -> [String] {
        guard case .some(.some(let list)) = directives[name] else { return [] }
        return FieldValue.elements([list]).map { $0.lowercased() }
    }
}
