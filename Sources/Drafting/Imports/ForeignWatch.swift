import Boards
import Discovery
import Foundation
import Markup

/// Another program's watch, in the terms of boards. Nothing in it is validated yet.
struct ForeignWatch {
    enum Part {
        case page
        /// Elements selected by XPaths.
        case elements([String])
        /// A text or number computed by XPath.
        case computed(String)
        /// JSON values selected by JSONPath, with their contents.
        case values(String)
        /// Elements selected by XPath, and the fields of each.
        case rows(String, fields: [BoardDraft.Field])
        case feed, product, calendar
    }

    var title = ""
    var address = ""
    /// In seconds; nil: unspecified.
    var every: Int?
    var folders: [String] = []
    var part = Part.page
    /// XPath predicates that a paragraph must satisfy to be a row.
    var conditions: [String] = []
    var headers: [BoardDraft.Header] = []
    var remarks: [ImportRemark] = []
    var refusal: ImportRemark?
    /// Set if it already is a board.
    private(set) var board: SharedBoard?

    mutating func note(_ remark: ImportRemark) { if !remarks.contains(remark) { remarks.append(remark) } }

    /// Adds elements to the watched ones.
    mutating func add(elements path: String) {
        switch part {
        case .page: part = .elements([path])
        case .elements(let paths): part = .elements(paths + [path])
        default: note(.left(path))
        }
    }

    /// Watches the result of an XPath. Notes anything that XPath 1.0 lacks.
    mutating func add(xpath text: String) {
        guard let path = try? XPath(text), let page = try? Document(html: Array("<p>a</p>".utf8)), let found = try? page.evaluate(path)
        else { return note(.selection(text)) }
        if case .nodes = found { return Self.fits(text) ? add(elements: text) : note(.selection(text)) }
        if case .page = part { part = .computed(text) } else { note(.left(text)) }
    }

    mutating func add(css text: String) {
        guard let path = CSSSelector(text).map({ "//*[\($0.condition)]" }), Self.fits(path) else { return note(.selection(text)) }
        add(elements: path)
    }

    /// Whether a path is short enough to be extended to its paragraphs.
    private static func fits(_ path: String) -> Bool { (try? XPath(Paragraphs.within(path))) != nil }

    /// Excludes the content of the selected elements.
    mutating func leaveOut(css text: String) {
        guard let selector = CSSSelector(text) else { return note(.left(text)) }
        conditions.append("not(ancestor-or-self::*[\(selector.condition)])")
    }

    /// Adds a header, unless it may contain a secret.
    mutating func add(header name: String, _ value: String) {
        guard Self.plainHeaders.contains(name.lowercased()), value.utf8.count <= 500, !value.isEmpty else { return note(.header(name)) }
        headers.append(BoardDraft.Header(name: name, value: value))
    }

    /// Headers that don't identify the client.
    private static let plainHeaders: Set<String> = [
        "accept", "accept-language", "cache-control", "dnt", "origin", "pragma", "referer", "x-requested-with",
    ]
}

extension ForeignWatch {
    /// A board file from another installation.
    init(board file: String, _ views: [ViewForm]) {
        do throws(SharedBoard.Refusal) {
            let shared = try SharedBoard(file, views: views)
            (title, address, board) = (shared.board.title, shared.board.source.url.absoluteString, shared)
            every = shared.board.source.every.map { Int($0.components.seconds) }
        } catch {
            refusal = .board(error)
        }
    }
}
