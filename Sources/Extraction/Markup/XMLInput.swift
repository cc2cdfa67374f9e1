import Markup

/// An XML document read through `MarkupReader`. Holds its first bytes until it is clear that it isn't an HTML page (a login page instead of
/// a feed), which is an error with the page's title.
final class XMLInput {
    private let rows: RowPath
    private let charset: String?
    /// XHTML is expected, so a page isn't an error.
    private let expectsPages: Bool
    /// Tolerates XML errors that are common in feeds (`MarkupReader`).
    private let isTolerant: Bool
    private let replacesBytes: Bool
    /// nil until the first bytes have been examined.
    private var reader: MarkupReader?
    private var start: [UInt8] = []

    /// Bytes of an unexpected page that are read for its title.
    private static let pageBytes = 16 << 10

    init(rows: RowPath, charset: String?, expectsPages: Bool = false, isTolerant: Bool = false, replacesBytes: Bool = false) {
        self.rows = rows
        self.charset = charset
        self.expectsPages = expectsPages
        self.isTolerant = isTolerant
        self.replacesBytes = replacesBytes
    }

    /// The root element's name and namespace, after it has begun.
    var root: (name: String, namespace: String?)? { reader?.root }

    /// From `MarkupReader`.
    var mendedCount: Int { reader?.mendedCount ?? 0 }
    var largeRows: Int { reader?.largeRows ?? 0 }

    func append(_ bytes: [UInt8], _ receive: (Element) throws -> Void) throws { try parse(bytes, isLast: false, receive) }

    func finish(_ receive: (Element) throws -> Void) throws {
        try parse([], isLast: true, receive)
        try reporting { try reader?.finish(receive) }
    }

    private func parse(_ bytes: [UInt8], isLast: Bool, _ receive: (Element) throws -> Void) throws {
        if let reader { return try reporting { try reader.append(bytes, receive) } }
        start += bytes
        let isPage = expectsPages ? false : HTMLPage.begins(start, isWhole: isLast)
        guard let isPage else { return }
        if isPage {
            guard isLast || start.count >= Self.pageBytes else { return }
            throw ExtractionError(.wrongFormat, HTMLPage.complaint(about: start, charset: charset))
        }
        try reporting {
            let reader = try MarkupReader(rows: rows, charset: charset, isTolerant: isTolerant, replacesBytes: replacesBytes)
            self.reader = reader
            let first = start
            start = []
            try reader.append(first, receive)
        }
    }

    private func reporting(_ work: () throws -> Void) throws {
        do { try work() } catch let error as MarkupError { throw ExtractionError(error, isBegun: reader == nil || reader?.root != nil) }
    }
}
