import Boards
import Discovery
import Extraction
import Fetching
import Foundation
import Markup
import Records

extension ForeignWatch {
    static let addressLimit = 2000
    private static let titleLimit = 80
    /// In seconds.
    private static let (defaultEvery, everies) = (3600, 60...30 * 86_400)

    /// Converts it to a board, or gives the reason why that isn't possible.
    func imported(with ready: ReadyBoards) -> ImportedWatch {
        var watch = self
        do throws(Refusal) {
            if let refusal { throw Refusal(reason: refusal) }
            if let board { return watch.result(address, .board(board.file)) }
            let address = try watch.plainAddress()
            try watch.guessPart(of: address)
            let file = try watch.file(of: address, ready)
            return watch.result(address.description, .board(file))
        } catch {
            return watch.result(Self.withoutUser(address).text, .refused(error.reason))
        }
    }

    private struct Refusal: Error { let reason: ImportRemark }

    private func result(_ address: String, _ outcome: ImportedWatch.Outcome) -> ImportedWatch {
        let folders = folders.prefix(5).map { Self.onOneLine($0) }.filter { !$0.isEmpty }
        return ImportedWatch(
            title: shownTitle(address), address: String(address.prefix(Self.addressLimit)), every: seconds, folders: folders,
            subject: subject, remarks: remarks, outcome: outcome)
    }

    private var subject: ImportedWatch.Subject {
        if board != nil { return .board }
        return switch part {
        case .page: .page
        case .elements, .computed: .part
        case .rows: .list
        case .values: .values
        case .feed: .feed
        case .product: .price
        case .calendar: .calendar
        }
    }

    private var seconds: Int { min(max(every ?? Self.defaultEvery, Self.everies.lowerBound), Self.everies.upperBound) }

    /// Its own title, otherwise the address without its scheme.
    private func shownTitle(_ address: String) -> String {
        let own = Self.onOneLine(title)
        return own.isEmpty ? Self.onOneLine(address.firstRange(of: "://").map { String(address[$0.upperBound...]) } ?? address) : own
    }

