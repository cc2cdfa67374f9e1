package import Foundation
package import Records

/// A web address with placeholders: `https://example.org/contact.xml?id={id}`.
///
/// Values are percent-encoded, except for unreserved characters (RFC 6570, simple expansion), so that no value can add a part of its own;
/// `{+name}` keeps slashes. A placeholder before the path is refused when the template is parsed, unless its parameter has choices that are
/// labels of a host name, so that no value leads to a host that the template doesn't name. A part of the query with a missing value is left
/// out. A value that turns a path segment into `.` or `..`, which leads elsewhere, makes no address. A template may also be a single
/// placeholder, if each choice of its parameter is a whole address, or if the parameter is a `url` and the template accepts any address.
package struct AddressTemplate: Hashable, Sendable {
    package let source: String
    private let parts: [Part]
    /// The address of a template without placeholders.
    private let whole: URL?

    private enum Part: Hashable {
        case literal(String)
        case hole(String, keepsSlashes: Bool)
    }

    /// Whether it is an example (RFC 2606): the real one isn't set yet.
    package var isExample: Bool {
        guard case .literal(let beginning)? = parts.first, let host = URLComponents(string: beginning)?.host else { return false }
        return host == "example" || host.hasSuffix(".example")
    }

    /// An address without placeholders.
    package init(_ url: URL) {
        source = url.absoluteString
        parts = [.literal(source)]
        whole = URL(string: source)
    }

    /// - Parameter isOpen: Whether people may enter any address for a template that is a single placeholder. Nothing secret may be sent
    ///   there.
    package init(_ declaration: Declaration, knowing parameters: [Parameter], isOpen: Bool = false) throws(DeclarationError) {
        source = try declaration.text()
        var parts: [Part] = []
        var rest = source[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { throw declaration.error("a { without its }") }
            let written = rest[rest.index(after: open)..<close]
            let keepsSlashes = written.hasPrefix("+")
            let name = String(keepsSlashes ? written.dropFirst() : written)
            guard parameters.contains(where: { $0.name == name }) else {
                let known = parameters.map(\.name).joined(separator: ", ")
                throw declaration.error("{\(name)} isn't a parameter; there \(parameters.isEmpty ? "are none" : "is \(known)")")
            }
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            parts.append(.hole(name, keepsSlashes: keepsSlashes))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
        whole = parts.allSatisfy { if case .hole = $0 { false } else { true } } ? URL(string: source) : nil
        if case .hole(let name, _) = parts.first, parts.count == 1, let parameter = parameters.first(where: { $0.name == name }) {
            if !parameter.choices.isEmpty, parameter.choices.allSatisfy(Self.isWebAddress) { return }
            if parameter.field.kind == .url, parameter.choices.isEmpty {
                guard isOpen else { throw declaration.error("an address that people choose goes with neither headers, auth nor steps") }
                return
            }
        }
        let beginning = Self.beginning(of: parts, parameters)
        guard Self.isWebAddress(beginning), parts.count == 1 || Self.reachesPath(beginning) else {
            throw declaration.error(
                "'\(source)' does not begin as a web address does, like https://example.org/contact?id={id}")
        }
    }

    /// The address up to the first placeholder after the host; placeholders in the host have their first choice.
    private static func beginning(of parts: [Part], _ parameters: [Parameter]) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .hole(let name, _):
                let choices = parameters.first { $0.name == name }?.choices ?? []
                guard !reachesPath(text), let first = choices.first, choices.allSatisfy(isHostLabel) else { return text }
                text += first
            }
        }
        return text
    }

    private static func isHostLabel(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasSuffix("-")
            && text.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
            }
    }

    /// The names of the parameters in placeholders.
    var holes: Set<String> {
        Set(parts.compactMap { part in if case .hole(let name, _) = part { name } else { nil } })
    }

    /// nil if these values make no address.
    package func url(_ values: [String: String]) -> URL? {
        if let whole { return whole }
        if parts.count == 1, case .hole(let name, _) = parts[0] { return values[name].flatMap { URL(string: $0) } }
        let absent = "\u{0}"
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .hole(let name, let keepsSlashes): text += values[name].map { Self.encoded($0, keepsSlashes: keepsSlashes) } ?? absent
            }
        }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(halves[0].replacing(absent, with: ""))
        guard !path.split(separator: "/").contains(where: { [".", ".."].contains($0) }) else { return nil }
        guard halves.count == 2 else { return URL(string: path) }
        let query = halves[1].split(separator: "&", omittingEmptySubsequences: false).filter { !$0.contains(absent) }
        return URL(string: query.isEmpty ? path : path + "?" + query.joined(separator: "&"))
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
        return ["http", "https"].contains(scheme) && url.host?.isEmpty == false
    }

    private static func reachesPath(_ text: String) -> Bool {
        guard let authority = text.range(of: "://") else { return false }
        return text[authority.upperBound...].contains { "/?".contains($0) }
    }

    static func encoded(_ text: String, keepsSlashes: Bool = false) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "/") where keepsSlashes: "/"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
