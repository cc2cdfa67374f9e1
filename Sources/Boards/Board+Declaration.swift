import Extraction
import Fetching
package import Foundation
package import Records

/// The keys of a board file and their types. `Docs/Using/Boards.md` describes them; a test keeps the two consistent.
extension Board {
    package static let keys = [
        "title", "about", "credit", "view", "parameters", "source", "extract", "joins", "fields", "only", "stations", "services", "detail",
        "public",
        "enabled", "language",
    ]
    package static let fieldKeys = [
        "type", "key", "ask", "label", "hint", "pattern", "format", "zone", "optional", "decimal", "group", "groups", "unit", "currency",
        "separator",
        "none", "unreadable", "scale", "digits", "ordinal", "quiet", "heading", "around", "true", "false", "language", "relative",
        "without",
    ]

    /// Reads the board in a folder. Throws an error in its file with its location and a fix. `views` are the existing views; nil: any is
    /// accepted.
    package init(folder: URL, views: [ViewForm]? = nil) throws(DeclarationError) {
        self = try BoardFile.board(in: folder) { declaration, name throws(DeclarationError) in
            try Self(declaration, name: name, folder: folder, views: views)
        }
    }

    package init(_ declaration: Declaration, name: String, folder: URL, views: [ViewForm]? = nil) throws(DeclarationError) {
        var texts = TranslatedTexts()
        let keys = try BoardHead(declaration, knowing: Self.keys, name: name, example: "Visa status", &texts)
        self.name = name
        (title, about, credit, isPublic, isEnabled) = (keys.title, keys.about, keys.credit, keys.isPublic, keys.isEnabled)
        view = try keys["view"].map { name throws(DeclarationError) in View(rawValue: try name.text()) } ?? .standard
        if let declared = keys["parameters"] { parameters = try Parameter.all(in: declared, &texts) } else { parameters = [] }
        source = try Source(try keys.wanted("source", "{ url: https://… }"), parameters, declared: keys["parameters"])
        let language = try keys["language"].map { language throws(DeclarationError) in try Self.language(language) }
        schema = try Self.schema(try keys.wanted("fields", "{ name: { type: text } }"), &texts, in: language)
        if let block = keys["stations"] {
            var plan = try StationPlan(block, schema: schema, parameters: parameters, &texts)
            if let fields = keys["fields"] { schema = try Self.leavingOutPrices(of: plan, schema, fields) }
            plan.schema = schema
            stations = plan
        } else {
            stations = nil
        }
        translations = texts.byLanguage
        if let declared = keys["joins"] { joins = try Join.all(in: declared, of: schema, folder: folder) } else { joins = [] }
        extractor = try Extractors.extractor(try keys.wanted("extract", "{ pdf: { … } }"), schema: schema.without(joins))
        if extractor.isSingle { schema = Schema(fields: schema.fields, isOne: true) }
        if let rules = keys["only"] { only = try RowRule.all(in: rules, of: schema) } else { only = [] }
        if let fields = keys["fields"] { try Self.checkSpellings(fields, schema, joins, extractor) }
        if source.kind.isEndless { try Self.checkStream(declaration, source, schema, joins, extractor) }
        self.folder = folder
        edition = declaration.fingerprint
        reading = keys.fingerprint(of: ["parameters", "source", "extract", "joins", "fields", "only", "stations", "language"])
        var services: [ServiceMethod] = []
        if let methods = keys["services"] { services = try Self.services(methods, of: name, folder: folder) }
        self.services = services
        if let more = keys["detail"] { detail = try Self.detail(more, services, schema) } else { detail = nil }
        try views?.check(self, named: keys["view"], in: declaration)
    }

