import Markup

extension PageTree {
    /// The tree of a page, within the bounds.
    init(_ document: Document, _ bounds: DiscoveryBounds, _ steps: Steps) {
        guard let root = document.root?.element else { return }
        var builder = PageTreeBuilder(bounds: bounds)
        builder.take(root, steps)
        self = builder.tree
        addLengths()
        var last = [Int](repeating: -1, count: nodes.count)
        previous = nodes.indices.map { place in
            let parent = nodes[place].parent
            guard parent >= 0 else { return -1 }
            defer { last[parent] = place }
            return last[parent]
        }
    }

    /// From the end, so that descendants are summed before their ancestors.
    private mutating func addLengths() {
        for place in nodes.indices.reversed() {
            if nodes[place].isText { nodes[place].length = texts[place].trimmed.unicodeScalars.count }
            if tag(place) == "a" { nodes[place].linkLength = nodes[place].length }
            let parent = nodes[place].parent
            guard parent >= 0 else { continue }
            nodes[parent].length += nodes[place].length
            nodes[parent].linkLength += nodes[place].linkLength
        }
    }
}

/// Walks a document's elements without recursion, and keeps the visible ones.
private struct PageTreeBuilder {
    let bounds: DiscoveryBounds
    var tree = PageTree()
    private var tagNumbers: [String: Int] = [:]
    private var classNumbers: [String: Int] = ["": 0]
    private var elementCount = 0

    init(bounds: DiscoveryBounds) { self.bounds = bounds }

    private enum Task {
        case enter(Element.Child, parent: Int)
        case leave(Int)
    }

    mutating func take(_ root: Element, _ steps: Steps) {
        var tasks: [Task] = [.enter(.element(root), parent: -1)]
        while let task = tasks.popLast() {
            switch task {
            case .leave(let place): tree.nodes[place].end = tree.nodes.count
            case .enter(.text(let text), let parent): add(text, parent)
            case .enter(.element(let element), let parent):
                guard let place = add(element, parent, steps) else { continue }
                tasks.append(.leave(place))
                for child in element.children.reversed() { tasks.append(.enter(child, parent: place)) }
            }
        }
    }

    private mutating func add(_ text: String, _ parent: Int) {
        guard parent >= 0 else { return }
        let squeezed = text.squeezed
        guard !squeezed.isEmpty else { return }
        let (start, end) = (text.first?.isWhitespace == true ? " " : "", text.last?.isWhitespace == true ? " " : "")
        append(PageTree.Node(parent: parent, tag: -1, mark: 0, depth: tree.nodes[parent].depth + 1, end: 0), start + squeezed + end, nil)
        tree.nodes[tree.nodes.count - 1].end = tree.nodes.count
    }

    /// The element's index; nil if it and its content are left out.
    private mutating func add(_ element: Element, _ parent: Int, _ steps: Steps) -> Int? {
        let name = element.name
        note(element, name)
        guard !Self.unseen.contains(name), !Self.isHidden(element) else { return nil }
        let depth = parent < 0 ? 0 : tree.nodes[parent].depth + 1
        guard depth < bounds.depth else {
            steps.note(.depth)
            return nil
        }
        guard elementCount < bounds.elements else {
            steps.note(.elements)
            return nil
        }
        elementCount += 1
        if name == "h1", tree.heading == nil { tree.heading = tree.nodes.count }
        append(PageTree.Node(parent: parent, tag: number(ofTag: name), mark: mark(of: element), depth: depth, end: 0), "", element)
        return tree.nodes.count - 1
    }

    private mutating func append(_ node: PageTree.Node, _ text: String, _ element: Element?) {
        tree.nodes.append(node)
        tree.texts.append(text)
        tree.elements.append(element)
    }

    /// Notes elements with metadata: the language, the title, scripts.
    private mutating func note(_ element: Element, _ name: String) {
        switch name {
        case "html": tree.language = element[attribute: "lang"] ?? element[attribute: "xml:lang"] ?? ""
        case "head": for child in element.elements { note(child, child.name) }
        case "link": if tree.links.count < 1000 { tree.links.append(element) }
        case "iframe", "frame": if tree.frames.count < 100, !Self.isHidden(element) { tree.frames.append(element) }
        case "title": if tree.title.isEmpty { tree.title = element.text.squeezed }
        case "script":
            guard element[attribute: "src"] == nil else { return }
            let type = element[attribute: "type"] ?? ""
            tree.scripts.append(PageTree.Script(type: type, id: element[attribute: "id"] ?? "", text: element.text))
        default: break
        }
    }

    private mutating func number(ofTag name: String) -> Int {
        if let number = tagNumbers[name] { return number }
        tagNumbers[name] = tree.tags.count
        tree.tags.append(name)
        return tree.tags.count - 1
    }

    private mutating func mark(of element: Element) -> Int {
        guard let classes = element[attribute: "class"] else { return 0 }
        if let number = classNumbers[classes] { return number }
        classNumbers[classes] = tree.classes.count
        tree.classes.append(classes.split(whereSeparator: \.isWhitespace).map(String.init))
        return tree.classes.count - 1
    }

    private static func isHidden(_ element: Element) -> Bool {
        if element[attribute: "hidden"] != nil || element[attribute: "aria-hidden"] == "true" { return true }
        guard let style = element[attribute: "style"]?.lowercased() else { return false }
        return style.filter { $0 != " " }.contains("display:none")
    }

    /// Elements without visible text, and controls.
    private static let unseen: Set<String> = [
        "script", "style", "template", "noscript", "svg", "iframe", "button", "head", "input", "select", "textarea", "option", "object",
        "embed",
        "canvas", "video", "audio", "math", "dialog", "map", "applet", "base",
    ]
}
