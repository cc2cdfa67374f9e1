import Discovery
import Records

/// A way to declare a field: its type, the paths to its value, and its format in the source.
struct FieldWriting: Hashable, Sendable {
    var kind: Records.Field.Kind
    /// Usually one; several that give the value together.
    var paths: [String]
    /// Keys of the field in a board file in addition to its type, with their values as YAML.
    var options: [Option] = []

    struct Option: Hashable, Sendable {
        let key: String
        let yaml: String
        let texts: [String]

        init(_ key: String, _ text: String) { (self.key, yaml, texts) = (key, YAMLText.scalar(text), [text]) }
        init(_ key: String, _ texts: [String]) { (self.key, yaml, self.texts) = (key, YAMLText.list(texts), texts) }
    }

    /// The ways to declare a detected field, best first: with its type along each path, along several paths together, as text.
    static func all(of field: Candidate.Field) -> [FieldWriting] {
        let single = field.paths.map { [$0] }
        let kinds = options(of: field)
        var writings = single.flatMap { paths in kinds.map { FieldWriting(kind: field.kind, paths: paths, options: $0) } }
        for parts in field.parts {
            let options = field.kind == .position ? [] : [Option("separator", " ")]
            writings.append(FieldWriting(kind: field.kind == .position ? .position : .text, paths: parts, options: options))
        }
        guard field.kind != .text, field.kind != .list else { return writings }
        return writings + single.map { FieldWriting(kind: .text, paths: $0, options: around(field)) }
    }

    /// The options to try for a column of this type.
    private static func options(of field: Candidate.Field) -> [[Option]] {
        let shared = around(field) + (field.nothings.isEmpty ? [] : [Option("none", field.nothings)])
        let own: [[Option]]
        switch field.kind {
        case .number: own = [marks(field.numbers) + unit(field) + ordinal(field)]
        // An amount that can be read in only one way needs no format.
        case .money: own = [currency(field), currency(field) + marks(field.numbers)]
        case .date: own = [pattern(field)]
        // Without a zone, the page's local time is kept.
        case .timestamp: own = field.dates == nil ? [[], [zone]] : [pattern(field) + [zone]]
        case .flag: own = (field.language.map { [[Option("language", $0)]] } ?? []) + [words(field)]
        case .email: own = [[], [Option("around", "mailto:")]]
        case .phone: own = [[], [Option("around", "tel:")]]
        case .list: own = [[], [Option("separator", "|")]]
        default: own = [[]]
        }
        return own.map { $0 + shared }
    }

    /// The values of an option; empty without it.
    func texts(of key: String) -> [String] { options.first { $0.key == key }?.texts ?? [] }

    /// The value of an option; empty without it.
    func text(of key: String) -> String { texts(of: key).first ?? "" }

    /// Sets an option; an empty text removes it.
    mutating func set(_ key: String, _ text: String) {
        options.removeAll { $0.key == key }
        if !text.isEmpty { options.append(Option(key, text)) }
    }

    /// Adds a text around a value that isn't part of it.
    mutating func surround(by text: String) {
        let texts = texts(of: "around") + [text]
        options.removeAll { $0.key == "around" }
        options.append(Option("around", texts))
    }

    static let zone = Option("zone", "UTC")

    private static func around(_ field: Candidate.Field) -> [Option] { field.around.isEmpty ? [] : [Option("around", field.around)] }

    private static func unit(_ field: Candidate.Field) -> [Option] { field.unit.map { [Option("unit", $0)] } ?? [] }

    private static func ordinal(_ field: Candidate.Field) -> [Option] { field.isOrdinal ? [Option("ordinal", "true")] : [] }

    private static func currency(_ field: Candidate.Field) -> [Option] { field.currency.map { [Option("currency", $0)] } ?? [] }

    private static func marks(_ numbers: NumberFormat?) -> [Option] {
        guard let numbers else { return [] }
        var options: [Option] = []
        if numbers.decimal != "." { options.append(Option("decimal", String(numbers.decimal))) }
        if let group = numbers.group { options.append(Option("group", group.isWhitespace ? "blank" : String(group))) }
        if numbers.isIndian { options.append(Option("groups", "indian")) }
        return options
    }

    private static func pattern(_ field: Candidate.Field) -> [Option] {
        guard let dates = field.dates else { return [] }
        return [Option("format", dates.source)] + (dates.language.map { [Option("language", $0)] } ?? [])
    }

    private static func words(_ field: Candidate.Field) -> [Option] {
        [true, false].compactMap { flag in
            let words = field.words.filter { $0.value == flag }.map(\.key).sorted()
            return words.isEmpty ? nil : Option(flag ? "true" : "false", words)
        }
    }
}
