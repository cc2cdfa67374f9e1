/// Detects a document's charset: from the byte order mark, then HTTP (RFC 7303, section 3), then the document's declaration, then its
/// bytes.
extension Charset {
    /// The kind of document, which determines where it declares its charset.
    public enum Syntax: Sendable {
        /// In the XML declaration; UTF-8 if there is none.
        case xml
        /// In a `meta` element in the first 1,024 bytes; otherwise UTF-8 if valid, or windows-1252.
        case html
        /// No declaration: UTF-8 if valid, or windows-1252.
        case text
    }

    /// The maximum number of bytes needed for detection.
    public static let detectionBytes = 4096

    /// Detects from the beginning of a document; nil if more bytes are needed.
    ///
    /// - Parameters:
    /// - start: The first bytes available; `detectionBytes` are always enough.
    /// - isWhole: Whether these are all bytes of the document.
    /// - http: The `charset` of the answer's Content-Type.
    public static func detect(
        _ start: [UInt8], isWhole: Bool, http: String? = nil, syntax: Syntax
    ) throws(MarkupError) -> Charset? {
        // The length of the longest mark, and of "<?xml".
        guard start.count >= 5 || isWhole else { return nil }
        if let marked = byMark(start) { return marked }
        if let http, !http.trimmed.isEmpty { return try Charset(label: http.trimmed.unquoted) }
        let isEnough = isWhole || start.count >= detectionBytes
        switch syntax {
        case .xml:
            if let plain = byXMLShape(start) { return plain }
            guard start.starts(with: Array("<?xml".utf8)) else { return .utf8 }
            if let end = start.firstIndex(of: UInt8(ascii: ">")) {
                guard let label = declaredEncoding(start[..<end]) else { return .utf8 }
                return try Charset(label: label).readable
            }
            return isEnough ? .utf8 : nil
        case .html:
            let head = start.prefix(1024)
            if head.count < 1024, !isWhole { return nil }
            if let label = HTMLCharset.declared(in: Array(head)), let charset = try? Charset(label: label) { return charset.readable }
            return isEnough ? byLook(start, isWhole: isWhole) : nil
        case .text:
            return isEnough ? byLook(start, isWhole: isWhole) : nil
        }
    }

    /// The charset of a byte order mark; nil if there is none.
    public static func marked(_ start: [UInt8]) -> Charset? { byMark(start) }

    private static func byMark(_ start: [UInt8]) -> Charset? {
        // UTF-32 first: its little-endian mark starts with that of UTF-16.
        [.utf8, .utf32LittleEndian, .utf32BigEndian, .utf16LittleEndian, .utf16BigEndian].first { $0.byteOrderMark(in: start) > 0 }
    }

    /// XML 1.0, appendix F.1: `<` followed by an ASCII character in wider code units.
    private static func byXMLShape(_ start: [UInt8]) -> Charset? {
        guard start.count >= 4 else { return nil }
        switch (start[0], start[1], start[2], start[3]) {
        case (0, 0, 0, 0x3C): return .utf32BigEndian
        case (0x3C, 0, 0, 0): return .utf32LittleEndian
        case (0, 0x3C, 0, _): return .utf16BigEndian
        case (0x3C, 0, _, 0): return .utf16LittleEndian
        default: return nil
        }
    }

    private static func byLook(_ start: [UInt8], isWhole: Bool) -> Charset {
        let valid = UTF8Scan.validPrefix(of: start, from: 0)
        if valid == start.count { return .utf8 }
        // A character truncated at the end of the examined bytes isn't invalid.
        let sequence = start.withUnsafeBytes { UTF8Scan.sequence(in: $0, at: valid) }
        if case .incomplete = sequence, !isWhole { return .utf8 }
        return .windows1252
    }

    /// A document that declares UTF-16 in ASCII bytes is read as UTF-8, as in browsers.
    private var readable: Charset {
        switch kind {
        case .utf16, .utf32: .utf8
        default: self
        }
    }

    /// The value of `encoding` in an XML declaration.
    private static func declaredEncoding(_ declaration: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: declaration, as: UTF8.self)
        guard let name = text.range(of: "encoding") else { return nil }
        let rest = text[name.upperBound...].drop { $0.isWhitespace }
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop { $0.isWhitespace }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        let label = value.dropFirst().prefix { $0 != quote }
        return label.isEmpty ? nil : String(label)
    }
}

extension StringProtocol {
    var trimmed: String {
        // Nearly every label is printable ASCII without spaces.
        let text = String(self)
        if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return text }
        return String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Without surrounding quotation marks of either kind, which headers may have.
    fileprivate var unquoted: String {
        let marks: Set<Character> = ["\"", "'"]
        return String(drop { marks.contains($0) }.prefix { !marks.contains($0) })
    }

    /// At most 60 characters of a document's text, for a message.
    var shortened: String { count > 60 ? prefix(60) + "…" : String(self) }

    fileprivate func range(of word: String) -> Range<Index>? {
        var at = startIndex
        while at < endIndex {
            if self[at...].hasPrefix(word) { return at..<index(at, offsetBy: word.count) }
            at = index(after: at)
        }
        return nil
    }
}
