import Foundation
import Markup
import Records

/// The paths of fields in a row: the options shared by `xml` and `html`.
struct MarkupFields: Sendable {
    let schema: Schema
    /// The paths of each schema field: usually one, two for a position of latitude and longitude, several for a text.
    let places: [(field: Int, paths: Range<Int>)]
    /// For each of them, the reader of its plain texts, if it has one path.
    private let readings: [PlainReading?]
    let paths: [XPath]
    /// The indices of the paths for lists, whose nodes are all used.
    let lists: [Int]
    /// The indices of the paths to attributes with an address.
    private let addresses: Set<Int>

    /// - Parameter fallsBack: Whether an unnamed field is read from the child element of its own name.
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
        var (places, paths, lists): ([(field: Int, paths: Range<Int>)], [XPath], [Int]) = ([], [], [])
        for (index, field) in schema.fields.enumerated() {
            let start = paths.count
            if let path = declared[field.name] {
                if case .list(let several) = path.content {
                    for path in several { paths.append(try Self.path(path, namespaces)) }
                } else {
                    paths.append(try Self.path(path, namespaces))
                }
            } else if fallsBack {
                paths.append(try Self.path(Declaration(.scalar(field.name), line: options.line, path: options.path), namespaces))
            } else if field.isOptional {
                continue
            } else {
                throw (fields ?? options).error("the field '\(field.name)' is never read; give it a path here or make it optional")
            }
            places.append((index, start..<paths.count))
            if field.kind == .list { lists += start..<paths.count }
        }
        (self.schema, self.places, self.paths, self.lists) = (schema, places, paths, lists)
        readings = places.map { $0.paths.count == 1 ? PlainReading(schema.fields[$0.field]) : nil }
        addresses = Set(paths.indices.filter { paths[$0].description.hasSuffix("@href") || paths[$0].description.hasSuffix("@src") })
    }

    /// Without any paths.
    init(none schema: Schema) { (self.schema, places, readings, paths, lists, addresses) = (schema, [], [], [], [], []) }

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
    ///   - texts: The result of each path.
    ///   - all: All results of each path of `lists`.
    ///   - row: Base 0.
    ///   - line: In the document; 0 if unknown.
    ///   - notes: Record what is left out.
    ///   - base: The base of a path's relative addresses, if the document specifies one.
    func record(
        of texts: [String?], _ all: [[String]], row: Int, line: Int, counting notes: inout ReadingNotes, base: (_ path: Int) throws -> URL?
    ) throws -> Record {
        try record(all, row: row, line: line, counting: &notes, text: { texts[$0] }, plain: { _, _ in nil }, base: base)
    }

    /// The same, evaluating a path only if its value can't be read directly.
    ///
    /// - Parameters:
    ///   - text: The result of a path.
    ///   - plain: The value of a path whose text is plain; nil if it isn't.
    func record(
        _ all: [[String]], row: Int, line: Int, counting notes: inout ReadingNotes, text: (_ path: Int) throws -> String?,
        plain: (_ path: Int, PlainReading) -> Value?, base: (_ path: Int) throws -> URL?
    ) throws -> Record {
        var values = [Value?](repeating: nil, count: schema.fields.count)
        var nextList = 0
        for (index, (place, paths)) in places.enumerated() {
            if let reading = readings[index], let value = plain(paths.lowerBound, reading) {
                values[place] = value
                continue
            }
            let field = schema.fields[place]
            let texts = field.kind == .list ? [] : try paths.map { try text($0) ?? "" }
            do throws(FieldError) {
                if field.kind == .list {
                    let found = all[nextList..<nextList + paths.count].flatMap { $0 }
                    nextList += paths.count
                    // One text may contain several values.
                    values[place] =
                        try found.count == 1 ? field.value(from: found[0], counting: &notes) : field.value(from: found, counting: &notes)
                } else if paths.count == 1 {
                    values[place] = try field.value(from: written(texts[0], in: field, paths.lowerBound), counting: &notes)
                } else {
                    values[place] = try field.value(from: texts, counting: &notes)
                }
            } catch {
                throw ExtractionError(error, in: "row \(row + 1)\(line > 0 ? " (line \(line))" : "")")
            }
            if let address = values[place]?.address, let base = try base(paths.lowerBound) {
                values[place] = values[place]?.with(address: WholeAddress.of(address, base))
            }
        }
        return Record(values)
    }

    /// A relative address as browsers read it from an attribute: the blank in `files/Report 2026.pdf` is allowed.
    private func written(_ text: String, in field: Field, _ path: Int) -> String {
        guard text.contains(" "), addresses.contains(path), [.url, .image].contains(field.kind), !Field.isWholeAddress(text),
            !field.nothings.contains(text)
        else { return text }
        return text.trimmingWhitespace().replacing(" ", with: "%20")
    }
}

extension ExtractionError {
    /// - Parameter isBegun: Whether a root element was found; otherwise it isn't such a document at all.
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
