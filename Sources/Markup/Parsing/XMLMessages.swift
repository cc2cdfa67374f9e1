import CXml2

/// Translates libxml2's errors to plain language.
enum XMLMessages {
    /// Keeps the first error and stops the parser; ignores warnings.
    static func take(_ error: xmlError, context: xmlParserCtxtPtr, into state: inout XMLState) {
        guard error.level.rawValue >= XML_ERR_ERROR.rawValue, state.failure == nil else { return }
        // A namespace that isn't a URI is an ordinary name: the recommendation doesn't require a check.
        guard UInt32(error.code) != XML_WAR_NS_URI.rawValue else { return }
        if UInt32(error.code) == XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue, state.passesUnboundPrefix() { return }
        let code = error.code
        let rest = context.pointee.input.map { $0.pointee.end - $0.pointee.cur } ?? 0
        state.looksCut = rest <= 2 || cuts.contains(UInt32(code))
        let text = error.message.map { String(cString: $0).trimmed } ?? ""
        let line = error.line > 0 ? Int(error.line) : nil
        let column = error.int2 > 0 ? Int(error.int2) : nil
        switch UInt32(code) {
        case XML_ERR_INTERNAL_ERROR.rawValue where text.contains("Huge input"):
            state.fail(.limit, line: line, "a tag, a comment, an instruction or a CDATA section has more than 10 MB")
        case XML_ERR_DOCUMENT_EMPTY.rawValue:
            state.fail(.malformed, line: line, column: column, "the document does not begin with an element: '<' is expected")
        case XML_ERR_NO_MEMORY.rawValue:
            state.fail(.limit, line: line, "the document has too many different names, or there is no memory left")
        case XML_ERR_INVALID_CHAR.rawValue, XML_ERR_INVALID_ENCODING.rawValue:
            state.fail(.malformed, line: line, column: column, plain(code) ?? text)
        default:
            let detail = plain(code).map { text.isEmpty || !quotes(code) ? $0 : "\($0) (\(text))" } ?? text
            state.fail(.malformed, line: line, column: column, detail.isEmpty ? "the document is not well-formed (code \(code))" : detail)
        }
        xmlStopParser(context)
    }

    private static func plain(_ code: Int32) -> String? { words[UInt32(code)] }

    /// Whether libxml2's message contains the offending text.
    private static func quotes(_ code: Int32) -> Bool { quoting.contains(UInt32(code)) }

    /// Errors that also occur when the bytes end inside a construct.
    private static let cuts: Set<UInt32> = [
        XML_ERR_DOCUMENT_EMPTY.rawValue, XML_ERR_DOCUMENT_END.rawValue, XML_ERR_TAG_NOT_FINISHED.rawValue,
        XML_ERR_CDATA_NOT_FINISHED.rawValue, XML_ERR_COMMENT_NOT_FINISHED.rawValue, XML_ERR_PI_NOT_FINISHED.rawValue,
        XML_ERR_DOCTYPE_NOT_FINISHED.rawValue, XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue, XML_ERR_RESERVED_XML_NAME.rawValue,
        XML_ERR_HYPHEN_IN_COMMENT.rawValue, XML_ERR_INTERNAL_ERROR.rawValue, XML_ERR_VERSION_MISSING.rawValue,
        XML_ERR_XMLDECL_NOT_FINISHED.rawValue, XML_ERR_STRING_NOT_CLOSED.rawValue,
    ]

    private static let quoting: Set<UInt32> = [
        XML_ERR_TAG_NAME_MISMATCH.rawValue, XML_ERR_ATTRIBUTE_REDEFINED.rawValue, XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue,
        XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue, XML_NS_ERR_ATTRIBUTE_REDEFINED.rawValue,
    ]

    private static let words: [UInt32: String] = [
        XML_ERR_TAG_NAME_MISMATCH.rawValue: "an end tag does not fit the element that is open",
        XML_ERR_DOCUMENT_END.rawValue: "there is something after the root element",
        XML_ERR_INVALID_CHAR.rawValue: "there is a character that XML does not allow",
        XML_ERR_INVALID_ENCODING.rawValue: "there are bytes that aren’t valid characters",
        XML_ERR_INVALID_CHARREF.rawValue: "a character reference stands for no character that XML allows",
        XML_ERR_INVALID_DEC_CHARREF.rawValue: "a character reference like &#38; is not complete",
        XML_ERR_INVALID_HEX_CHARREF.rawValue: "a character reference like &#x26; is not complete",
        XML_ERR_NAME_REQUIRED.rawValue: "a name is expected here; a plain & or < is written &amp; or &lt;",
        XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue: "a reference lacks its ';'; a plain & is written &amp;",
        XML_ERR_LT_IN_ATTRIBUTE.rawValue: "an attribute's value has a '<' in it; it is written &lt;",
        XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue: "an attribute's value has no quotation marks",
        XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue: "an attribute's value does not end",
        XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue: "an attribute has no value",
        XML_ERR_ATTRIBUTE_REDEFINED.rawValue: "an attribute is there twice",
        XML_NS_ERR_ATTRIBUTE_REDEFINED.rawValue: "an attribute is there twice",
        XML_ERR_GT_REQUIRED.rawValue: "a tag does not end with '>'",
        XML_ERR_TAG_NOT_FINISHED.rawValue: "an element is not ended",
        XML_ERR_MISPLACED_CDATA_END.rawValue: "']]>' stands in a text; its '>' is written &gt;",
        XML_ERR_HYPHEN_IN_COMMENT.rawValue: "there is '--' within a comment",
        XML_ERR_COMMENT_NOT_FINISHED.rawValue: "a comment does not end",
        XML_ERR_CDATA_NOT_FINISHED.rawValue: "a CDATA section does not end",
        XML_ERR_PI_NOT_FINISHED.rawValue: "a processing instruction does not end",
        XML_ERR_RESERVED_XML_NAME.rawValue: "the XML declaration stands elsewhere than at the very beginning",
        XML_ERR_DOCTYPE_NOT_FINISHED.rawValue: "the document type declaration does not end",
        XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue: "a prefix has no namespace declared",
        XML_ERR_VERSION_MISSING.rawValue: "the XML declaration lacks its version",
        XML_ERR_UNKNOWN_VERSION.rawValue: "its version of XML is not 1.0",
    ]
}
