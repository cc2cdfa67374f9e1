import Markup
import Records

/// Which path of a row gives which field: what `xml` and `html` have in common of their options.
struct MarkupFields: Sendable {
    let schema: Schema
    /// For each path, the place of its field in the schema.
    let order: [Int]
    let paths: [XPath]

    /// - Parameter fallsBack: Whether a field that is not named is read from the child element of its own name.
    init(
        _ fields: Declaration?, of options: Declaration, schema: Schema, namespaces: [String: String], fallsBack: Bool
    ) throws(DeclarationError) {
        var declared: [String: Declaration] = [:]
        for entry in try fields?.entries() ?? [] {
            guard schema.index(of: entry.key) != nil else {
                let known = schema.fields.map(\.name).joined(separator: ", ")
                throw DeclarationError(line: entry.line, "there is no field '\(entry.key)' under 'fields'; there are \(known)")
            }
            declared[entry.key] = entry.value
        }
        var (order, paths): ([Int], [XPath]) = ([], [])
        for (index, field) in schema.fields.enumerated() {
            if let path = declared[field.name] {
                paths.append(try Self.path(path, namespaces))
            } else if fallsBack {
                paths.append(try Self.path(Declaration(.scalar(field.name), line: options.line, path: options.path), namespaces))
            } else if field.isOptional {
                continue
            } else {
                throw (fields ?? options).error("the field '\(field.name)' is never read; give it a path here or make it optional")
            }
            order.append(index)
        }
        (self.schema, self.order, self.paths) = (schema, order, paths)
    }

    private static func path(_ declaration: Declaration, _ namespaces: [String: String]) throws(DeclarationError) -> XPath {
        let source = try declaration.text()
        do { return try XPath(source, namespaces: namespaces) } catch { throw declaration.error("XPath, \(error)") }
    }

    /// `namespaces: { media: 'http://…' }`
    static func namespaces(_ declaration: Declaration?) throws(DeclarationError) -> [String: String] {
        var namespaces: [String: String] = [:]
        for entry in try declaration?.entries() ?? [] { namespaces[entry.key] = try entry.value.text() }
        return namespaces
    }

    /// - Parameters:
    ///   - texts: What each path gave.
    ///   - row: From 0.
    ///   - line: In the document; 0 if it is not known.
    func record(of texts: [String?], row: Int, line: Int) throws(ExtractionError) -> Record {
        var values = [Value?](repeating: nil, count: schema.fields.count)
        for (place, text) in zip(order, texts) {
            do throws(FieldError) {
                values[place] = try schema.fields[place].value(from: text ?? "")
            } catch {
                throw ExtractionError(error, in: "row \(row + 1)\(line > 0 ? " (line \(line))" : "")")
            }
        }
        return Record(values)
    }
}

extension ExtractionError {
    /// - Parameter isBegun: Whether a root element was found: if not, it is no such document at all.
    init(_ error: MarkupError, isBegun: Bool = true) {
        let code: Code =
            switch error.code {
            case .empty: .wrongFormat
            case .truncated: .truncated
            case .malformed: isBegun ? .damaged : .wrongFormat
            case .encoding: .damaged
            case .entity: .unsupported
            case .limit: .limit
            case .path: .row
            }
        self.init(code, error.description)
    }

    static func tooManyRows() -> ExtractionError { ExtractionError(.limit, "more than \(RowLimits.rows) rows") }
}
