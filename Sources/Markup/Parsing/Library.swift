import CXml2

/// libxml2's process-wide state.
enum Library {
    /// The maximum input per call of the parser.
    static let sliceBytes = 32 << 10
    /// Bytes of the names, prefixes and namespaces of a document.
    static let dictionaryBytes = 8 << 20

    static func start() { _ = started }

    private static let started: Void = {
        xmlInitParser()
        // With NOENT an external entity would read files even under NONET. This applies to all uses of libxml2 in this process.
        xmlSetExternalEntityLoader { _, _, _ in nil }
    }()
}
