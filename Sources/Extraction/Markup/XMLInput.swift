import Markup

/// An XML document on its way through `MarkupReader`. Holds its first bytes until they tell that it is not a page of HTML (a
/// login page in place of a feed), which is an error that gives the page's title.
final class XMLInput {
    private let rows: RowPath
    private let charset: String?
    /// XHTML is wanted: then a page is no mistake.
    private let expectsPages: Bool
    /// What XML forbids and feeds write is read (`MarkupReader`).
    private let isTolerant: Bool
    private let replacesBytes: Bool
    /// nil until the first bytes have been looked at.
    private var reader: MarkupReader?
    private var start: [UInt8] = []

    /// As much of a page in place of a feed is read for its title.
    private static let pageBytes = 16 << 10

    init(rows: RowPath, charset: String?, expectsPages: Bool = false, isTolerant: Bool = false, replacesBytes: Bool = false) {
        self.rows = rows
        self.charset = charset
        self.expectsPages = expectsPages
        self.isTolerant = isTolerant
        self.replacesBytes = replacesBytes
    }

    /// The root element's name and namespace, once it has begun.
    var root: (name: String, namespace: String?)? { reader?.root }

    /// Of `MarkupReader`.
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
