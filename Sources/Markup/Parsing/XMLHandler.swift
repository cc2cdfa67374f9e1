import CXml2

/// The callbacks that libxml2 gets. C functions: all they know is the context, whose `_private` is the `XMLState`.
enum XMLHandler {
    static func handler(isTree: Bool) -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        if isTree {
            xmlSAXVersion(&handler, 2)
            handler.entityDecl = nil
            handler.unparsedEntityDecl = nil
            handler.externalSubset = nil
            handler.resolveEntity = nil
        }
        handler.initialized = XML_SAX2_MAGIC
        // The variadic ones print; `serror` is asked first.
        handler.error = nil
        handler.warning = nil
        handler.fatalError = nil
        handler.serror = { context, error in
            guard let context, let error, let state = XMLHandler.state(context) else { return }
            XMLMessages.take(error.pointee, context: context.assumingMemoryBound(to: xmlParserCtxt.self), into: &state.pointee)
        }
        // Asked for every entity that is not one of the five: none is handed out.
        handler.getEntity = { context, name in XMLHandler.refuse(entity: name, sign: "&", context) }
        handler.getParameterEntity = { context, name in XMLHandler.refuse(entity: name, sign: "%", context) }
        if isTree { buildTree(&handler) } else { readRows(&handler) }
        return handler
    }

    private static func buildTree(_ handler: inout xmlSAXHandler) {
        handler.startElementNs = { context, local, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes in
            guard XMLHandler.start(context, local, prefix, uri, count, defaulted, attributes) else { return }
            xmlSAX2StartElementNs(context, local, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes)
        }
        handler.endElementNs = { context, local, prefix, uri in
            guard let state = XMLHandler.state(context), !state.pointee.isFailed else { return }
            state.pointee.endElement()
            xmlSAX2EndElementNs(context, local, prefix, uri)
        }
        handler.characters = { context, text, count in
            guard let state = XMLHandler.state(context), !state.pointee.isFailed else { return }
            state.pointee.countNodes(1, line: XMLHandler.line(context))
            xmlSAX2Characters(context, text, count)
        }
    }

    private static func readRows(_ handler: inout xmlSAXHandler) {
        handler.startElementNs = { context, local, prefix, uri, _, _, count, defaulted, attributes in
            _ = XMLHandler.start(context, local, prefix, uri, count, defaulted, attributes)
        }
        handler.endElementNs = { context, _, _, _ in
            guard let state = XMLHandler.state(context), !state.pointee.isFailed else { return }
            state.pointee.endElement()
        }
        let characters: charactersSAXFunc = { context, text, count in
            guard let state = XMLHandler.state(context), let text, !state.pointee.isFailed else { return }
            state.pointee.characters(UnsafeBufferPointer(start: text, count: Int(count)))
            XMLHandler.stopIfFailed(context, state)
        }
        handler.characters = characters
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
    }

    /// Whether the element counts.
    private static func start(
        _ context: UnsafeMutableRawPointer?, _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
        _ uri: UnsafePointer<xmlChar>?, _ count: Int32, _ defaulted: Int32, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) -> Bool {
        guard let state = state(context), let local, !state.pointee.isFailed else { return false }
        state.pointee.startElement(
            local, prefix, uri, attributeCount: Int(count), defaultedCount: Int(defaulted), attributes, line: line(context))
        stopIfFailed(context, state)
        return !state.pointee.isFailed
    }

    private static func refuse(entity name: UnsafePointer<xmlChar>?, sign: String, _ context: UnsafeMutableRawPointer?) -> xmlEntityPtr? {
        guard let state = state(context), let name else { return nil }
        // A declaration of an entity asks whether it is there already, and uses none.
        let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self)
        if let parser, [XML_PARSER_ENTITY_DECL, XML_PARSER_ENTITY_VALUE].contains(parser.pointee.instate) { return nil }
        let why = "entities that a document declares are not expanded; XML's own are amp, lt, gt, quot and apos"
        state.pointee.fail(.entity, line: line(context), "the entity \(sign)\(String(cString: name).shortened); is not known: \(why)")
        stopIfFailed(context, state)
        return nil
    }

    private static func stopIfFailed(_ context: UnsafeMutableRawPointer?, _ state: UnsafeMutablePointer<XMLState>) {
        if state.pointee.isFailed { xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self)) }
    }

    /// `XMLParser` has put it there and frees it after the context.
    private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLState>? {
        context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?.assumingMemoryBound(to: XMLState.self)
    }

    private static func line(_ context: UnsafeMutableRawPointer?) -> Int {
        Int(context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input?.pointee.line ?? 0)
    }
}
