/// Finds the charset that a page declares in a `meta` element: a short form of the "prescan" of the HTML Standard, section 13.2.3.2.
///
/// Comments are skipped; `charset=` counts as an attribute or within `content`.
enum HTMLCharset {
    static func declared(in head: [UInt8]) -> String? {
        let text = head.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : max($0, 0x20) }
        var at = 0
        while at < text.count {
            if matches("<!--", text, at) {
                at = find("-->", text, at + 2).map { $0 + 3 } ?? text.count
            } else if matches("<meta", text, at), at + 5 < text.count, text[at + 5] == 0x20 || text[at + 5] == UInt8(ascii: "/") {
                let end = find(">", text, at) ?? text.count
                if let label = label(text[(at + 5)..<end]) { return label }
                at = end
            } else {
                at += 1
            }
        }
        return nil
    }

    private static func label(_ meta: ArraySlice<UInt8>) -> String? {
        let meta = Array(meta)
        var at = 0
        while let found = find("charset", meta, at) {
            var value = meta[(found + 7)...].drop { $0 == 0x20 }
            at = found + 7
            guard value.first == UInt8(ascii: "=") else { continue }
            value = value.dropFirst().drop { $0 == 0x20 || $0 == 0x22 || $0 == 0x27 }
            let label = value.prefix { $0 != 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "/") }
            if !label.isEmpty { return String(decoding: label, as: UTF8.self) }
        }
        return nil
    }

    private static func matches(_ word: StaticString, _ text: [UInt8], _ at: Int) -> Bool {
        // A static string's bytes are never freed.
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard at + word.count <= text.count else { return false }
        return word.indices.allSatisfy { text[at + $0] == word[$0] }
    }

    private static func find(_ word: StaticString, _ text: [UInt8], _ start: Int) -> Int? {
        guard start < text.count else { return nil }
        return (start..<text.count).first { matches(word, text, $0) }
    }
}
