import Records
import Speaking

/// Document names.
enum DocumentName {
    /// A file name without extension and invisible characters; empty if nothing is left.
    static func plain(_ name: String) -> String {
        var name = name.split(whereSeparator: {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        })
        .joined(separator: " ")
        for ending in StoredDocument.Kind.allCases.flatMap(\.endings).map({ ".\($0)" }) where name.lowercased().hasSuffix(ending) {
            name = String(name.dropLast(ending.count))
        }
        return name.limited(to: StoredDocument.Limits.title)
    }
}