    /// By default, a price that can't be parsed is skipped without losing its station or other prices.
    private static func leavingOutPrices(of plan: StationPlan, _ schema: Schema, _ fields: Declaration) throws(DeclarationError) -> Schema {
        var changed = schema.fields
        for entry in try fields.entries() {
            guard let place = schema.index(of: entry.key), !schema.fields[place].isKey,
                plan.fuels.contains(where: { $0.field == entry.key }),
                try !entry.value.entries().contains(where: { $0.key == "unreadable" })
            else { continue }
            changed[place].leavesUnreadableEmpty = true
        }
        return Schema(fields: changed)
    }

    /// Refuses keys for a field's format if every document of this kind declares it itself: the keys would have no effect.
    private static func checkSpellings(
        _ fields: Declaration, _ schema: Schema, _ joins: [Join], _ extractor: any Extractor
    ) throws(DeclarationError) {
        let spellings = [
            "none", "unreadable", "digits", "scale", "decimal", "group", "groups", "separator", "zone", "around", "true", "false",
            "relative",
        ]
        for entry in try fields.entries() {
            guard let place = schema.index(of: entry.key) else { continue }
            var readers = joins.filter { $0.on.contains(place) || $0.or == place || $0.filled.contains(place) }.map(\.extractor)
            if !joins.contains(where: { $0.filled.contains(place) }) { readers.append(extractor) }
            guard readers.allSatisfy({ !$0.followsFields }),
                let useless = try entry.value.entries().first(where: { spellings.contains($0.key) })
            else { continue }
            throw DeclarationError(
                line: useless.line,
                "fields.\(entry.key): '\(useless.key)' does nothing here: a guide's or a playlist's format itself says how its values are "
                    + "written; leave it out")
        }
    }

    /// The requirements that an endless source has for the rest of its board.
    private static func checkStream(
        _ declaration: Declaration, _ source: Source, _ schema: Schema, _ joins: [Join], _ extractor: any Extractor
    ) throws(DeclarationError) {
        guard type(of: extractor).readsStreams else {
            let others = Extractors.all.filter { $0.readsStreams }.map { $0.name }.joined(separator: ", ")
            throw declaration.error("'\(type(of: extractor).name)' reads documents; a stream is read by: \(others)")
        }
        guard joins.isEmpty else { throw declaration.error("a stream can't be joined with documents") }
        guard source.delivery != .upsert || schema.fields.contains(where: \.isKey) else {
            throw declaration.error("with 'gives: upsert' a field needs key: true; it says which record a new one replaces")
        }
    }

