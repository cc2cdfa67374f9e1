import Records

/// Examines the beginning of a document, and rejects a web page instead of JSON or a table: a login page, an error message.
///
/// Passes bytes of text through, held back only until their format is clear; a page is read up to its title.
struct DocumentOpening {
    private let wanted: String
    /// No expected format begins with "<", only a page or XML.
    private let refusesMarkup: Bool
    private var held: [UInt8] = []
    private var isDecided = false

    init(wanted: String, refusesMarkup: Bool) {
        self.wanted = wanted
        self.refusesMarkup = refusesMarkup
    }

    mutating func pass(_ bytes: [UInt8], isLast: Bool = false) throws(ExtractionError) -> [UInt8] {
        if isDecided { return bytes }
        held += bytes
        let start = held.firstIndex { $0 > 0x20 } ?? held.count
        guard start < held.count || isLast || held.count > 1024 else { return [] }
        let opening = String(decoding: held[start...].prefix(20), as: UTF8.self).lowercased()
        if opening.hasPrefix("<"),
            refusesMarkup || Self.pages.contains(where: { opening.hasPrefix($0) || (!isLast && $0.hasPrefix(opening)) })
        {
            try judge(opening, isLast: isLast)
            guard isLast else { return [] }
        }
        isDecided = true
        defer { held = [] }
        return held
    }

    private static let pages = ["<!doctype html", "<html", "<?xml"]

    /// Throws the detected format, once that is clear.
    private func judge(_ opening: String, isLast: Bool) throws(ExtractionError) {
        let isPage = Self.pages.prefix(2).contains { opening.hasPrefix($0) }
        let text = String(decoding: held, as: UTF8.self)
        if isPage, let title = Self.title(in: text) {
            throw ExtractionError(.wrongFormat, "an HTML page titled “\(title)” came where \(wanted) was expected")
        }
        guard isLast || held.count > 16 << 10 else { return }
        if isPage { throw ExtractionError(.wrongFormat, "an HTML page came where \(wanted) was expected") }
        if refusesMarkup || opening.hasPrefix("<?xml") {
            throw ExtractionError(
                .wrongFormat, "XML or HTML came where \(wanted) was expected: it begins with “\(text.trimmingWhitespace().prefix(40))”")
        }
    }

    private static func title(in page: String) -> String? {
        guard let match = try? /<title[^<>]*>([^<]*)<\/title/.ignoresCase().firstMatch(in: page) else { return nil }
        let title = String(match.1).split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
        return title.isEmpty ? nil : String(title.prefix(80))
    }
}
