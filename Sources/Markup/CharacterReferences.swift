import CXml2

/// Decodes HTML character references in plain text: `Caf&eacute; &#38; &#x2026;` → `Café & …`.
public enum CharacterReferences {
    /// Replaces each reference: names of HTML 4, decimal and hexadecimal numbers. Invalid references stay.
    public static func decoded(_ text: String) -> String {
        var rest = text.unicodeScalars[...]
        var result = String.UnicodeScalarView()
        while let start = rest.firstIndex(of: "&") {
            result.append(contentsOf: rest[..<start])
            rest = rest[start...]
            if let end = rest.prefix(12).firstIndex(of: ";"), let scalar = scalar(named: String(rest[rest.index(after: start)..<end])) {
                result.append(scalar)
                rest = rest[rest.index(after: end)...]
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        result.append(contentsOf: rest)
        return String(result)
    }

    /// Without `&` and `;`. Returns nil for an unknown name.
    static func scalar(named name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") || name.hasPrefix("#X") { return UInt32(name.dropFirst(2), radix: 16).flatMap(scalar(numbered:)) }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(scalar(numbered:)) }
        if name == "apos" { return "'" }
        guard let found = htmlEntityLookup(name) else { return nil }
        return Unicode.Scalar(found.pointee.value)
    }

    /// Numbers of control characters map to windows-1252's characters at that position (HTML, numeric character reference end state).
    private static func scalar(numbered number: UInt32) -> Unicode.Scalar? {
        (0x80...0x9F).contains(number) ? windows1252[Int(number - 0x80)] : Unicode.Scalar(number)
    }

    /// From 0x80 on; unassigned positions map to themselves.
    private static let windows1252 = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
