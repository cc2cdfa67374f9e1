import JSONReading
import Records

/// The settings of changedetection.io that watches fall back to.
struct ChangedetectionSettings {
    /// Titles by identifier.
    var tags: [String: String] = [:]
    /// In seconds.
    private(set) var every = 3 * 3600

    /// Reads only the interval and tags, because there are secrets beside them.
    mutating func read(_ settings: JSONValue?) {
        every = Self.seconds(settings?["requests"]?["time_between_check"]) ?? every
        for (name, tag) in settings?["application"]?["tags"]?.members ?? [] { tags[name] = tag["title"]?.text }
    }

    /// Parses `{"weeks": null, "days": 1, "hours": 2}`; nil for zero.
    static func seconds(_ time: JSONValue?) -> Int? {
        let units = [("weeks", 604_800.0), ("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1)]
        let seconds = units.reduce(0) { $0 + (time?[$1.0]?.number ?? 0) * $1.1 }
        return seconds >= 1 ? Int(clamping: Int64(min(seconds, 1e9))) : nil
    }
}

/// A watch of changedetection.io (0.39 to 0.60): its `watch.json`, or its member of `watching`. The names of keys have changed; both are
/// accepted.
struct ChangedetectionWatch {
    private(set) var watch = ForeignWatch()

    private static let lineLimit = 20

    init(_ json: JSONValue, _ settings: ChangedetectionSettings) {
        let address = json["url"]?.text ?? ""
        watch.address = address.hasPrefix("source:") ? String(address.dropFirst("source:".count)) : address
        watch.title = Self.text(json["title"]) ?? Self.text(json["page_title"]) ?? ""
        watch.folders = Self.folders(json, settings)
        readTimes(json, settings)
        readProcessor(json)
        readSelection(json)
        readConditions(json)
        readRequest(json)
        if json["paused"]?.flag == true { watch.note(.paused) }
        if !Self.lines(json["notification_urls"]).isEmpty { watch.note(.notifications) }
    }

    // MARK: Parts

    private static func folders(_ json: JSONValue, _ settings: ChangedetectionSettings) -> [String] {
        let tags = (json["tags"]?.elements ?? []).prefix(lineLimit).compactMap { settings.tags[$0.text] }
        let old = text(json["tag"])?.split(separator: ",").map(String.init) ?? []
        return tags + old
    }

    private mutating func readTimes(_ json: JSONValue, _ settings: ChangedetectionSettings) {
        let own = ChangedetectionSettings.seconds(json["time_between_check"])
        let old = json["minutes_between_check"]?.number.map { Int(clamping: Int64(max(0, min($0, 1e7)))) * 60 }
        let isStandard = json["time_between_check_use_default"]?.flag ?? false
        watch.every = isStandard ? settings.every : own ?? old.flatMap { $0 > 0 ? $0 : nil } ?? settings.every
        if json["time_schedule_limit"]?["enabled"]?.flag == true { watch.note(.times) }
    }

    private mutating func readProcessor(_ json: JSONValue) {
        switch Self.text(json["processor"]) {
        case nil, "text_json_diff"?: break
        case "restock_diff"?:
            watch.part = .product
            if let limits = json["restock_settings"] ?? json["restock_diff"],
                ["price_change_min", "price_change_max", "price_change_threshold_percent"].contains(where: { limits[$0]?.number != nil })
            {
                watch.note(.condition)
            }
        case let other?: watch.refusal = .unknownKind(other)
        }
    }

    private mutating func readSelection(_ json: JSONValue) {
        for line in Self.lines(json["include_filters"]) + Self.lines(json["css_filter"]) {
            // The page itself marks its price.
            if case .product = watch.part { return }
            func rest(_ prefix: String) -> String? { line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil }
            if let path = rest("json:") {
                guard case .page = watch.part, JSONLeaves.path(from: path) != nil else {
                    watch.note(.selection(line))
                    continue
                }
                watch.part = .values(path)
            } else if line.hasPrefix("jq:") || line.hasPrefix("jqraw:") {
                if case .page = watch.part { watch.part = .values("$") }
                watch.note(.selection(line))
            } else if let path = rest("xpath:") ?? rest("xpath1:") ?? (line.hasPrefix("/") ? line : nil) {
                watch.add(xpath: path)
            } else {
                watch.add(css: line)
            }
        }
    }

    private mutating func readConditions(_ json: JSONValue) {
        for line in Self.lines(json["subtractive_selectors"]) {
            if line.hasPrefix("/") || line.hasPrefix("xpath") { watch.note(.left(line)) } else { watch.leaveOut(css: line) }
        }
        for line in Self.lines(json["ignore_text"]) {
            guard !Self.isPattern(line) else {
                watch.note(.left(line))
                continue
            }
            watch.conditions.append("not(\(XPathText.contains(line, ignoringCase: true)))")
        }
        let wanted = Self.lines(json["extract_lines_containing"])
        if !wanted.isEmpty { watch.conditions.append(wanted.map { XPathText.contains($0, ignoringCase: true) }.joined(separator: " or ")) }
        if !Self.lines(json["extract_text"]).isEmpty { watch.note(.left("extract_text")) }
        let hasTriggers = ["trigger_text", "text_should_not_be_present"].contains { !Self.lines(json[$0]).isEmpty }
        let hasRules = (json["conditions"]?.elements ?? []).contains { Self.text($0["field"]) != nil }
        if hasTriggers || hasRules { watch.note(.condition) }
    }

    private mutating func readRequest(_ json: JSONValue) {
        for (name, value) in (json["headers"]?.members ?? []).prefix(Self.lineLimit) { watch.add(header: name, value.text) }
        if let method = Self.text(json["method"]), method.uppercased() != "GET" { watch.refusal = watch.refusal ?? .sends }
        if let proxy = Self.text(json["proxy"]), proxy != "no-proxy" { watch.note(.proxy) }
        let backend = Self.text(json["fetch_backend"]) ?? ""
        let steps = (json["browser_steps"]?.elements ?? []).compactMap { Self.text($0["operation"]) }
        if backend.hasPrefix("html_webdriver") || backend.hasPrefix("extra_browser") || Self.text(json["webdriver_js_execute_code"]) != nil
            || steps.contains(where: { !["Choose one", "Goto site"].contains($0) })
        {
            watch.note(.browser)
        }
    }

    // MARK: JSON

    /// nil: not a text, or an empty one.
    private static func text(_ value: JSONValue?) -> String? {
        guard let value, value.kind == .string else { return nil }
        let text = value.text.trimmingWhitespace()
        return text.isEmpty ? nil : text
    }

    /// The texts of a list, or the lines of a text.
    private static func lines(_ value: JSONValue?) -> [String] {
        guard let value else { return [] }
        let texts = value.kind == .array ? value.elements.prefix(lineLimit).compactMap { text($0) } : text(value).map { [$0] } ?? []
        let lines = texts.flatMap { $0.split(whereSeparator: \.isNewline) }.map { String($0).trimmingWhitespace() }
        return Array(lines.filter { !$0.isEmpty && $0.utf8.count <= 1000 }.prefix(lineLimit))
    }

    /// `/sold (out|over)/i`
    private static func isPattern(_ line: String) -> Bool {
        guard line.hasPrefix("/"), let end = line.dropFirst().lastIndex(of: "/") else { return false }
        return line[line.index(after: end)...].allSatisfy { $0.isASCII && $0.isLetter }
    }
}
