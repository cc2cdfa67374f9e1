/// The files that pages load: one style sheet and one script for each kind of page, built from the files in `css` and `js`.
///
/// `css/app.css` and `js/app.js` contain everything, for a page from before an update that had other parts.
struct PageFiles {
    private let kinds: [PageKind]
    private let styles: [String: String]
    private let scripts: [String: String]

    static let wholeStyle = "css/app.css"
    static let wholeScript = "js/app.js"

    /// `files` is keyed by path in the asset tree.
    init(of kinds: [PageKind], from files: [String: [UInt8]]) {
        self.kinds = kinds
        func texts(in folder: String) -> [String: String] {
            let own = files.filter { $0.key.hasPrefix(folder) }
            return Dictionary(uniqueKeysWithValues: own.map { (String($0.dropFirst(folder.count)), String(decoding: $1, as: UTF8.self)) })
        }
        (styles, scripts) = (texts(in: "css/").mapValues(\.withoutStyleComments), texts(in: "js/").mapValues(\.withoutCommentLines))
    }

    /// All built files, by path.
    func all() throws(LinkProblem) -> [String: [UInt8]] {
        var made: [String: String] = [:]
        let (sheets, modules) = (try styleLinker(), try ScriptLinker(scripts))
        for kind in kinds {
            made[kind.style] = Self.style(of: kind, by: sheets)
            made[kind.script] = try modules.link(kind.scripts.map { "\($0).js" })
        }
        made[Self.wholeStyle] = sheets.link()
        made[Self.wholeScript] = try modules.link(["app.js"])
        return made.mapValues { Array($0.utf8) }
    }

    /// The file at a path; nil: it isn't a built file.
    func file(_ path: String) throws(LinkProblem) -> [UInt8]? {
        let kind = kinds.first { $0.style == path || $0.script == path }
        let text: String? =
            if let kind, path == kind.style { Self.style(of: kind, by: try styleLinker()) } else if let kind {
                try ScriptLinker(scripts).link(kind.scripts.map { "\($0).js" })
            } else if path == Self.wholeStyle { try styleLinker().link() } else if path == Self.wholeScript {
                try ScriptLinker(scripts).link(["app.js"])
            } else { nil }
        return text.map { Array($0.utf8) }
    }

    private func styleLinker() throws(LinkProblem) -> StyleLinker { try StyleLinker("app.css", of: styles) }

    private static func style(of kind: PageKind, by linker: StyleLinker) -> String {
        linker.link { name, layer in layer != "views" || kind.styles.contains(String(name.dropLast(".css".count))) }
    }
}
