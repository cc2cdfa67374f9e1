package import Boards
import Discovery
import Extraction
import Foundation
package import Records

/// A board file for a detected list: its address, how its rows are read, and its fields.
///
/// A value that writes its own YAML, which is parsed again by the code for board files. Only drafts from `DraftProof` are known to read the
/// list correctly.
package struct BoardDraft: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        /// The label for people; nil: made from the name.
        var label: String?
        var writing: FieldWriting
        package var isKey = false
        var isHeading = false
        var isOptional = false
        /// Whether differences in it don't count as changes.
        var isQuiet = false

        package var kind: Records.Field.Kind { writing.kind }
    }

    struct Header: Hashable, Sendable {
        let name: String
        let value: String
    }

    package var title: String
    package var address: String
    var reading: Reading
    /// How the document is compressed or archived.
    var wrapping: PackedDocument.Wrapping?
    package var fields: [Field]
    /// How a browser opens the page, as written under `render`; nil: no browser is used.
    package var render: String?
    /// Which rows are records; at most one rule for each field and test.
    package var only: [RowRule] = []
    /// The interval between readings, in seconds.
    var every = 3600
    /// Sent with each request.
    var headers: [Header] = []
    /// Whether it is a single value, to be shown large.
    var isGauge = false
    /// Whether it is one value and not a list: the document is refused if it has several such rows, or a value of another type.
    package internal(set) var isOne = false

    /// The whole file.
    package var yaml: String {
        var lines = ["title: \(YAMLText.scalar(title))", "view: \(isGauge ? "gauge" : "table")"]
        // Braces would be read as parameters.
        let url = address.replacing("{", with: "%7B").replacing("}", with: "%7D")
        let pause = every.isMultiple(of: 3600) ? "\(every / 3600)h" : "\(every)s"
        let sent = headers.map { "\(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.value))" }.joined(separator: ", ")
        let rendered = render.map { ", render: \($0)" } ?? ""
        lines.append("source: { url: \(YAMLText.scalar(url)), every: \(pause)\(rendered)\(sent.isEmpty ? "" : ", headers: { \(sent) }") }")
        lines.append("extract:")
        switch wrapping {
        case .gzip?: lines += ["  gzip:"] + extract.map { "    \($0)" }
        case .zip(let file)?: lines += ["  zip:", "    file: \(YAMLText.scalar(file))"] + extract.map { "    \($0)" }
        case nil: lines += extract.map { "  \($0)" }
        }
        lines.append("fields:")
        lines += fields.map { "  \($0.name): \(declaration(of: $0))" }
        if !only.isEmpty { lines += ["only:"] + rules }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The board that the file declares.
    package func board() throws -> Board {
        try Board(try BoardFile.declaration(of: yaml), name: "draft", folder: URL(fileURLWithPath: "/draft"))
    }

    private var rules: [String] {
        fields.compactMap { field in
            let tests = only.filter { $0.field == field.name }.map { rule in
                "\(rule.test.rawValue): \(rule.texts.count == 1 ? YAMLText.scalar(rule.texts[0]) : YAMLText.list(rule.texts))"
            }
            return tests.isEmpty ? nil : "  \(field.name): { \(tests.joined(separator: ", ")) }"
        }
    }

    private func declaration(of field: Field) -> String {
        var keys = ["type: \(field.writing.kind.rawValue)"]
        if let label = field.label { keys.append("label: \(YAMLText.scalar(label))") }
        keys += field.writing.options.map { "\($0.key == "true" || $0.key == "false" ? "'\($0.key)'" : $0.key): \($0.yaml)" }
        if field.isKey { keys.append("key: true") }
        if field.isHeading { keys.append("heading: true") }
        if field.isOptional, !field.isKey { keys.append("optional: true") }
        if field.isQuiet, !field.isKey { keys.append("quiet: true") }
        // An unparsable value mustn't lose its row, unless the value is the whole row.
        if !field.isKey, !isOne, !(field.isOptional && [.text, .list].contains(field.kind)) { keys.append("unreadable: empty") }
        return "{ \(keys.joined(separator: ", ")) }"
    }

    /// The extractor and its options.
    private var extract: [String] {
        let rows = YAMLText.scalar(reading.rows ?? "")
        switch reading {
        case .elements: return ["html:", "  rows: \(rows)"] + one + paths
        case .turned: return ["html:", "  rows: \(rows)", "  turned: true"] + paths
        case .lines(_, let pattern): return ["html:", "  rows: \(rows)", "  lines: \(YAMLText.scalar(named(pattern)))"] + one
        case .json: return ["json:", "  rows: \(rows)"] + paths
        case .jsonLines: return ["json:", "  lines: true"] + paths
        case .script(let path, let variable, _):
            var lines = ["script:"]
            if let path { lines.append("  where: \(YAMLText.scalar(path))") }
            if let variable { lines.append("  variable: \(YAMLText.scalar(variable))") }
            return lines + ["  rows: \(rows)"] + paths
        case .xml(_, let namespaces):
            var lines = ["xml:", "  rows: \(rows)"]
            let used = namespaces.filter { uses($0.key) }.sorted { $0.key < $1.key }
            if !used.isEmpty {
                lines.append("  namespaces: { \(used.map { "\($0.key): \(YAMLText.scalar($0.value))" }.joined(separator: ", ")) }")
            }
            return lines + paths
        case .delimited(let form):
            var lines = ["delimited:", "  separator: \(form.separator == "\t" ? "tab" : YAMLText.scalar(String(form.separator)))"]
            if let encoding = form.encoding { lines.append("  encoding: \(YAMLText.scalar(encoding))") }
            if form.skip > 0 { lines.append("  skip: \(form.skip)") }
            if form.drop > 0 { lines.append("  drop: \(form.drop)") }
            if form.isRagged { lines.append("  ragged: skip") }
            return lines + paths
        case .calendar(let part): return ["icalendar:"] + (part == "events" ? [] : ["  rows: \(part)"]) + paths
        case .pdf(let starts):
            return ["pdf:", "  table:", "    starts: \(YAMLText.scalar(starts))", "    fields: \(YAMLText.list(columns))"]
        }
    }

    private var one: [String] { isOne ? ["  single: true"] : [] }

    private var paths: [String] {
        ["  fields:"]
            + fields.map { field in
                let paths = field.writing.paths
                return "    \(field.name): \(paths.count == 1 ? YAMLText.scalar(paths[0]) : YAMLText.list(paths))"
            }
    }

    /// The field of each column of a PDF table; several columns can belong to one field. "-" for a column that isn't read.
    private var columns: [String] {
        var names: [Int: String] = [:]
        for field in fields {
            let ends = field.writing.paths[0].split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { continue }
            for column in first...last { names[column] = names[column] ?? field.name }
        }
        return (0...(names.keys.max() ?? 0)).map { names[$0] ?? "-" }
    }

    private func uses(_ prefix: String) -> Bool {
        ([reading.rows ?? ""] + fields.flatMap(\.writing.paths)).contains { $0.contains("\(prefix):") }
    }

    /// The pattern with groups named after their fields; groups without a field are unnamed.
    private func named(_ pattern: String) -> String {
        let names = Dictionary(fields.map { ($0.writing.paths[0], $0.name) }) { first, _ in first }
        let parts = pattern.components(separatedBy: "(?<")
        return parts.dropFirst().reduce(parts[0]) { named, part in
            let group = String(part.prefix { $0 != ">" })
            let rest = part.dropFirst(group.count + 1)
            return named + (names[group].map { "(?<\($0)>" } ?? "(?:") + rest
        }
    }
}
