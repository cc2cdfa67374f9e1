// Parses whole documents. Their queries don't depend on the parsers.

extension Document {
    /// - Parameter charset: The charset according to HTTP.
    public convenience init(xml bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw MarkupError(.empty, "the document is empty") }
        let start = Array(bytes.prefix(Charset.detectionBytes))
        let charset = try Charset.detect(start, isWhole: start.count == bytes.count, http: charset, syntax: .xml) ?? .utf8
        let text = try Self.decoded(bytes, charset, .refuse, limits).text
        let parser = try XMLParser(rows: nil, limits: limits)
        do {
            try parser.append(text) {}
            try parser.finish {}
        } catch {
            throw error as? MarkupError ?? MarkupError(.malformed, "\(error)")
        }
        let storage = parser.state.pointee.takeStorage()
        let identifiers = PathTree.Identifiers.declared(parser.state.pointee.identifiers)
        self.init(PathTree(storage, 0..<storage.nodes.count, identifiers: identifiers), limits: limits)
    }

    /// - Parameter charset: The charset according to HTTP.
    public convenience init(html bytes: [UInt8], charset: String? = nil, limits: MarkupLimits = MarkupLimits()) throws(MarkupError) {
        let (text, replacements) = try Self.text(ofHTML: bytes, charset, limits)
        self.init(try HTMLParser.storage(of: text, limits: limits), limits: limits, replacements: replacements)
    }

    /// An HTML page.
    convenience init(_ storage: ElementStorage, limits: MarkupLimits, replacements: Int) {
        let tree = PathTree(storage, 0..<storage.nodes.count, identifiers: .html)
        self.init(tree, limits: limits, replacements: replacements)
    }

    /// Converts a page to UTF-8.
    static func text(
        ofHTML bytes: [UInt8], _ charset: String?, _ limits: MarkupLimits
    ) throws(MarkupError) -> (text: [UInt8], replacements: Int) {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw MarkupError(.empty, "the document is empty") }
        let charset = try Charset.detect(
            Array(bytes[..<min(bytes.count, Charset.detectionBytes)]), isWhole: bytes.count <= Charset.detectionBytes, http: charset,
            syntax: .html)
        return try decoded(bytes, charset ?? .windows1252, .replace, limits)
    }

    private static func decoded(
        _ bytes: [UInt8], _ charset: Charset, _ invalid: TextDecoder.InvalidBytes, _ limits: MarkupLimits
    ) throws(MarkupError) -> (text: [UInt8], replacements: Int) {
        guard bytes.count <= limits.documentBytes else { throw tooLarge(limits) }
        var decoder = TextDecoder(charset, invalidBytes: invalid)
        let text = try decoder.decode(bytes) + decoder.finish()
        guard text.count <= limits.documentBytes else { throw tooLarge(limits) }
        return (text, decoder.replacements)
    }

    private static func tooLarge(_ limits: MarkupLimits) -> MarkupError {
        MarkupError(.limit, "the document has more than \(limits.documentBytes) bytes")
    }
}
