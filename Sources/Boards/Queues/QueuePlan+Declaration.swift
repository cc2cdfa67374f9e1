import Foundation
package import Records

/// The keys of a queue in a board file; `Docs/Using/Queue.md` describes them, and a test keeps the two consistent.
extension QueuePlan {
    package static let keys = [
        "label", "prefix", "counters", "services", "hours", "zone", "reset", "capacity", "asks", "erase", "port",
    ]
    package static let serviceKeys = ["label", "minutes", "counters"]
    private static let counterLimit = 50
    private static let capacityLimit = 1_000_000

    init(_ entry: Declaration.Entry, board: String, isPublic: Bool, _ texts: inout TranslatedTexts) throws(DeclarationError) {
        let (declaration, name) = (entry.value, entry.key)
        guard Board.isName(name, including: "-") else {
            throw DeclarationError(
                line: entry.line, "queues: a queue is named with lower-case letters, digits and hyphens, not '\(name)'")
        }
        // `main:` without a value is a queue too.
        let keys: [String: Declaration]
        if case .scalar("") = declaration.content { keys = [:] } else { keys = try declaration.entries(knowing: Self.keys) }
        let counters = try keys["counters"].map { list throws(DeclarationError) in try Self.counters(list) } ?? ["1"]
        var services: [Service] = []
        for entry in try keys["services"]?.entries() ?? [] { services.append(try Self.service(entry, counters, &texts)) }
        if let list = keys["services"], services.count > Self.serviceLimit { throw list.error("more than \(Self.serviceLimit) services") }
        self.init(
            name: name, board: board,
            label: try keys["label"].map { label throws(DeclarationError) in try texts.read(label) } ?? name,
            prefix: try keys["prefix"].map { prefix throws(DeclarationError) in try Self.prefix(prefix) } ?? "", counters: counters,
            services: services, hours: try keys["hours"].map { hours throws(DeclarationError) in try Self.hours(hours) },
            zone: try keys["zone"].map { zone throws(DeclarationError) in try Self.zone(zone) },
            reset: try Self.reset(keys["reset"]),
            capacity: try keys["capacity"].map { count throws(DeclarationError) in try Self.number(count, 1...Self.capacityLimit) },
            asks: try keys["asks"].map { list throws(DeclarationError) in try Self.fields(list) } ?? [],
            eraseAfter: try keys["erase"]?.duration() ?? .seconds(86_400),
            port: try keys["port"].map { port throws(DeclarationError) in try Self.number(port, 1...65_535) }, isPublic: isPublic)
    }

    func translated(_ texts: BoardTexts) -> QueuePlan {
        var plan = self
        plan.label = texts["queues.\(name).label"] ?? label
        for index in services.indices {
            plan.services[index].label = texts["queues.\(name).services.\(services[index].name).label"] ?? services[index].label
        }
        return plan
    }

    private static func service(_ entry: Declaration.Entry, _ counters: [String], _ texts: inout TranslatedTexts)
        throws(DeclarationError) -> Service
    {
        guard Board.isName(entry.key, including: "-") else {
            throw DeclarationError(
                line: entry.line, "services: a service is named with lower-case letters, digits and hyphens, not '\(entry.key)'")
        }
        let keys = try entry.value.entries(knowing: serviceKeys)
        let own = try keys["counters"].map { list throws(DeclarationError) in try Self.counters(list) } ?? counters
        for counter in own where !counters.contains(counter) {
            throw entry.value.error("the queue has no counter '\(counter)'; it has \(counters.joined(separator: ", "))")
        }
        return Service(
            name: entry.key, label: try keys["label"].map { label throws(DeclarationError) in try texts.read(label) } ?? entry.key,
            minutes: try keys["minutes"].map { minutes throws(DeclarationError) in try number(minutes, 1...600) }, counters: own)
    }

    private static func counters(_ declaration: Declaration) throws(DeclarationError) -> [String] {
        let names = try declaration.texts()
        guard (1...counterLimit).contains(names.count), Set(names).count == names.count else {
            throw declaration.error("1 to \(counterLimit) counters are expected, each once")
        }
        for name in names where name.count > 20 || name != name.trimmingWhitespace() || name.contains("/") {
            throw declaration.error("a counter has a name of at most 20 characters, not '\(name)'")
        }
        return names
    }

    private static func prefix(_ declaration: Declaration) throws(DeclarationError) -> String {
        guard case .scalar(let text) = declaration.content, isPrefix(text)
        else { throw declaration.error("a prefix has up to 3 characters and no digits") }
        return text
    }

    private static func hours(_ declaration: Declaration) throws(DeclarationError) -> OpeningHours {
        var spans: [(String, String)] = []
        for entry in try declaration.entries() { spans.append((entry.key, try entry.value.text())) }
        do { return try OpeningHours(spans) } catch { throw declaration.error("\(error)") }
    }

    private static func zone(_ declaration: Declaration) throws(DeclarationError) -> TimeZone {
        let name = try declaration.text()
        guard let zone = TimeZone(identifier: name) else { throw declaration.error("'\(name)' isn't a time zone like Europe/Berlin") }
        return zone
    }

    /// 04:00 by default.
    private static func reset(_ declaration: Declaration?) throws(DeclarationError) -> TimeOfDay? {
        guard let declaration else { return TimeOfDay(hour: 4, minute: 0) }
        let text = try declaration.text()
        if text == "never" { return nil }
        guard let time = TimeOfDay(text), time.seconds < 86_400 else {
            throw declaration.error("a time of day like '04:00' is expected, or never, found '\(text)'")
        }
        return time
    }

    private static func fields(_ declaration: Declaration) throws(DeclarationError) -> [PersonalField] {
        var fields: [PersonalField] = []
        for text in try declaration.texts() {
            guard let field = PersonalField(rawValue: text) else {
                throw declaration.error(
                    "'\(text)' is not asked; there are \(PersonalField.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }

    private static func number(_ declaration: Declaration, _ range: ClosedRange<Int>) throws(DeclarationError) -> Int {
        let text = try declaration.text()
        guard let number = Int(text), range.contains(number) else {
            throw declaration.error("a number from \(range.lowerBound) to \(range.upperBound) is expected, found '\(text)'")
        }
        return number
    }
}
