/// Parses the host of an address: a name, an IPv4 or an IPv6 address. Rejects everything that other programs may parse differently.
enum HostReading {
    struct Refusal: Error {
        let words: String
    }

    static func host(_ text: String) throws(Refusal) -> WebAddress.Host {
        guard !text.isEmpty else { throw Refusal(words: "names no host") }
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let bytes = IPText.v6(String(text.dropFirst().dropLast())) else {
                throw Refusal(words: "has the host '\(text)', which isn't an IPv6 address")
            }
            return .ipv6(bytes)
        }
        guard !text.utf8.contains(UInt8(ascii: "%")) else { throw Refusal(words: "has a '%' in its host; write the name as it is") }
        let name = try ascii(text)
        guard !name.hasSuffix(".") else { throw Refusal(words: "has a host that ends with a dot; leave it out") }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // WHATWG: a host whose last label is a number is an IPv4 address, in any notation.
        if let last = labels.last, isNumber(last) {
            guard let bytes = IPText.v4(name) else {
                throw Refusal(
                    words: "has the host '\(text)', which looks like a number; write an IPv4 address as four decimal numbers: 192.0.2.1")
            }
            return .ipv4(bytes)
        }
        guard name.utf8.count <= 253, labels.allSatisfy({ (1...63).contains($0.utf8.count) && $0.utf8.allSatisfy(isNameCharacter) }) else {
            throw Refusal(words: "has the host '\(text)', which isn't a host name")
        }
        return .name(name)
    }

    /// In lower case, with labels in other scripts encoded by RFC 3492.
    private static func ascii(_ text: String) throws(Refusal) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.lowercased() }
        var labels: [String] = []
        for label in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let written = Punycode.label(String(label)) else {
                throw Refusal(words: "has the host '\(text)'; write its international name in the ASCII form, which begins with 'xn--'")
            }
            labels.append(written)
        }
        return labels.joined(separator: ".")
    }

    /// Decimal or hexadecimal: `127`, `0177`, `0x7f`, `0x`.
    private static func isNumber(_ label: Substring) -> Bool {
        if label.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return !label.isEmpty }
        return label.hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    /// The underscore isn't allowed in host names, but is used in practice.
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// IP addresses as text, in the one form that all programs parse the same way.
enum IPText {
    /// Four decimal numbers without leading zeros, which some programs parse as octal.
    static func v4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let bytes = parts.compactMap { part in
            part.count <= 3 && !(part.hasPrefix("0") && part.count > 1) ? FieldValue.seconds(part).flatMap { UInt8(exactly: $0) } : nil
        }
        return bytes.count == 4 ? bytes : nil
    }

    /// RFC 4291, section 2.2, all three forms. Without a zone, which is valid on one machine only.
    static func v6(_ text: String) -> [UInt8]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2, !text.contains(":::") else { return nil }
        guard let head = groups(halves[0], endsWithV4: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return head.count == 16 ? head : nil }
        guard let tail = groups(halves[1], endsWithV4: true), head.count + tail.count <= 14 else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring, endsWithV4: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if endsWithV4, index == parts.count - 1, part.contains(".") {
                guard let last = v4(String(part)) else { return nil }
                bytes += last
            } else {
                guard (1...4).contains(part.utf8.count), part.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes.count <= 16 ? bytes : nil
    }

    static func text(v4 bytes: [UInt8]) -> String { bytes.map { "\($0)" }.joined(separator: ".") }

    /// RFC 5952: lower case, no leading zeros, the first of the longest runs of two or more zeros as `::`.
    static func text(v6 bytes: [UInt8]) -> String {
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > longest.count { longest = start..<end }
            start = end + 1
        }
        let written = { (range: Range<Int>) in groups[range].map { String($0, radix: 16) }.joined(separator: ":") }
        return longest.count < 2 ? written(0..<8) : written(0..<longest.lowerBound) + "::" + written(longest.upperBound..<8)
    }
}
