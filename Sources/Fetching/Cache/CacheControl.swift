/// The directives of `Cache-Control`, of a request or of an answer.
///
/// Of a directive that stands there twice the first counts; an argument that is no number makes what it describes stale.
/// Source: RFC 9111, sections 4.2.1 and 5.2; RFC 5861 (`stale-…`); RFC 8246 (`immutable`).
struct CacheControl {
    private var directives: [String: String?] = [:]

    /// From all lines of the field.
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
            // Anything left over makes the argument unreadable: `max-age =1`, `max-age=1 2`.
            directives.updateValue(scanner.isAtEnd ? argument : "", forKey: name)
        }
    }

    var isEmpty: Bool { directives.isEmpty }

    /// With an argument or without.
    func has(_ name: String) -> Bool { directives[name] != nil }

    /// Without an argument: `no-cache`, but not `no-cache="set-cookie"`.
    func hasBare(_ name: String) -> Bool { directives[name] == .some(nil) }

    /// nil if it is not there; 0 if it is and cannot be read.
    func seconds(_ name: String) -> Int? {
        guard let argument = directives[name] else { return nil }
        return argument.flatMap { FieldValue.seconds($0) } ?? 0
    }

    /// The names of fields that the argument lists, in lower case.
    func fields(_ name: String) -> [String] {
        guard case .some(.some(let list)) = directives[name] else { return [] }
        return FieldValue.elements([list]).map { $0.lowercased() }
    }
}
