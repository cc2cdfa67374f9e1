/// Expands the cells of a page's tables to every row and column they cover (HTML, "Forming a table"): cells with `rowspan` and `colspan`
/// are repeated, so that `td[3]` is the third column in each row.
///
/// Empty cells fill gaps before a cell that covers the row from above. A copy costs no bytes, only nodes, whose number is limited.
struct TableSpans: Sendable {
    /// For each node its index in the original page; -1 for an inserted empty cell.
    private(set) var origins: [Int32] = []
    /// For each node of the original page its new index, not that of a copy.
    private(set) var places: [Int32]

    /// Returns nil if no cell spans several positions.
    static func filled(_ storage: ElementStorage, limit: Int) throws(MarkupError) -> ElementStorage? {
        let names = (0..<storage.names.count).filter { ["rowspan", "colspan"].contains(storage.names[$0].local) }
        guard !names.isEmpty, storage.nodes.contains(where: { $0.isAttribute && names.contains($0.nameIndex) }) else { return nil }
        var filling = Filling(storage, limit: limit)
        var at = 0
        while at < storage.nodes.count {
            try filling.take(at, isCopy: false)
            at = storage.end(of: at)
        }
        return ElementStorage(nodes: filling.nodes, bytes: storage.bytes, names: storage.names, line: 0, isHTML: true, spans: filling.spans)
    }

    private struct Filling {
        let storage: ElementStorage
        let limit: Int
        var nodes: [ElementStorage.Node] = []
        var spans: TableSpans

        init(_ storage: ElementStorage, limit: Int) {
            (self.storage, self.limit) = (storage, limit)
            spans = TableSpans(places: [Int32](repeating: -1, count: storage.nodes.count))
        }

        /// Cells from rows above that cover a row, by column, with the number of further rows they cover.
        struct Covered {
            var cells: [Int: (cell: Int, rows: Int)] = [:]

            /// The cell that covers the column in this row; uses up one of its rows.
            mutating func pass(_ column: Int) -> Int? {
                guard let (cell, rows) = cells[column] else { return nil }
                cells[column] = rows > 1 ? (cell, rows - 1) : nil
                return cell
            }
        }

        /// Copies a node with its content. The recursion is bounded by the page's depth limit.
        mutating func take(_ place: Int, isCopy: Bool) throws(MarkupError) {
            let start = nodes.count
            try append(place, isCopy: isCopy)
            guard storage.nodes[place].isElement else { return }
            // Cells don't extend into another row group.
            var covered = Covered()
            for child in inside(place) {
                if isElement(child, "tr") { try takeRow(child, &covered, isCopy: isCopy) } else { try take(child, isCopy: isCopy) }
            }
            nodes[start].end = UInt32(nodes.count)
        }

        private mutating func takeRow(_ row: Int, _ covered: inout Covered, isCopy: Bool) throws(MarkupError) {
            let start = nodes.count
            try append(row, isCopy: isCopy)
            var column = 0
            for child in inside(row) {
                guard isElement(child, "td") || isElement(child, "th") else {
                    try take(child, isCopy: isCopy)
                    continue
                }
                while let cell = covered.pass(column) {
                    try take(cell, isCopy: true)
                    column += 1
                }
                let (columns, rows) = (span(child, "colspan", 1...1000), span(child, "rowspan", 0...65_534))
                for repetition in 0..<columns {
                    try take(child, isCopy: isCopy || repetition > 0)
                    _ = covered.pass(column)
                    if rows != 1 { covered.cells[column] = (child, rows == 0 ? .max : rows - 1) }
                    column += 1
                }
            }
            for next in covered.cells.keys.filter({ $0 >= column }).sorted() {
                guard let cell = covered.pass(next) else { continue }
                while column < next {
                    try appendEmpty(like: cell)
                    column += 1
                }
                try take(cell, isCopy: true)
                column += 1
            }
            nodes[start].end = UInt32(nodes.count)
        }

        /// Attributes and direct children.
        private func inside(_ element: Int) -> [Int] {
            var places: [Int] = []
            var at = element + 1
            while at < storage.end(of: element) {
                places.append(at)
                at = storage.end(of: at)
            }
            return places
        }

        private func isElement(_ place: Int, _ name: String) -> Bool {
            storage.nodes[place].isElement && storage.name(place).local == name
        }

        /// The span of a cell; 1 if it isn't a number.
        private func span(_ cell: Int, _ name: String, _ bounds: ClosedRange<Int>) -> Int {
            guard let attribute = storage.attributes(of: cell).first(where: { storage.name($0).local == name }) else { return 1 }
            let digits = storage.string(attribute).drop(while: \.isWhitespace).prefix { ("0"..."9").contains($0) }
            guard let first = digits.first, let number = digits.count > 6 && first != "0" ? bounds.upperBound : Int(digits) else {
                return 1
            }
            return number < bounds.lowerBound ? 1 : min(number, bounds.upperBound)
        }

        private mutating func append(_ place: Int, isCopy: Bool) throws(MarkupError) {
            if !isCopy { spans.places[place] = Int32(nodes.count) }
            try append(storage.nodes[place], origin: place)
        }

        private mutating func appendEmpty(like cell: Int) throws(MarkupError) { try append(storage.nodes[cell], origin: -1) }

        private mutating func append(_ node: ElementStorage.Node, origin: Int) throws(MarkupError) {
            guard nodes.count < limit else {
                throw MarkupError(.limit, "with cells in every row and column that they cover the page has more than \(limit) nodes")
            }
            var node = node
            node.end = UInt32(nodes.count + 1)
            nodes.append(node)
            spans.origins.append(Int32(origin))
        }
    }
}

extension Document {
    /// The page with expanded cells, and the map from this page's nodes; nil if no cell spans several positions.
    public func fillingSpans() throws(MarkupError) -> (page: Document, place: (Node) -> Node)? {
        guard tree.storage.isHTML, let filled = try TableSpans.filled(tree.storage, limit: limits.documentNodes), let spans = filled.spans
        else {
            return nil
        }
        let page = Document(filled, limits: limits, replacements: replacements)
        return (page, { Node(document: page, place: $0.place < 0 ? $0.place : Int(spans.places[$0.place])) })
    }
}