    static func headers(_ declaration: Declaration) throws(DeclarationError) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        for entry in try declaration.entries() {
            let value = try entry.value.text()
            guard isHeader(entry.key), entry.key.lowercased() != "authorization", value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else {
                throw DeclarationError(
                    line: entry.line, "\(declaration.path): the header '\(entry.key)' cannot be set here; a secret goes under auth")
            }
            headers.append((entry.key, value))
        }
        return headers
    }

    /// Whether a board may set this header: a token of HTTP (RFC 9110, section 5.6.2), and not a header that we set.
    static func isHeader(_ name: String) -> Bool {
        let ours = ["host", "cookie", "content-length", "connection", "transfer-encoding", "range", "user-agent"]
        let marks = "!#$%&'*+-.^_`|~"
        return !name.isEmpty && !ours.contains(name.lowercased())
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || marks.unicodeScalars.contains($0))
            }
    }

    static func services(_ declaration: Declaration, of board: String, folder: URL) throws(DeclarationError) -> [ServiceMethod] {
        var services: [ServiceMethod] = []
        for entry in try declaration.entries() {
            guard isName(entry.key, including: "_") else {
                throw DeclarationError(
                    line: entry.line, "services: a method is named with lower-case letters, digits and underscores, not '\(entry.key)'")
            }
            services.append(try ServiceMethod(entry.value, name: entry.key, of: board, folder: folder))
        }
        guard services.count <= 50 else { throw declaration.error("more than 50 methods") }
        return services
    }

    /// Parses `detail: { service: detail, with: { id: id } }`: the method that returns more about a record, and the fields that its
    /// parameters come from.
    private static func detail(_ declaration: Declaration, _ services: [ServiceMethod], _ schema: Schema) throws(DeclarationError) -> Detail
    {
        let keys = try declaration.entries(knowing: ["service", "with"])
        guard let named = keys["service"] else { throw declaration.error("'service' is missing; for example service: detail") }
        let name = try named.text()
        guard let service = services.first(where: { $0.name.hasSuffix(".\(name)") }) else {
            throw named.error("there is no method '\(name)' under services")
        }
        var fields: [String: String] = [:]
        for entry in try keys["with"]?.entries() ?? [] {
            let field = try entry.value.text()
            guard service.parameters.contains(where: { $0.name == entry.key }) else {
                throw DeclarationError(line: entry.line, "detail.with: '\(name)' has no parameter '\(entry.key)'")
            }
            guard schema.index(of: field) != nil else { throw entry.value.error("there is no field '\(field)'") }
            fields[entry.key] = field
        }
        for parameter in service.parameters where fields[parameter.name] == nil {
            if schema.index(of: parameter.name) != nil {
                fields[parameter.name] = parameter.name
            } else if parameter.isRequired {
                throw declaration.error("'\(name)' needs its parameter '\(parameter.name)'; say under with which field it comes from")
            }
        }
        return Detail(service: service.name, fields: fields)
    }

    static func schema(_ declaration: Declaration) throws(DeclarationError) -> Schema {
        var texts = TranslatedTexts()
        return try schema(declaration, &texts)
    }

    /// - Parameter language: For fields that don't declare their own.
    static func schema(
        _ declaration: Declaration, _ texts: inout TranslatedTexts, in language: String? = nil
    ) throws(DeclarationError) -> Schema {
        var fields: [Field] = []
        for entry in try declaration.entries() { fields.append(try field(entry, &texts, in: language)) }
        guard !fields.isEmpty else { throw declaration.error("at least one field is expected") }
        guard fields.count <= 100 else { throw declaration.error("more than 100 fields") }
        if fields.contains(where: \.isKey), fields.allSatisfy({ !$0.isKey || $0.isOptional }) {
            throw declaration.error("a key cannot be optional, unless another part of it is not")
        }
        guard !fields.allSatisfy(\.isQuiet) else { throw declaration.error("a field is expected that is not quiet") }
        guard fields.filter(\.isAsked).count <= 1 else { throw declaration.error("only one field can have ask: true") }
        return Schema(fields: fields)
    }

    static func field(
        _ entry: Declaration.Entry, _ texts: inout TranslatedTexts, in language: String? = nil
    ) throws(DeclarationError) -> Field {
        guard isName(entry.key, including: "_") else {
            throw DeclarationError(
                line: entry.line, "fields: a field is named with lower-case letters, digits and underscores, not '\(entry.key)'")
        }
        let (name, declaration) = (entry.key, entry.value)
        let keys = try declaration.entries(knowing: fieldKeys)
        guard let type = keys["type"] else { throw declaration.error("'type' is missing") }
        var field = Field(name: name, kind: try type.choice(Field.Kind.self))
        if let label = keys["label"] { field.label = try texts.read(label) }
        field.isKey = try keys["key"]?.flag() ?? false
        field.isAsked = try keys["ask"]?.flag() ?? false
        field.isOptional = try keys["optional"]?.flag() ?? false
        if let hint = keys["hint"] { field.hint = try texts.read(hint) }
        field.pattern = try keys["pattern"]?.pattern()
        field.language = language
        if let own = keys["language"] {
            guard [.date, .timestamp, .flag].contains(field.kind) else {
                throw own.error("only a date, a timestamp or a flag has a language: that of its months and words")
            }
            field.language = try Self.language(own)
        }
        try readTimes(of: &field, keys)
        try readNumbers(of: &field, keys, &texts)
        try readWords(of: &field, keys)
        field.nothings = Set(try keys["none"]?.texts() ?? [])
        if let unreadable = keys["unreadable"] {
            guard ["empty", "refuse"].contains(try unreadable.text()) else {
                throw unreadable.error(
                    "'empty' is expected, which leaves a value out that can't be read, or 'refuse', which refuses the document")
            }
            field.leavesUnreadableEmpty = try unreadable.text() == "empty"
            if field.leavesUnreadableEmpty, field.isKey {
                throw unreadable.error("what identifies a record must be readable; a key can't be left empty")
            }
        }
        if let separator = keys["separator"] {
            switch field.kind {
            case .list: field.separator = try separator.text()
            case .text: field.joint = try separator.joint()
            default: throw separator.error("only a list has a separator, and a text that is put together of several")
            }
        }
        if let digits = keys["digits"] {
            guard field.kind == .text, let count = Int(try digits.text()), (1...40).contains(count) else {
                throw digits.error("a number from 1 to 40 is expected, for a text: how many digits it has at least")
            }
            field.digits = count
        }
        field.isHeading = try keys["heading"]?.flag() ?? false
        if field.isHeading, field.kind == .image { throw declaration.error("a picture cannot be a heading; choose a field with words") }
        field.isQuiet = try keys["quiet"]?.flag() ?? false
        if field.isQuiet, field.isKey { throw declaration.error("a key cannot be quiet: what is not a change cannot identify a record") }
        return field
    }

    /// Parses the format of the field's dates or times.
    private static func readTimes(of field: inout Field, _ keys: [String: Declaration]) throws(DeclarationError) {
        if let format = keys["format"], field.kind == .date {
            let text = try format.text()
            do { field.format = try DatePattern(text, language: field.language) } catch { throw format.error("\(error)") }
            return
        }
        guard let place = keys["format"] ?? keys["zone"] else { return }
        guard field.kind == .timestamp else {
            throw place.error(keys["format"] == nil ? "only a timestamp has a zone" : "only a date or a timestamp has a format")
        }
        var moments = MomentFormat()
        if let zone = keys["zone"] { moments.zone = try Self.zone(zone) }
        if let format = keys["format"] {
            let text = try format.text()
            if let count = MomentFormat.counts[text] {
                if let zone = keys["zone"] { throw zone.error("a count since 1970 has no zone; leave it out") }
                moments.writing = count
            } else {
                do { moments.writing = .pattern(try DatePattern(text, hasTime: true, language: field.language)) } catch {
                    throw format.error(
                        "\(error); or one of \(MomentFormat.counts.keys.sorted().joined(separator: ", ")), a count since 1970")
                }
                guard moments.zone != nil else {
                    throw format.error("such a time names no zone; say which it is with zone, like zone: Europe/Berlin")
                }
            }
        }
        field.moments = moments
    }

    /// A BCP 47 tag with known month names.
    static func language(_ declaration: Declaration) throws(DeclarationError) -> String {
        let tag = try declaration.text()
        guard WrittenLanguages.months(of: tag) != nil else {
            throw declaration.error("the language '\(tag)' is not known; there are \(WrittenLanguages.known.joined(separator: ", "))")
        }
        return tag
    }

    /// Parses the source's words: around a value, for a flag, for a relative time, and in addresses.
    private static func readWords(of field: inout Field, _ keys: [String: Declaration]) throws(DeclarationError) {
        if let around = keys["around"] {
            guard field.kind != .list, field.kind != .position else { throw around.error("a list and a position have no text around them") }
            field.surroundings = try oneOrMore(around).sorted { $0.count > $1.count }
        }
        for (key, says) in [("true", true), ("false", false)] {
            guard let words = keys[key] else { continue }
            guard field.kind == .flag else { throw words.error("only a flag has words for '\(key)'") }
            for word in try oneOrMore(words) {
                guard field.flagWords.updateValue(says, forKey: word.lowercased()) != !says else {
                    throw words.error("“\(word)” can't be both true and false")
                }
            }
        }
        if let relative = keys["relative"] {
            guard field.kind == .date || field.kind == .timestamp else {
                throw relative.error("only a date or a timestamp can be relative")
            }
            guard ["empty", "refuse"].contains(try relative.text()) else {
                throw relative.error("'empty' is expected, which leaves “3 hours ago” out, or 'refuse', which refuses the document")
            }
            field.leavesRelativeEmpty = try relative.text() == "empty"
            if field.leavesRelativeEmpty, field.isKey {
                throw relative.error("what identifies a record must be readable; a key can't be left empty")
            }
        }
        if let without = keys["without"] {
            guard field.kind == .url else { throw without.error("only a url has parts to leave out") }
            for part in try oneOrMore(without) {
                switch part {
                case "tracking": field.dropped.parameters.formUnion(DroppedParts.tracking)
                case "fragment": field.dropped.fragment = true
                default:
                    guard part.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"&=?#".utf8.contains($0) }), part != "*" else {
                        throw without.error(
                            "'tracking', 'fragment' or the name of a parameter is expected, like ref or sid_*, found '\(part)'")
                    }
                    field.dropped.parameters.insert(part.lowercased())
                }
            }
        }
    }

    /// One text, or a list of them.
    private static func oneOrMore(_ declaration: Declaration) throws(DeclarationError) -> [String] {
        if case .list = declaration.content { return try declaration.texts() }
        return [try declaration.text()]
    }

    private static func zone(_ declaration: Declaration) throws(DeclarationError) -> TimeZone {
        let name = try declaration.text()
        guard let zone = TimeZone(identifier: name) else { throw declaration.error("'\(name)' isn't a time zone like Europe/Berlin") }
        return zone
    }

    /// Parses the format of the field's numbers, and their unit.
    private static func readNumbers(
        of field: inout Field, _ keys: [String: Declaration], _ texts: inout TranslatedTexts
    ) throws(DeclarationError) {
        if let place = keys["decimal"] ?? keys["group"] ?? keys["groups"] {
            guard [.number, .money, .position].contains(field.kind) else {
                throw place.error("only a number, money or a position has such marks")
            }
            var numbers = NumberFormat(
                decimal: try keys["decimal"]?.character() ?? ".", group: try keys["group"]?.character(orBlank: true))
            if let groups = keys["groups"] {
                guard try groups.text() == "indian", numbers.group != nil else {
                    throw groups.error("'indian' is expected, for 12,34,567, beside group: ','; groups of three need no such key")
                }
                numbers.isIndian = true
            }
            guard numbers.decimal != numbers.group else { throw place.error("'decimal' and 'group' are the same") }
            field.numbers = numbers
        }
        if let scale = keys["scale"] {
            guard [.number, .position].contains(field.kind) else { throw scale.error("only a number or a position has a scale") }
            let text = try scale.text()
            field.scale = Scale(text)
            if field.scale == nil { throw scale.error("a number to multiply by is expected, like 0.001, found '\(text)'") }
        }
        if let unit = keys["unit"] {
            guard field.kind == .number else { throw unit.error("only a number has a unit") }
            field.unit = try texts.read(unit)
        }
        if let ordinal = keys["ordinal"] {
            guard field.kind == .number else { throw ordinal.error("only a number is an ordinal, like a year") }
            field.isOrdinal = try ordinal.flag()
        }
        if let currency = keys["currency"] {
            let code = try currency.text()
            guard field.kind == .money, Money.isCurrency(code) else {
                throw currency.error(field.kind == .money ? "a code of three capitals is expected, like AUD" : "only money has a currency")
            }
            field.currency = code
        }
    }

    /// Whether it begins with a lower-case letter and has at most 40 characters, which are lower-case letters, digits or `mark`.
    package static func isName(_ text: String, including mark: Unicode.Scalar) -> Bool {
        guard let first = text.unicodeScalars.first, ("a"..."z").contains(first), text.utf8.count <= 40 else { return false }
        return text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == mark }
    }
}
