import CXml2
import Glibc

/// Parses whole HTML pages in UTF-8 to `ElementStorage`, repairing errors, with limits on depth, nodes and names.
enum HTMLParser {
    static func storage(of text: [UInt8], limits: MarkupLimits) throws(MarkupError) -> ElementStorage {
        Library.start()
        guard let context = htmlNewParserCtxt() else { throw MarkupError(.limit, "there is no memory for a parser") }
        defer { htmlFreeParserCtxt(context) }
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State(limits: limits))
        defer {
            state.deinitialize(count: 1)
            state.deallocate()
        }
        context.pointee._private = UnsafeMutableRawPointer(state)
        prepare(&context.pointee.sax.pointee)
        boundNames(context.pointee.dict)
        let options = [
            HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC, HTML_PARSE_COMPACT,
        ]
        // libxml2 ends a page at a zero byte, so it is replaced by the character that browsers show.
        let hasZero = text.withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
        let text = hasZero ? text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] } : text
        let tree = text.withUnsafeBytes { raw in
            htmlCtxtReadMemory(
                context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), nil, "UTF-8",
                options.reduce(0) { $0 | Int32($1.rawValue) })
        }
        // No tree exists, because libxml2's own handlers aren't used.
        xmlFreeDoc(tree)
        if let failure = state.pointee.failure { throw failure }
        return state.pointee.storage()
    }

    /// The bytes of all names of elements, attributes and entities of a page.
    private static let nameBytes = 40_000

    /// libxml2 compares a tag's attributes pairwise before calling any handler, which only a limit on names bounds. A dictionary grows by
    /// four times what doesn't fit, and not at all beyond its limit, which is also the longest name: this leaves `nameBytes` of one growth.
    private static func boundNames(_ dictionary: xmlDictPtr?) {
        let filling = nameBytes / 3
        _ = xmlDictLookup(dictionary, String(repeating: " ", count: filling), -1)
        xmlDictSetLimit(dictionary, filling)
    }

    /// No name is longer than this, so if it fits, all have fitted.
    private static func hasRoomForNames(_ context: UnsafeMutableRawPointer?) -> Bool {
        let dictionary = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.dict
        return longName.withUnsafeBufferPointer { xmlDictLookup(dictionary, $0.baseAddress, Int32($0.count)) } != nil
    }

    private static let longName = [xmlChar](repeating: UInt8(ascii: " "), count: 101)

    private static func prepare(_ handler: inout xmlSAXHandler) {
        // Enables `serror`.
        handler.initialized = XML_SAX2_MAGIC
        handler.serror = { context, error in
            guard error?.pointee.code == Int32(XML_ERR_NAME_REQUIRED.rawValue), let state = HTMLParser.state(context),
                !HTMLParser.hasRoomForNames(context)
            else { return }
            state.pointee.fail(
                MarkupError(.limit, line: HTMLParser.line(context), "the page has more than \(HTMLParser.nameBytes) bytes of names"))
            HTMLParser.stopIfFailed(context, state)
            // If an element name is missing, libxml2 searches for the tag's end forever, even at the end of its input.
            let end: StaticString = ">"
            guard let input = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input else { return }
            (input.pointee.base, input.pointee.cur, input.pointee.end) = (end.utf8Start, end.utf8Start, end.utf8Start + 1)
        }
        (handler.startDocument, handler.endDocument) = (nil, nil)
        handler.startElement = { context, name, attributes in
            guard let name, let state = HTMLParser.state(context) else { return }
            state.pointee.startElement(name, attributes, line: HTMLParser.line(context))
            HTMLParser.stopIfFailed(context, state)
        }
        handler.endElement = { context, _ in
            HTMLParser.state(context)?.pointee.endElement()
        }
        let characters: charactersSAXFunc = { context, text, count in
            guard let text, let state = HTMLParser.state(context) else { return }
            state.pointee.text(UnsafeBufferPointer(start: text, count: Int(count)))
            HTMLParser.stopIfFailed(context, state)
        }
        handler.characters = characters
        handler.cdataBlock = characters
        handler.comment = { context, text in HTMLParser.comment(text, target: nil, context) }
        handler.processingInstruction = { context, target, text in HTMLParser.comment(text, target: target, context) }
        handler.internalSubset = { context, _, _, _ in HTMLParser.state(context)?.pointee.isRootFirst = false }
    }

    private static func comment(_ text: UnsafePointer<xmlChar>?, target: UnsafePointer<xmlChar>?, _ context: UnsafeMutableRawPointer?) {
        guard let state = state(context) else { return }
        state.pointee.comment(UnsafeBufferPointer(start: text, count: text.map { Int(xmlStrlen($0)) } ?? 0), target: target)
        stopIfFailed(context, state)
    }

    private struct State {
        private let limits: MarkupLimits
        private var depth = 0
        private var builder: ElementBuilder
        private(set) var failure: MarkupError?
        private var hasRoot = false
        /// Whether the root comes first: no document type anywhere, and no comment or instruction before it.
        var isRootFirst = true
        /// Comments after the root's end; other content there goes into the root.
        private var last: [(text: [UInt8], target: UnsafePointer<xmlChar>?)] = []

        init(limits: MarkupLimits) {
            self.limits = limits
            builder = ElementBuilder(.document(limits))
        }

        mutating func startElement(_ name: UnsafePointer<xmlChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, line: Int)
        {
            guard failure == nil else { return }
            // libxml2 puts content after the root inside it, or beside it if the root isn't first.
            if depth == 0, hasRoot, !isRootFirst { endRoot() }
            (depth, hasRoot) = (depth + 1, true)
            if depth > limits.depth { fail(MarkupError(.limit, line: line, "elements are nested deeper than \(limits.depth)")) }
            builder.startElement(Self.localName(name), nil, nil, line: line)
            var (next, count) = (attributes, 0)
            while let name = next?.pointee {
                // A boolean attribute without a value, as in `<option selected>`, has its name as value.
                let value = next?[1] ?? (htmlIsBooleanAttr(name) == 1 ? name : nil)
                builder.attribute(name, nil, nil, UnsafeBufferPointer(start: value, count: value.map { Int(xmlStrlen($0)) } ?? 0))
                count += 1
                next = next.map { $0 + 2 }
            }
            if count > limits.attributes {
                fail(MarkupError(.limit, line: line, "an element has more than \(limits.attributes) attributes"))
            }
            if builder.isFailed { fail(builder.failure) }
        }

        /// HTML has no prefix declarations: the tree has `p` for `o:p`.
        private static func localName(_ name: UnsafePointer<xmlChar>) -> UnsafePointer<xmlChar> {
            guard let colon = xmlStrchr(name, UInt8(ascii: ":")), colon != name, colon[1] != 0 else { return name }
            return colon + 1
        }

        mutating func endElement() {
            depth -= 1
            if builder.depth > 1 { builder.endElement() }
        }

        mutating func text(_ text: UnsafeBufferPointer<xmlChar>) {
            // Text outside the root is dropped.
            guard failure == nil, depth > 0 else { return }
            builder.text(text)
            if builder.isFailed { fail(builder.failure) }
        }

        /// - Parameter target: The target of an instruction; nil for a comment.
        mutating func comment(_ text: UnsafeBufferPointer<xmlChar>, target: UnsafePointer<xmlChar>?) {
            guard failure == nil else { return }
            if !hasRoot { isRootFirst = false }
            if hasRoot, depth == 0 {
                if isRootFirst { return last.append((Array(text), target)) }
                endRoot()
            }
            builder.comment(text, target: target)
            if builder.isFailed { fail(builder.failure) }
        }

        /// All nodes read. Must be called before the parser's dictionary is freed, because names point into it.
        mutating func storage() -> ElementStorage {
            if !last.isEmpty { endRoot() }
            for comment in last { comment.text.withUnsafeBufferPointer { builder.comment($0, target: comment.target) } }
            return builder.storage(isHTML: true)
        }

        private mutating func endRoot() { while builder.depth > 0 { builder.endElement() } }

        mutating func fail(_ failure: MarkupError?) { self.failure = self.failure ?? failure }
    }

    private static func stopIfFailed(_ context: UnsafeMutableRawPointer?, _ state: UnsafeMutablePointer<State>) {
        if state.pointee.failure != nil { xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self)) }
    }

    /// `storage` sets it, and it outlives the context.
    private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
        context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?.assumingMemoryBound(to: State.self)
    }

    private static func line(_ context: UnsafeMutableRawPointer?) -> Int {
        Int(context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input?.pointee.line ?? 0)
    }
}
