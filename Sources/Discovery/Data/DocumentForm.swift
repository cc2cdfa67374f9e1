import Extraction
import JSONReading

/// The format of a document, detected from its content.
enum DocumentForm {
    case page
    case pdf
    case calendar
    /// One value, or one per line.
    case json([JSONValue])
    case xml
    case text(PlainText)
    /// Neither text nor any other supported format.
    case unknown

    /// The most lines of JSON that are examined.
    static let lines = 1000

    init(_ bytes: [UInt8], charset: String?) {
        if bytes.prefix(1024).starts(with: "%PDF-".utf8) || Self.holds("\n%PDF-", bytes.prefix(1024)) {
            self = .pdf
            return
        }
        let start = String(decoding: bytes.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        if start.hasPrefix("{") || start.hasPrefix("[") {
            let plain = Array(bytes.drop { ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) })
            if let value = try? JSONDocument(plain).root {
                self = .json([value])
                return
            }
            let lines = plain.split(separator: UInt8(ascii: "\n")).prefix(Self.lines).map { try? JSONDocument(Array($0)) }
            let values = lines.compactMap { $0?.root }
            if values.count >= 3, values.count * 10 >= 9 * lines.count {
                self = .json(values)
                return
            }
        }
        if start.hasPrefix("<") {
            let isPage = start.contains("<html") || start.contains("<!doctype html") || start.contains("<body") || start.contains("<head")
            self =
                start.hasPrefix("<?xml") && !isPage
                    || ["<rss", "<feed", "<rdf", "<urlset", "<sitemapindex"].contains(where: start.hasPrefix) ? .xml : .page
        } else if start.contains("<html") || start.contains("<body") {
            self = .page
        } else if start.hasPrefix("begin:vcalendar") {
            self = .calendar
        } else {
            self = PlainText(bytes, charset: charset).map { .text($0) } ?? .unknown
        }
    }

    private static func holds(_ text: String, _ bytes: ArraySlice<UInt8>) -> Bool {
        let text = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: text) }
    }
}
