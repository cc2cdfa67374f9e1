/// One style sheet from many: in the place of each `@import url("other.css") layer(views);` stands the sheet that it names, in its layer.
///
/// The sheet with these lines says in which order layers and sheets come, and stays the only place that does.
enum StyleLinker {
    /// `sources` by the names of their files; of those that `entry` imports, the ones that are wanted.
    static func link(
        _ entry: String, of sources: [String: String], where isWanted: (_ name: String, _ layer: String) -> Bool = { _, _ in true }
    ) throws(LinkProblem) -> String {
        guard let source = sources[entry] else { throw LinkProblem(file: entry, detail: "is not there") }
        var pieces: [String] = []
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.hasPrefix("@import") else {
                pieces.append(String(line))
                continue
            }
            let parts = line.split(separator: "\"")
            guard parts.count == 3, parts[0] == "@import url(", parts[2].hasPrefix(") layer("), parts[2].hasSuffix(");") else {
                throw LinkProblem(file: entry, line: index + 1, detail: "is written in a form that isn't linked: \(line)")
            }
            let (name, layer) = (String(parts[1]), String(parts[2].dropFirst(") layer(".count).dropLast(2)))
            guard isWanted(name, layer) else { continue }
            guard let sheet = sources[name] else {
                throw LinkProblem(file: entry, line: index + 1, detail: "imports \(name), which is not there")
            }
            // Only at the beginning of a sheet do these mean anything, and here they would stand inside of one.
            guard !["@import", "@charset", "@namespace"].contains(where: sheet.contains) else {
                throw LinkProblem(file: name, detail: "may not import, nor name a charset or namespace")
            }
            pieces.append("/* css/\(name) */\n@layer \(layer) {\n\(sheet)}")
        }
        return pieces.joined(separator: "\n")
    }
}
