/// Fills an empty store with all rows of another one, of the other engine, in one transaction on each side.
struct StoreCopy {
    let source: Connection
    let target: Connection

    /// Returns the sum of each table. Throws if the two sides differ.
    func run() throws -> [(name: String, sum: TableSum)] {
        let shapes = try TableShape.all(in: source)
        let known = try target.tableNames()
        for shape in shapes where !known.contains(shape.name) { try make(shape) }
        var sums: [(name: String, sum: TableSum)] = []
        try target.withoutTriggers {
            // A new store already has some rows.
            for shape in shapes.reversed() { try target.execute(sql: "DELETE FROM \"\(shape.name)\"") }
            for shape in shapes { sums.append((shape.name, try copy(shape))) }
        }
        if target.dialect == .sqlite { try WordIndex.makeAll(in: target) }
        let identities = try (source.dialect == .postgres ? source : target).identities()
        for shape in shapes {
            guard let key = identities[shape.name] else { continue }
            try target.setLastID(of: shape.name, key, to: source.lastID(of: shape.name, key))
        }
        for (shape, moved) in zip(shapes, sums) {
            guard try TableSum(of: shape, in: target) == moved.sum else {
                throw StoredFault("the rows of \(shape.name) aren’t what they were: nothing is moved")
            }
        }
        return sums
    }

    /// Creates a board's table without its indexes, which are created when the board is prepared.
    private func make(_ shape: TableShape) throws {
        let dialect = target.dialect
        let columns = try ColumnShape.all(of: shape.name, in: source).map { column in
            guard let kind = column.kind else { throw StoredFault("\(shape.name) isn’t a table of Tidings: \(column.name)") }
            if shape.key == [column.name], kind == .integer { return "\"\(column.name)\" \(dialect.identity)" }
            let reference = shape.references[column.name].map { " REFERENCES \"\($0)\" (id) ON DELETE CASCADE" } ?? ""
            return "\"\(column.name)\" \(dialect.type(of: kind))\(column.isNeeded ? " NOT NULL" : "")\(reference)"
        }
        try target.execute(sql: "CREATE TABLE \"\(shape.name)\" (\(columns.joined(separator: ", "))) \(dialect.strict)")
    }

    private func copy(_ shape: TableShape) throws -> TableSum {
        var sum = TableSum()
        let rows = try Row.fetchCursor(source, sql: shape.selectAll)
        switch target {
        case .postgres(let connection):
            try connection.copy(shape.copyAll, into: shape.name) { bytes in
                guard let values = try rows.next()?.values else { return false }
                sum.add(values)
                PostgresCopy.append(values, to: &bytes)
                return true
            }
        case .sqlite:
            let insert = try target.makeStatement(sql: shape.insertAll)
            while let values = try rows.next()?.values {
                sum.add(values)
                try insert.execute(arguments: Arguments(values))
            }
        }
        return sum
    }

    /// Whether the target already holds the same rows.
    func isDone() throws -> Bool {
        let shapes = try TableShape.all(in: source)
        guard try Set(TableShape.all(in: target).map(\.name)) == Set(shapes.map(\.name)) else { return false }
        return try shapes.allSatisfy { try TableSum(of: $0, in: source) == TableSum(of: $0, in: target) }
    }
}
