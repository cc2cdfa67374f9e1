import Boards
import Discovery
import Foundation
import Markup

/// What a file of another program says of one thing that it watches, in the terms of boards. Nothing of it is trusted yet.
struct ForeignWatch {
    enum Part {
        case page
        /// What XPath selects, several of them together.
        case elements([String])
        /// A text or a number that XPath makes of a page.
        case computed(String)
        /// What JSONPath selects, with what is in it.
        case values(String)
        /// What XPath selects, and the fields of each.
        case rows(String, fields: [BoardDraft.Field])
        case feed, product, calendar
    }

    var title = ""
    var address = ""
    /// Seconds; nil: it doesn't say.
    var every: Int?
    var folders: [String] = []
    var part = Part.page
    /// What a paragraph has to fulfil to be a row: conditions of XPath.
    var conditions: [String] = []
    var headers: [BoardDraft.Header] = []
    var remarks: [ImportRemark] = []
    var refusal: ImportRemark?
    /// It is a board already.
    private(set) var board: SharedBoard?

    mutating func note(_ remark: ImportRemark) { if !remarks.contains(remark) { remarks.append(remark) } }

    /// Adds elements to those that are watched.
    mutating func add(elements path: String) {
        switch part {
        case .page: part = .elements([path])
        case .elements(let paths): part = .elements(paths + [path])
        default: note(.left(path))
        }
    }

    /// Watches what an XPath leads to. What XPath 1.0 doesn't have is noted.
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

    /// Whether a path is short enough for the paths to its paragraphs.
    private static func fits(_ path: String) -> Bool { (try? XPath(Paragraphs.within(path))) != nil }

    /// Leaves out what is in elements of a selector.
    mutating func leaveOut(css text: String) {
        guard let selector = CSSSelector(text) else { return note(.left(text)) }
        conditions.append("not(ancestor-or-self::*[\(selector.condition)])")
    }

    /// A header, unless it may hold a secret.
    mutating func add(header name: String, _ value: String) {
        guard Self.plainHeaders.contains(name.lowercased()), value.utf8.count <= 500, !value.isEmpty else { return note(.header(name)) }
        headers.append(BoardDraft.Header(name: name, value: value))
    }

    /// Those that say nothing of who asks.
    private static let plainHeaders: Set<String> = [
        "accept", "accept-language", "cache-control", "dnt", "origin", "pragma", "referer", "x-requested-with",
    ]
}

extension ForeignWatch {
    /// A board file of another installation.
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
