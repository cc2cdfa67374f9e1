import Boards
import Records

/// `urls.yaml` of urlwatch or webchanges: a YAML document for each job. A document may also be a board file.
///
/// Documents are separated by marker lines (YAML 1.2, section 9.1.2), so an unparsable job doesn't affect others. Anchors aren't expanded,
/// because the result may have any size.
enum UrlwatchFile {
    /// The most bytes of a job.
    private static let jobLimit = 64 << 10

    static func all(in text: String, _ ready: ReadyBoards, _ views: [ViewForm]) throws(WatchImport.Fault) -> WatchImport {
        let documents = documents(of: text)
        var watches: [ForeignWatch] = []
        for document in documents.prefix(WatchImport.limit) { watches.append(watch(of: document, views)) }
        // It may be any text that happens to be YAML.
        guard watches.contains(where: { if case .unreadable? = $0.refusal { false } else { true } }) else { throw .unknown }
        let isOurs = watches.contains { $0.board != nil }
        return try WatchImport(isOurs ? .tidings : .urlwatch, watches, of: documents.count, ready)
    }

    /// Whether a document is a board file instead of a job.
    private static func isBoard(_ declaration: Declaration) -> Bool {
        let keys = Set((declaration.members ?? []).map(\.key))
        return keys.isSuperset(of: ["extract", "fields", "source"])
    }

    /// The documents with more than comments, each with its first line number, from 1.
    private static func documents(of text: String) -> [(line: Int, text: String)] {
        var documents: [(line: Int, lines: [Substring])] = [(1, [])]
        for (place, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let mark = line.prefix(3)
            if mark == "---" || mark == "...", line.dropFirst(3).first.map(\.isWhitespace) ?? true {
                documents.append((place + 1, mark == "---" ? [line.dropFirst(3)] : []))
            } else if !line.hasPrefix("%") {
                documents[documents.count - 1].lines.append(line)
            }
        }
        return documents.filter { document in
            document.lines.contains { line in line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false }
        }.map { ($0.line, $0.lines.joined(separator: "\n") + "\n") }
    }

    private static func watch(of document: (line: Int, text: String), _ views: [ViewForm]) -> ForeignWatch {
        var broken = ForeignWatch(title: "line \(document.line)")
        guard document.text.utf8.count <= jobLimit else {
            broken.refusal = .unreadable("more than \(jobLimit >> 10) KB")
            return broken
        }
        guard !YAMLText.hasAnchor(document.text) else {
            broken.refusal = .unreadable("YAML anchors (&name) are not read")
            return broken
        }
        do throws(DeclarationError) {
            let declaration = try BoardFile.declaration(of: document.text)
            if isBoard(declaration) { return ForeignWatch(board: document.text, views) }
            return try UrlwatchJob(declaration).watch
        } catch {
            broken.refusal = .unreadable(String(error.detail.prefix(200)))
            return broken
        }
    }
}

struct UrlwatchJob {
    private(set) var watch = ForeignWatch()

    /// Keys about fetching or listing in the other program, which are ignored without a remark.
    private static let passedOver: Set<String> = [
        "kind", "name", "user_visible_url", "max_tries", "timeout", "encoding", "treat_new_as_changed", "ignore_cached",
        "ignore_connection_errors", "ignore_http_error_codes", "ignore_timeout_errors", "ignore_too_many_redirects", "note",
    ]

    init(_ declaration: Declaration) throws(DeclarationError) {
        let entries = try declaration.entries()
        let kinds = entries.filter { ["url", "navigate", "command", "kind"].contains($0.key) }
        guard !kinds.isEmpty else { throw declaration.error("it has neither url nor navigate") }
        watch.every = 3600
        for entry in entries { read(entry) }
        if entries.contains(where: { $0.key == "command" }) { watch.refusal = .command }
    }

    private mutating func read(_ entry: Declaration.Entry) {
        let text = entry.value.scalar ?? ""
        switch entry.key {
        case "url": watch.address = text
        case "navigate":
            watch.address = text
            watch.note(.browser)
        case "use_browser", "wait_until", "wait_for": watch.note(.browser)
        case "name": watch.title = text
        case "kind" where !["url", "navigate", "browser", "shell", "command"].contains(text): watch.refusal = .unknownKind(text)
        case "enabled" where ["false", "no", "off"].contains(text.lowercased()): watch.note(.paused)
        case "tags": watch.folders = entry.value.scalars ?? text.split(separator: ",").map(String.init)
        case "headers":
            for header in (entry.value.members ?? []).prefix(20) { watch.add(header: header.key, header.value.scalar ?? "") }
        case "cookies": watch.note(.header("Cookie"))
        case "http_proxy", "https_proxy": watch.note(.proxy)
        case "method" where text.uppercased() != "GET": watch.refusal = .sends
        case "data": watch.refusal = .sends
        case "filter", "filters": readFilters(entry.value)
        case "enabled", "method", "command": break
        case let other where Self.passedOver.contains(other): break
        case let other: watch.note(.left(other))
        }
    }

