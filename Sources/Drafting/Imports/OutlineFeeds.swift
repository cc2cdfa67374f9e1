import Boards
import Markup
import Records

/// A feed reader's subscriptions as OPML 2.0 (http://opml.org/spec2.opml): outlines with an `xmlUrl`, in folders; and pages that FreshRSS
/// reads as feeds, by XPath (`type="HTML+XPath"`).
enum OutlineFeeds {
    static func all(in bytes: [UInt8], _ ready: ReadyBoards) throws(WatchImport.Fault) -> WatchImport {
        let root: Element?
        do { root = try Document(xml: bytes).root?.element } catch { throw .damaged("\(error)") }
        guard let root, root.name.lowercased() == "opml" else { throw .unknown }
        var (watches, count) = ([ForeignWatch](), 0)
        for part in root.elements where part.name.lowercased() == "body" { add(part, in: [], to: &watches, &count) }
        return try WatchImport(.opml, watches, of: count, ready)
    }

    /// `MarkupLimits` limits the depth.
    private static func add(_ element: Element, in folders: [String], to watches: inout [ForeignWatch], _ count: inout Int) {
        for outline in element.elements where outline.name.lowercased() == "outline" {
            let title = value(of: "text", outline) ?? value(of: "title", outline) ?? ""
            guard let address = value(of: "xmlurl", outline) else {
                add(outline, in: title.isEmpty ? folders : folders + [title], to: &watches, &count)
                continue
            }
            count += 1
            guard watches.count < WatchImport.limit else { continue }
            var watch = ForeignWatch(title: title, address: address, folders: folders, part: .feed)
            let kind = value(of: "type", outline) ?? "rss"
            switch kind.lowercased() {
            case "html+xpath": readPaths(of: outline, into: &watch)
            case let other where other.contains("+"): watch.refusal = .unknownKind(kind)
            default: break
            }
            watches.append(watch)
        }
    }

    /// `frss:xPathItem` and its related attributes.
    private static func readPaths(of outline: Element, into watch: inout ForeignWatch) {
        let places: [(attribute: String, field: String, kind: Field.Kind)] = [
            ("xpathitemtitle", "title", .text), ("xpathitemtimestamp", "published", .text), ("xpathitemauthor", "author", .text),
            ("xpathitemcontent", "text", .text), ("xpathitemuri", "link", .url),
        ]
        let fields = places.compactMap { place -> BoardDraft.Field? in
            guard let path = value(of: place.attribute, outline), (try? XPath(path)) != nil else { return nil }
            let writing = FieldWriting(kind: place.kind, paths: [path])
            return BoardDraft.Field(name: place.field, writing: writing, isHeading: place.field == "title", isOptional: true)
        }
        guard let rows = value(of: "xpathitem", outline), (try? XPath(rows)) != nil, !fields.isEmpty else {
            watch.refusal = .unknownKind("HTML+XPath")
            return
        }
        watch.part = .rows(rows, fields: fields)
    }

    /// The attribute with this lower-case local name; nil if it is missing or empty.
    private static func value(of name: String, _ element: Element) -> String? {
        element.attributes.first { $0.name.lowercased() == name && !$0.value.isEmpty }?.value
    }
}
