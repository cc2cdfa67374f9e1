import CXml2

/// libxml2's callbacks: C functions that reach the `XMLState` through the context's `_private`.
enum XMLHandler {
    /// - Parameter isWhole: Whether to keep the whole document, not only rows.
    static func handler(isWhole: Bool) -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        // The variadic ones print; `serror` takes precedence.
        handler.error = nil
        handler.warning = nil
        handler.fatalError = nil
        handler.serror = { context, error in
            guard let context, let error, let state = XMLHandler.state(context) else { return }
            XMLMessages.take(error.pointee, context: context.assumingMemoryBound(to: xmlParserCtxt.self), into: &state.pointee)
        }
        // Called for every entity except XML's five: entities declared by the document are never returned.
        handler.getEntity = { context, name in
            XMLHandler.character(named: name, context) ?? XMLHandler.refuse(entity: name, sign: "&", context)
        }
        handler.getParameterEntity = { context, name in XMLHandler.refuse(entity: name, sign: "%", context) }
        readElements(&handler)
        readDeclarations(&handler)
        readEntities(&handler)
        if isWhole { readComments(&handler) }
        return handler
    }

    private static func readElements(_ handler: inout xmlSAXHandler) {
        handler.startElementNs = { context, local, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes in
            guard let state = XMLHandler.state(context), let local, !state.pointee.isFailed else { return }
            state.pointee.startElement(
                local, prefix, uri, attributeCount: Int(count), defaultedCount: Int(defaulted), attributes,
                namespaceCount: Int(namespaceCount), namespaces, line: XMLHandler.line(context))
            XMLHandler.stopIfFailed(context, state)
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

    private static func readDeclarations(_ handler: inout xmlSAXHandler) {
        handler.attributeDecl = { context, element, attribute, type, kind, _, values in
            // The callback must free it.
            xmlFreeEnumeration(values)
            guard let state = XMLHandler.state(context), let element, let attribute, !state.pointee.isFailed else { return }
            state.pointee.declareAttribute(
                QualifiedAttribute(element: String(cString: element), attribute: String(cString: attribute)),
                isIdentifier: type == Int32(XML_ATTRIBUTE_ID.rawValue),
                hasDefault: kind == Int32(XML_ATTRIBUTE_NONE.rawValue) || kind == Int32(XML_ATTRIBUTE_FIXED.rawValue),
                line: XMLHandler.line(context))
            XMLHandler.stopIfFailed(context, state)
        }
    }

    private static func readEntities(_ handler: inout xmlSAXHandler) {
        handler.entityDecl = { context, name, type, _, _, _ in
            guard let state = XMLHandler.state(context), let name, let names = state.pointee.htmlNames else { return }
            let parameters = [XML_INTERNAL_PARAMETER_ENTITY, XML_EXTERNAL_PARAMETER_ENTITY]
            if !parameters.contains(where: { Int32($0.rawValue) == type }) { names.declare(String(cString: name)) }
        }
    }

    private static func readComments(_ handler: inout xmlSAXHandler) {
        handler.comment = { context, text in XMLHandler.comment(text, target: nil, context) }
        handler.processingInstruction = { context, target, text in XMLHandler.comment(text, target: target, context) }
    }

    /// A comment in the document type declaration isn't a node of the document.
    private static func comment(_ text: UnsafePointer<xmlChar>?, target: UnsafePointer<xmlChar>?, _ context: UnsafeMutableRawPointer?) {
        guard let state = state(context), !state.pointee.isFailed,
            context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.inSubset == 0
        else { return }
        state.pointee.comment(UnsafeBufferPointer(start: text, count: text.map { Int(xmlStrlen($0)) } ?? 0), target: target)
        stopIfFailed(context, state)
    }

    /// Returns nil for other names, or if HTML's names aren't enabled.
    private static func character(named name: UnsafePointer<xmlChar>?, _ context: UnsafeMutableRawPointer?) -> xmlEntityPtr? {
        guard let state = state(context), let name, let names = state.pointee.htmlNames else { return nil }
        switch context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.instate {
        case XML_PARSER_CONTENT: return names.entity(name, inValue: false)
        case XML_PARSER_ATTRIBUTE_VALUE: return names.entity(name, inValue: true)
        default: return nil
        }
    }

    private static func refuse(entity name: UnsafePointer<xmlChar>?, sign: String, _ context: UnsafeMutableRawPointer?) -> xmlEntityPtr? {
        guard let state = state(context), let name else { return nil }
        // Called by an entity declaration to check for duplicates; the result isn't used.
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

    /// `XMLParser` sets it and frees it after the context.
    private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLState>? {
        context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?.assumingMemoryBound(to: XMLState.self)
    }

    private static func line(_ context: UnsafeMutableRawPointer?) -> Int {
        Int(context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input?.pointee.line ?? 0)
    }
}