    /// Parses a list of names and of maps with one key, or the text form of old files: `css:#price,html2text`.
    private mutating func readFilters(_ declaration: Declaration) {
        var filters = UrlwatchFilters(watch: watch)
        switch declaration.content {
        case .list(let list):
            for filter in list.prefix(50) {
                if let name = filter.scalar {
                    filters.apply(name, nil)
                } else if let entry = filter.members?.first {
                    filters.apply(entry.key, entry.value)
                }
            }
        case .map(let entries): for entry in entries.prefix(50) { filters.apply(entry.key, entry.value) }
        case .scalar(let text):
            for part in text.split(separator: ",").prefix(50) {
                let words = part.split(separator: ":", maxSplits: 1).map { String($0).trimmingWhitespace() }
                let value = words.count > 1 ? Declaration(.scalar(words[1]), line: declaration.line, path: declaration.path) : nil
                filters.apply(words.first ?? "", value)
            }
        }
        watch = filters.watch
    }
}

/// The filters of a job, in order: the first that selects determines the watched part.
private struct UrlwatchFilters {
    var watch: ForeignWatch

    mutating func apply(_ name: String, _ value: Declaration?) {
        let text = value?.scalar ?? ""
        switch name {
        // Filters for the layout or order of text, which don't matter for rows.
        case "html2text", "strip", "striplines", "strip_lines", "beautify", "pretty-xml", "format-xml", "sort", "reverse",
            "remove-duplicate-lines", "sha1sum", "hexdump":
            break
        case "css": select(value, "selector") { $0.add(css: $1) }
        case "xpath": select(value, "path") { $0.add(xpath: $1) }
        case "element-by-id": add(element: "@id", value?.member("id") ?? text)
        case "element-by-class": add(element: "@class", value?.member("class") ?? text)
        case "element-by-style": add(element: "@style", value?.member("style") ?? text)
        case "element-by-tag": if isPage { watch.add(css: value?.member("tag") ?? text) } else { watch.note(.left(name)) }
        case "format-json": if isPage { watch.part = .values("$") }
        case "jq":
            if isPage { watch.part = .values("$") }
            watch.note(.selection("jq: \(value?.member("query") ?? text)"))
        case "grep": keep(value?.member("re") ?? text, of: name) { $0 }
        case "grepi": keep(value?.member("re") ?? text, of: name) { "not(\($0))" }
        case "keep_lines_containing", "keep-lines-containing": keep(value?.member("text") ?? text, of: name, isPlain: true) { $0 }
        case "delete_lines_containing", "delete-lines-containing":
            keep(value?.member("text") ?? text, of: name, isPlain: true) { "not(\($0))" }
        case "pdf2text", "csv2text": watch.refusal = watch.refusal ?? .document
        case "ical2text": watch.part = .calendar
        default: watch.note(.left(name))
        }
    }

    private var isPage: Bool { if case .page = watch.part { true } else { false } }

    private mutating func select(_ value: Declaration?, _ key: String, _ add: (inout ForeignWatch, String) -> Void) {
        guard isPage, let text = value?.scalar ?? value?.member(key), !text.isEmpty else { return watch.note(.left(value?.scalar ?? key)) }
        add(&watch, text)
        if let excluded = value?.member("exclude") {
            if key == "selector" { watch.leaveOut(css: excluded) } else { watch.note(.left(excluded)) }
        }
        for key in ["skip", "maxitems", "namespaces"] where value?.member(key) != nil { watch.note(.left(key)) }
        if value?.member("method") == "xml" { watch.note(.selection(text)) }
    }

    private mutating func add(element attribute: String, _ value: String) {
        guard isPage, !value.isEmpty else { return watch.note(.left("element-by-\(attribute.dropFirst())")) }
        watch.add(elements: "//*[\(attribute)=\(XPathText.literal(value))]")
    }

    /// Keeps lines with or without a text. A pattern is supported if it is only alternative texts.
    private mutating func keep(_ pattern: String, of name: String, isPlain: Bool = false, _ condition: (String) -> String) {
        guard !pattern.isEmpty, pattern.utf8.count <= 500, let texts = isPlain ? [pattern] : XPathText.literals(of: pattern) else {
            return watch.note(.left("\(name): \(pattern.prefix(100))"))
        }
        watch.conditions.append(condition(texts.map { XPathText.contains($0) }.joined(separator: " or ")))
    }
}

extension Declaration {
    /// nil: not a text.
    fileprivate var scalar: String? { if case .scalar(let text) = content { text } else { nil } }
    fileprivate var members: [Entry]? { if case .map(let entries) = content { entries } else { nil } }
    /// nil: not a list.
    fileprivate var scalars: [String]? { if case .list(let list) = content { list.compactMap(\.scalar) } else { nil } }
    fileprivate func member(_ name: String) -> String? { members?.first { $0.key == name }?.value.scalar }
}
