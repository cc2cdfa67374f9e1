import CXml2

/// `Element` ↔ libxml2's tree. Nesting is bounded where either was read (`MarkupLimits.depth`).
enum TreeMaker {
    static func tree(of element: Element) -> xmlDocPtr? {
        guard let tree = xmlNewDoc("1.0") else { return nil }
        guard let root = node(element.index, of: element.storage, in: tree) else {
            xmlFreeDoc(tree)
            return nil
        }
        xmlDocSetRootElement(tree, root)
        return tree
    }

    private static func node(_ place: Int, of storage: ElementStorage, in tree: xmlDocPtr) -> xmlNodePtr? {
        let name = storage.name(place)
        guard let node = xmlNewDocNode(tree, nil, name.local, nil) else { return nil }
        node.pointee.ns = namespace(name, on: node)
        for attribute in storage.attributes(of: place) {
            let name = storage.name(attribute)
            // The value goes in as a text of its own: as an argument it would be read for entities.
            guard let made = xmlNewNsProp(node, namespace(name, on: node), name.local, nil),
                let value = text(attribute, of: storage, in: tree)
            else { continue }
            xmlAddChild(UnsafeMutableRawPointer(made).assumingMemoryBound(to: xmlNode.self), value)
        }
        for child in storage.children(of: place) {
            let made = storage.nodes[child].isText ? text(child, of: storage, in: tree) : self.node(child, of: storage, in: tree)
            if let made { xmlAddChild(node, made) }
        }
        return node
    }

    private static func text(_ place: Int, of storage: ElementStorage, in tree: xmlDocPtr) -> xmlNodePtr? {
        let range = storage.nodes[place].bytes
        return storage.bytes.withUnsafeBufferPointer { bytes in
            // libxml2 copies them; the range is inside by the storage's making.
            xmlNewDocTextLen(tree, bytes.baseAddress.map { $0 + range.lowerBound }, Int32(range.count))
        }
    }

    private static func namespace(_ name: ElementStorage.Name, on node: xmlNodePtr) -> xmlNsPtr? {
        guard let uri = name.namespace else { return nil }
        var declared = node.pointee.nsDef
        while let found = declared {
            if let prefix = found.pointee.prefix.map({ String(cString: $0) }), prefix == name.prefix { return found }
            if found.pointee.prefix == nil, name.prefix == nil { return found }
            declared = found.pointee.next
        }
        return xmlNewNs(node, uri, name.prefix)
    }

    static func element(of root: xmlNodePtr) -> Element {
        var maker = Maker()
        maker.add(root)
        let storage = ElementStorage(nodes: maker.nodes, bytes: maker.bytes, names: maker.names, line: Int(xmlGetLineNo(root)))
        return Element(storage: storage, index: 0)
    }

    /// The string-value of a node, for as long as `use` runs.
    static func content<Result>(of node: xmlNodePtr, _ use: (UnsafeBufferPointer<xmlChar>) -> Result) -> Result {
        if let text = onlyText(of: node) { return use(UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))) }
        let buffer = xmlBufferCreate()
        defer { xmlBufferFree(buffer) }
        xmlNodeBufGetContent(buffer, node)
        return use(UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(max(0, xmlBufferLength(buffer)))))
    }

    /// The text of a node that is one, or has just one in it, where it lies: so it is with most cells and attributes.
    private static func onlyText(of node: xmlNodePtr) -> UnsafePointer<xmlChar>? {
        switch node.pointee.type {
        case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: return UnsafePointer(node.pointee.content)
        case XML_ELEMENT_NODE, XML_ATTRIBUTE_NODE:
            guard let child = node.pointee.children, child.pointee.next == nil, child.pointee.children == nil else { return nil }
            return onlyText(of: child)
        default: return nil
        }
    }

    private struct Maker {
        var nodes: [ElementStorage.Node] = []
        var bytes: [UInt8] = []
        var names: [ElementStorage.Name] = []
        var places: [ElementStorage.Name: Int] = [:]

        mutating func add(_ element: xmlNodePtr) {
            let place = nodes.count
            nodes.append(ElementStorage.Node(label: label(element.pointee.name, element.pointee.ns), end: 0))
            var attribute = element.pointee.properties
            while let found = attribute {
                let label = label(found.pointee.name, found.pointee.ns) | ElementStorage.Node.attribute
                // An attribute begins with the fields of a node (tree.h).
                TreeMaker.content(of: UnsafeMutableRawPointer(found).assumingMemoryBound(to: xmlNode.self)) { add($0, label: label) }
                attribute = found.pointee.next
            }
            var child = element.pointee.children
            while let found = child {
                switch found.pointee.type {
                case XML_ELEMENT_NODE: add(found)
                case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: TreeMaker.content(of: found) { add($0, label: .max) }
                default: break
                }
                child = found.pointee.next
            }
            nodes[place].end = UInt32(nodes.count)
        }

        private mutating func add(_ text: UnsafeBufferPointer<xmlChar>, label: UInt32) {
            let start = UInt32(bytes.count)
            bytes.append(contentsOf: text)
            nodes.append(ElementStorage.Node(label: label, start: start, length: UInt32(text.count), end: UInt32(nodes.count + 1)))
        }

        private mutating func label(_ local: UnsafePointer<xmlChar>?, _ namespace: xmlNsPtr?) -> UInt32 {
            let name = ElementStorage.Name(
                local: local.map { String(cString: $0) } ?? "", prefix: namespace?.pointee.prefix.map { String(cString: $0) },
                namespace: namespace?.pointee.href.map { String(cString: $0) })
            let place = places[name] ?? names.count
            if place == names.count {
                names.append(name)
                places[name] = place
            }
            return UInt32(place)
        }
    }
}
