/// The rows of an XML document while it arrives: bytes in any cut, in order → each row as an `Element`, as soon as its end tag is read.
///
/// ```swift
/// let reader = try MarkupReader(rows: RowPath("//item"))
/// for chunk in chunks { try reader.append(chunk) { print($0["title"]?.text ?? "") } }
/// try reader.finish { … }
/// ```
///
/// XML 1.0 (fifth edition) with namespaces, over libxml2. Holds one row and what one chunk completes, whatever the document's size. A
/// document that is cut short, or is not well-formed, is an error that says where (`MarkupError`); rows before it have been given by
/// then. Entities other than XML's five are refused, external ones never loaded. HTML has no such reader, since its rows are certain
/// only at its end: see `Document`. Used from one task at a time; after an error it is over.
public final class MarkupReader {
    private let parser: XMLParser
    private let rows: RowPath
    private let http: String?
    /// The first bytes, until the charset is known.
    private var start: [UInt8] = []
    private var decoder: TextDecoder?

    /// - Parameter charset: What HTTP says the charset is.
    public init(rows: RowPath, charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        self.rows = rows
        http = charset
        parser = try XMLParser(rows: rows, limits: limits)
    }

    /// Takes the next bytes, however many, and gives the rows that they complete.
    public func append(_ bytes: [UInt8], _ receive: (Element) throws -> Void) throws {
        try take(bytes, isLast: false, receive)
    }

    /// Nothing more comes: throws if the document is not complete.
    public func finish(_ receive: (Element) throws -> Void) throws {
        try take([], isLast: true, receive)
        if var decoder { try parse(try decoder.finish(), receive) }
        try parser.finish { try deliver(receive) }
        try deliver(receive)
    }

    /// The charset that was found, once it is known.
    public var charset: Charset? { decoder?.charset }

    /// The root element's name and namespace, once it has begun.
    public var root: (name: String, namespace: String?)? { parser.state.pointee.root.map { ($0.local, $0.namespace) } }

    private func take(_ bytes: [UInt8], isLast: Bool, _ receive: (Element) throws -> Void) throws {
        if decoder != nil {
            let text = try decoder?.decode(bytes) ?? []
            return try parse(text, receive)
        }
        start += bytes
        guard let charset = try Charset.detect(start, isWhole: isLast, http: http, syntax: .xml) else { return }
        if isLast, !start.contains(where: { $0 > 0x20 }) { throw MarkupError(.empty, "the document is empty") }
        var decoder = TextDecoder(charset)
        let text = try decoder.decode(start)
        self.decoder = decoder
        start = []
        try parse(text, receive)
    }

    private func parse(_ text: [UInt8], _ receive: (Element) throws -> Void) throws {
        try parser.append(text) { try deliver(receive) }
    }

    private func deliver(_ receive: (Element) throws -> Void) throws {
        guard !parser.state.pointee.ready.isEmpty else { return }
        let ready = parser.state.pointee.ready
        parser.state.pointee.ready.removeAll()
        for row in ready { try receive(row) }
    }
}
