import Markup

/// Whether a document is an HTML page, and whether it is complete, judged by its bytes.
package enum HTMLPage {
    /// Whether a document begins as an HTML page; nil if more bytes are needed to decide.
    package static func begins(_ bytes: [UInt8], isWhole: Bool) -> Bool? {
        // Wide charsets have a zero byte in each of these characters.
        var text = bytes.prefix(4096).filter { $0 != 0 }.map(lowered)[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) { text = text.dropFirst(2) }
        let isEnough = isWhole || bytes.count >= 4096
        text = pastComments(text)
        if text.starts(with: "<html".utf8) { return true }
        if text.starts(with: "<!doctype html".utf8) {
            // Some feeds have this document type.
            guard let end = find(">", in: text) else { return isEnough ? true : nil }
            let first = pastComments(text[(end + 1)...])
            if first.count < 5 || first.starts(with: "<!--".utf8), !isEnough { return nil }
            return !feedRoots.contains { first.starts(with: $0.utf8) }
        }
        if isEnough { return false }
        let isOpen = ["<!doctype html", "<html", "<!--", "<?"].contains { sign in
            text.count < sign.utf8.count ? sign.utf8.starts(with: text) : text.starts(with: sign.utf8)
        }
        return isOpen ? nil : false
    }

    /// Without complete comments, instructions and white space at the beginning.
    private static func pastComments(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while true {
            text = text.drop { $0 <= 0x20 }
            if text.starts(with: "<!--".utf8), let end = find("-->", in: text) {
                text = text[(end + 3)...]
            } else if text.starts(with: "<?".utf8), let end = find("?>", in: text) {
                text = text[(end + 2)...]
            } else {
                return text
            }
        }
    }

    private static let feedRoots = ["<rss", "<feed", "<rdf:"]

    /// Limit of a page.
    static let byteLimit = 32 << 20

    /// Throws if the bytes aren't a page, or a truncated one.
    static func check(_ page: [UInt8], isLengthKnown: Bool) throws(ExtractionError) {
        guard page.contains(where: { $0 > 0x20 }) else { throw ExtractionError(.wrongFormat, "the page is empty") }
        guard page.contains(UInt8(ascii: "<")) else { throw ExtractionError(.wrongFormat, "is not an HTML page: there is no tag in it") }
        if isCut(page, isLengthKnown: isLengthKnown) {
            throw ExtractionError(.truncated, "the page ends too early: its end tag </body> or </html> is missing")
        }
    }

    /// Whether a page is truncated. A page that opens `html` or `body` must close one of them; a fragment without either must end with a
    /// tag. If all its bytes are known to have arrived, a page need close nothing, but must not end inside a tag.
    static func isCut(_ bytes: [UInt8], isLengthKnown: Bool = false) -> Bool {
        if isLengthKnown {
            guard let open = bytes.lastIndex(of: UInt8(ascii: "<")) else { return false }
            let tag = bytes[(open + 1)...]
            let isTag = tag.first.map { (0x41...0x5A).contains($0 & 0xDF) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "!") } ?? true
            return isTag && !tag.contains(UInt8(ascii: ">"))
        }
        // Nearly every page closes them at its very end, so it need not be searched completely.
        let end = bytes.suffix(1024)
        if find("</html>", in: end) ?? find("</body>", in: end) != nil { return false }
        // As above; most pages have none.
        let text = bytes.contains(0) ? bytes.filter { $0 != 0 }[...] : bytes[...]
        if let opened = find("<body", in: text) ?? find("<html", in: text) {
            return find("</body>", in: text[opened...]) == nil && find("</html>", in: text[opened...]) == nil
        }
        return text.last { $0 > 0x20 } != UInt8(ascii: ">")
    }

    /// The error for a page instead of a feed: most often a login page.
    static func complaint(about page: [UInt8], charset: String?) -> String {
        let document = try? Document(html: page, charset: charset)
        let path = try? XPath("normalize-space(//title)")
        let title = path.flatMap { try? document?.evaluate($0).text } ?? ""
        return "is an HTML page, not XML" + (title.isEmpty ? "" : ": “\(title.count > 80 ? title.prefix(80) + "…" : title[...])”")
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// The position of a lower-case word, ignoring the text's case. Its first character isn't a letter.
    private static func find(_ word: String, in text: ArraySlice<UInt8>) -> Int? {
        let word = Array(word.utf8)
        var rest = text
        while let start = rest.firstIndex(of: word[0]) {
            if rest[start...].lazy.map(lowered).starts(with: word) { return start }
            rest = rest[(start + 1)...]
        }
        return nil
    }
}
