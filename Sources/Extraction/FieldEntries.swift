import Records

extension Declaration {
    /// The entries of an extractor's `fields`: the field's index in the schema, and its entry.
    func fields(of schema: Schema) throws(DeclarationError) -> [(index: Int, entry: Entry)] {
        var fields: [(index: Int, entry: Entry)] = []
        for entry in try entries() {
            guard let index = schema.index(of: entry.key) else {
                throw DeclarationError(line: entry.line, "\(path): there is no field '\(entry.key)' under 'fields' of the board")
            }
            fields.append((index, entry))
        }
        return fields
    }
}
