import CXml2
import Glibc

/// Pages of HTML, whole, in UTF-8 → libxml2's tree or our storage, mended where they are wrong, bounded in depth and nodes.
enum HTMLParser {
    static func tree(of text: [UInt8], limits: MarkupLimits) throws(MarkupError) -> xmlDocPtr {
        let (tree, _) = try read(text, limits) { handler in
            handler.startElement = { context, name, attributes in
                if HTMLParser.begin(context) != nil { xmlSAX2StartElement(context, name, attributes) }
            }
            handler.endElement = { context, name in
                HTMLParser.state(context)?.pointee.depth -= 1
                xmlSAX2EndElement(context, name)
            }
            handler.characters = { context, text, count in
                HTMLParser.state(context)?.pointee.count()
                xmlSAX2Characters(context, text, count)
            }
        }
        guard let tree else { throw MarkupError(.malformed, "the page gives no tree") }
        return tree
    }

    /// The same elements, attributes and texts.
    static func storage(of text: [UInt8], limits: MarkupLimits) throws(MarkupError) -> ElementStorage {
        let (_, builder) = try read(text, limits) { handler in
            // Nothing of libxml2's makes a document then.
            (handler.startDocument, handler.endDocument) = (nil, nil)
            handler.startElement = { context, name, attributes in
                guard let name, let state = HTMLParser.begin(context) else { return }
                state.pointee.startElement(name, attributes, line: HTMLParser.line(context))
            }
            handler.endElement = { context, _ in
                HTMLParser.state(context)?.pointee.endElement()
            }
            let characters: charactersSAXFunc = { context, text, count in
                guard let text, let state = HTMLParser.state(context) else { return }
                state.pointee.text(UnsafeBufferPointer(start: text, count: Int(count)))
            }
            handler.characters = characters
            handler.cdataBlock = characters
            handler.comment = { context, _ in HTMLParser.state(context)?.pointee.comment() }
            handler.processingInstruction = { context, _, _ in HTMLParser.state(context)?.pointee.comment() }
            handler.internalSubset = { context, _, _, _ in HTMLParser.state(context)?.pointee.isRootFirst = false }
        }
        return builder.storage()
    }

    /// The tree is nil unless the handler makes one.
    private static func read(
        _ text: [UInt8], _ limits: MarkupLimits, _ prepare: (inout xmlSAXHandler) -> Void
    ) throws(MarkupError) -> (tree: xmlDocPtr?, builder: ElementBuilder) {
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
        let options = [
            HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC, HTML_PARSE_COMPACT,
        ]
        // libxml2 ends a page at a zero byte, so that it becomes what browsers show for it.
        let hasZero = text.withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
        let text = hasZero ? text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] } : text
        let tree = text.withUnsafeBytes { raw in
            htmlCtxtReadMemory(
                context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), nil, "UTF-8",
                options.reduce(0) { $0 | Int32($1.rawValue) })
        }
        if let failure = state.pointee.failure {
            xmlFreeDoc(tree)
            throw failure
        }
        return (tree, state.pointee.builder)
    }

    private struct State {
        let limits: MarkupLimits
        var depth = 0
        var nodes = 0
        var failure: MarkupError?
        var builder: ElementBuilder
        /// Whether the tree begins with the root: with no document type, wherever that stood, no comment and no instruction.
        var isRootFirst = true

        init(limits: MarkupLimits) {
            self.limits = limits
            // A page is bounded by what is counted here, and by the bytes that it is read from.
            var unbounded = limits
            (unbounded.rowBytes, unbounded.rowNodes, unbounded.names) = (.max, .max, .max)
            builder = ElementBuilder(limits: unbounded)
        }

        mutating func count() {
            nodes += 1
            guard failure == nil else { return }
            if depth > limits.depth { failure = MarkupError(.limit, "elements are nested deeper than \(limits.depth)") }
            if nodes > limits.documentNodes {
                failure = MarkupError(.limit, "the page has more than \(limits.documentNodes) elements and texts")
            }
        }

        mutating func startElement(_ name: UnsafePointer<xmlChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, line: Int)
        {
            // What comes after the root's end libxml2's tree has in it, or beside it if the root is not first.
            if depth == 1, !isRootFirst { builder.endElement() }
            builder.startElement(Self.localName(name), nil, nil, line: line)
            guard var next = attributes else { return }
            while let name = next.pointee {
                // One without a value that stands for itself, as in `<option selected>`, has its name for a value.
                let value = next[1] ?? (htmlIsBooleanAttr(name) == 1 ? name : nil)
                builder.attribute(name, nil, nil, UnsafeBufferPointer(start: value, count: value.map { Int(xmlStrlen($0)) } ?? 0))
                next += 2
            }
        }

        /// Nobody declares prefixes in HTML: of `o:p` the tree keeps `p`.
        private static func localName(_ name: UnsafePointer<xmlChar>) -> UnsafePointer<xmlChar> {
            guard let colon = xmlStrchr(name, UInt8(ascii: ":")), colon != name, colon[1] != 0 else { return name }
            return colon + 1
        }

        mutating func endElement() {
            depth -= 1
            if builder.depth > 1 { builder.endElement() }
        }

        mutating func text(_ text: UnsafeBufferPointer<xmlChar>) {
            count()
            // Outside of the root it is nobody's.
            if depth > 0 { builder.text(text) }
        }

        /// Or an instruction: either divides texts.
        mutating func comment() {
            if builder.isEmpty { isRootFirst = false }
            builder.endText()
        }
    }

    /// Counts an element; nil if that is one too many.
    private static func begin(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
        guard let state = state(context) else { return nil }
        state.pointee.depth += 1
        state.pointee.count()
        if state.pointee.failure == nil { return state }
        xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
        return nil
    }

    /// `read` has put it there and outlives the context.
    private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
        context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?.assumingMemoryBound(to: State.self)
    }

    private static func line(_ context: UnsafeMutableRawPointer?) -> Int {
        Int(context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input?.pointee.line ?? 0)
    }
}
