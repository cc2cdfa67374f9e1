/// Bundles style sheets: replaces each `@import url("other.css") layer(views);` with that sheet, in its layer.
///
/// The entry sheet is the only place that defines the order of layers and sheets.
struct StyleLinker {
    private enum Piece {
        case line(String)
        case sheet(name: String, layer: String, String)
    }

    private let pieces: [Piece]

    /// `sources` is keyed by file name; everything that `entry` imports is read.
    init(_ entry: String, of sources: [String: String]) throws(LinkProblem) {
        guard let source = sources[entry] else { throw LinkProblem(file: entry, detail: "is not there") }
        var pieces: [Piece] = []
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.hasPrefix("@import") else {
                pieces.append(.line(String(line)))
                continue
            }
            let parts = line.split(separator: "\"")
            guard parts.count == 3, parts[0] == "@import url(", parts[2].hasPrefix(") layer("), parts[2].hasSuffix(");") else {
                throw LinkProblem(file: entry, line: index + 1, detail: "is written in a form that isn't linked: \(line)")
            }
            let (name, layer) = (String(parts[1]), String(parts[2].dropFirst(") layer(".count).dropLast(2)))
            guard let sheet = sources[name] else {
                throw LinkProblem(file: entry, line: index + 1, detail: "imports \(name), which is not there")
            }
            // These rules are valid only at the beginning of a sheet, and here they would be nested.
            guard !["@import", "@charset", "@namespace"].contains(where: sheet.contains) else {
                throw LinkProblem(file: name, detail: "may not import, nor name a charset or namespace")
            }
            pieces.append(.sheet(name: name, layer: layer, "/* css/\(name) */\n@layer \(layer) {\n\(sheet)}"))
        }
        self.pieces = pieces
    }

    /// The sheet with the wanted imports.
    func link(where isWanted: (_ name: String, _ layer: String) -> Bool = { _, _ in true }) -> String {
        pieces.compactMap { piece in
            switch piece {
            case .line(let line): line
            case .sheet(let name, let layer, let text): isWanted(name, layer) ? text : nil
            }
        }.joined(separator: "\n")
    }
}