    private static func onOneLine(_ text: String) -> String {
        let visible = text.prefix(1000).unicodeScalars.filter { $0.properties.generalCategory != .control || $0.properties.isWhitespace }
        let words = String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace)
        return String(words.joined(separator: " ").prefix(titleLimit))
    }

    // MARK: Address

    private mutating func plainAddress() throws(Refusal) -> WebAddress {
        let written = address.trimmingWhitespace()
        guard !written.contains("{{"), !written.contains("{%") else { throw Refusal(reason: .template) }
        let (text, hasUser) = Self.withoutUser(written)
        guard text.utf8.count <= Self.addressLimit, let address = try? WebAddress(text) else {
            throw Refusal(reason: .noAddress(String(text.prefix(100))))
        }
        if hasUser { note(.password) }
        for name in SecretNames.all(in: address.url) { note(.secretInAddress(name)) }
        return address
    }

    /// An address without user and password.
    private static func withoutUser(_ text: String) -> (text: String, hadUser: Bool) {
        guard let start = text.firstRange(of: "://")?.upperBound else { return (text, false) }
        let authority = text[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return (text, false) }
        return (String(text[..<start]) + text[text.index(after: at)...], true)
    }

    // MARK: Board

    /// Without a selection, the address's name tells the kind of content.
    private mutating func guessPart(of address: WebAddress) throws(Refusal) {
        guard case .page = part else { return }
        let file = address.url.lastPathComponent.lowercased()
        let ending = file.split(separator: ".").last.map(String.init) ?? ""
        if ["rss", "atom", "feed"].contains(ending) || ["feed.xml", "rss.xml", "atom.xml"].contains(file) { part = .feed }
        if ending == "ics" { part = .calendar }
        if file.hasSuffix(".json") { part = .values("$") }
        if ["pdf", "csv", "tsv"].contains(ending), file.contains(".") { throw Refusal(reason: .document) }
    }

    private mutating func file(of address: WebAddress, _ ready: ReadyBoards) throws(Refusal) -> String {
        if let every, every < Self.everies.lowerBound { note(.faster) }
        switch part {
        case .feed: return try file(of: "feed", at: address, ready)
        case .product: return try file(of: "product-price", at: address, ready)
        default: break
        }
        let (reading, fields) = try self.reading()
        var draft = BoardDraft(title: shownTitle(address.description), address: address.description, reading: reading, fields: fields)
        (draft.every, draft.headers) = (seconds, headers)
        if case .computed = part { draft.isOne = true }
        do { _ = try draft.board() } catch {
            throw Refusal(reason: .unwritable(String("\((error as? DeclarationError)?.detail ?? "\(error)")".prefix(200))))
        }
        return draft.yaml
    }

    private mutating func reading() throws(Refusal) -> (Reading, [BoardDraft.Field]) {
        let text = BoardDraft.Field(name: "text", writing: FieldWriting(kind: .text, paths: ["."]))
        switch part {
        case .elements(let paths):
            return (.elements(rows: paragraphs { Paragraphs.within(paths.joined(separator: " | "), where: $0) }), [text])
        case .computed(let path):
            noteConditions()
            return (.elements(rows: "/*"), [BoardDraft.Field(name: "text", writing: FieldWriting(kind: .text, paths: [path]))])
        case .rows(let rows, let fields):
            noteConditions()
            return (.elements(rows: rows), fields)
        case .values(let path):
            noteConditions()
            guard let rows = JSONLeaves.path(from: path) else { throw Refusal(reason: .selection(path)) }
            return (.json(rows: rows.path), rows.fields)
        case .calendar:
            noteConditions()
            return (.calendar(part: "events"), Self.calendarFields)
        case .page, .feed, .product: return (.elements(rows: paragraphs { Paragraphs.ofPage(where: $0) }), [text])
        }
    }

    /// With as many conditions as fit in a path.
    private mutating func paragraphs(_ path: (String) -> String) -> String {
        var fitting = conditions.map { "[\($0)]" }
        while !fitting.isEmpty, (try? XPath(path(fitting.joined()))) == nil {
            fitting.removeLast()
            note(.condition)
        }
        return path(fitting.joined())
    }

    private mutating func noteConditions() { if !conditions.isEmpty { note(.condition) } }

    /// A board of the gallery with this address.
    private mutating func file(of name: String, at address: WebAddress, _ ready: ReadyBoards) throws(Refusal) -> String {
        noteConditions()
        for header in headers { note(.header(header.name)) }
        guard let board = ready[name] else { throw Refusal(reason: .unwritable("there is no ready-made board \(name)")) }
        every = board.board.source.every.map { Int($0.components.seconds) }
        do { return try board.made(with: ["address": address.description], titled: shownTitle(address.description)).yaml } catch {
            throw Refusal(reason: .unwritable(error.detail))
        }
    }

    private static let calendarFields: [BoardDraft.Field] = {
        func field(_ name: String, _ kind: Field.Kind, _ property: String) -> BoardDraft.Field {
            let options = kind == .timestamp ? [FieldWriting.zone] : []
            return BoardDraft.Field(name: name, writing: FieldWriting(kind: kind, paths: [property], options: options), isOptional: true)
        }
        var what = field("what", .text, "SUMMARY")
        what.isHeading = true
        return [what, field("start", .timestamp, "DTSTART"), field("stop", .timestamp, "DTEND"), field("place", .text, "LOCATION")]
    }()
}

/// Rows of JSON that can be read without knowing the document: values that are neither objects nor lists.
enum JSONLeaves {
    private static let isLeaf = "?@ >= '' || @ >= 0 || @ < 0 || @ == true || @ == false"

    /// The path, with a row's leaf fields if the path selects any member. nil: not a JSONPath by RFC 9535.
    static func path(from text: String) -> (path: String, fields: [BoardDraft.Field])? {
        let written = text.trimmingWhitespace()
        let whole = written.hasPrefix("$") ? written : "$.\(written)"
        var name = BoardDraft.Field(name: "name", writing: FieldWriting(kind: .text, paths: ["~"]))
        let isNamed = whole.count > 1 && !whole.hasSuffix("]") && !whole.hasSuffix("*")
        (name.isKey, name.isOptional) = (isNamed, !isNamed)
        let value = BoardDraft.Field(name: "text", writing: FieldWriting(kind: .text, paths: ["@"]), isOptional: isNamed)
        let base = ["[*]", ".*"].first(where: whole.hasSuffix).map { String(whole.dropLast($0.count)) } ?? (whole == "$" ? "$" : nil)
        let path = base.map { "\($0)..[\(isLeaf)]" } ?? whole
        return (try? JSONPath(path)) == nil ? nil : (path, [name, value])
    }
}
