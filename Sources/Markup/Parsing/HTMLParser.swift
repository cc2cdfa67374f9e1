import CXml2

/// Pages of HTML, whole, in UTF-8 → libxml2's tree, mended where they are wrong, bounded in depth and nodes.
enum HTMLParser {
    static func tree(of text: [UInt8], limits: MarkupLimits) throws(MarkupError) -> xmlDocPtr {
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
        context.pointee.sax.pointee.startElement = { context, name, attributes in
            guard let state = HTMLParser.state(context) else { return }
            state.pointee.depth += 1
            state.pointee.count()
            if state.pointee.failure != nil { return xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self)) }
            xmlSAX2StartElement(context, name, attributes)
        }
        context.pointee.sax.pointee.endElement = { context, name in
            HTMLParser.state(context)?.pointee.depth -= 1
            xmlSAX2EndElement(context, name)
        }
        context.pointee.sax.pointee.characters = { context, text, count in
            guard let state = HTMLParser.state(context) else { return }
            state.pointee.count()
            xmlSAX2Characters(context, text, count)
        }
        let options = [
            HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC, HTML_PARSE_COMPACT,
        ]
        // libxml2 ends a page at a zero byte, so that it becomes what browsers show for it.
        let text = text.contains(0) ? text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] } : text
        let tree = text.withUnsafeBytes { raw in
            htmlCtxtReadMemory(
                context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), nil, "UTF-8",
                options.reduce(0) { $0 | Int32($1.rawValue) })
        }
        if let failure = state.pointee.failure {
            xmlFreeDoc(tree)
            throw failure
        }
        guard let tree else { throw MarkupError(.malformed, "the page gives no tree") }
        return tree
    }

    private struct State {
        let limits: MarkupLimits
        var depth = 0
        var nodes = 0
        var failure: MarkupError?

        mutating func count() {
            nodes += 1
            guard failure == nil else { return }
            if depth > limits.depth { failure = MarkupError(.limit, "elements are nested deeper than \(limits.depth)") }
            if nodes > limits.documentNodes {
                failure = MarkupError(.limit, "the page has more than \(limits.documentNodes) elements and texts")
            }
        }
    }

    /// `tree(of:limits:)` has put it there and outlives the context.
    private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
        context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?.assumingMemoryBound(to: State.self)
    }
}
