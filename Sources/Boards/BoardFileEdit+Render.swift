package import Fetching
import Records

extension BoardFileEdit {
    /// Replaces the value of `render` in a board's file, on one line. Everything else is preserved as written.
    ///
    /// nil if the file has a form that isn't supported here. The result is parsed again, and may differ only in `render`.
    package static func file(_ file: String, render order: RenderOrder) -> String? {
        guard let source = try? BoardFile.declaration(of: file).entries().first(where: { $0.key == "source" }),
            let keys = try? source.value.entries(), let first = keys.first
        else { return nil }
        var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.indices.contains(source.line - 1), lines.indices.contains(first.line - 1), lines[source.line - 1].hasPrefix("source:")
        else { return nil }
        let rest = lines[source.line - 1].dropFirst("source:".count).drop { $0 == " " }
        if rest.isEmpty || rest.hasPrefix("#") {
            let indent = lines[first.line - 1].prefix { $0 == " " }
            let line = "\(indent)render: \(order.text)"
            if let old = keys.first(where: { $0.key == "render" }) {
                guard lines.indices.contains(old.line - 1) else { return nil }
                lines.replaceSubrange(old.line - 1..<end(of: old.line - 1, in: lines, indent: indent.count), with: [line])
            } else {
                lines.insert(line, at: first.line - 1)
            }
        } else {
            let before = Array(lines[..<(source.line - 1)])
            guard let map = FlowMap(Array(lines[(source.line - 1)...].joined(separator: "\n"))) else { return nil }
            lines = before + [map.text(with: order.text, for: "render")]
        }
        let edited = lines.joined(separator: "\n")
        return isSame(edited, file, render: order) ? edited : nil
    }

    /// The line after an entry: its first line is followed by lines with a larger indentation.
    private static func end(of line: Int, in lines: [String], indent: Int) -> Int {
        var end = line + 1
        for place in lines.indices.dropFirst(line + 1) {
            let text = lines[place].drop { $0 == " " }
            if text.isEmpty { continue }
            guard lines[place].count - text.count > indent else { break }
            end = place + 1
        }
        return end
    }

    private static func isSame(_ edited: String, _ file: String, render order: RenderOrder) -> Bool {
        var wanted = order
        wanted.secrets = [:]
        guard let new = try? BoardFile.declaration(of: edited), let old = try? BoardFile.declaration(of: file),
            plain(new) == plain(old), let source = try? new.entries().first(where: { $0.key == "source" }),
            let render = try? source.value.entries().first(where: { $0.key == "render" }),
            let read = try? RenderOrder.declared(render.value)
        else { return false }
        return read == wanted
    }

    /// The declaration without `render` and line numbers.
    private static func plain(_ declaration: Declaration) -> String {
        switch declaration.content {
        case .scalar(let text): return JSONLine.quoted(text)
        case .list(let list): return "[\(list.map(plain).joined(separator: ","))]"
        case .map(let entries):
            let others = entries.filter { $0.value.path != "source.render" }
            return "{\(others.map { "\(JSONLine.quoted($0.key)):\(plain($0.value))" }.joined(separator: ","))}"
        }
    }
}

/// `source: { url: …, every: 1h }`: a key with a flow mapping (YAML 1.2.2, section 7.4.2), and the ranges of its parts.
private struct FlowMap {
    private let text: [Character]
    /// The parts between the map's own commas.
    private var parts: [Range<Int>] = []
    /// The index of the closing brace.
    private var end = 0

    /// nil if the text doesn't begin with such a key.
    init?(_ text: [Character]) {
        self.text = text
        guard let colon = text.firstIndex(of: ":"),
            let open = text.indices.dropFirst(colon + 1).first(where: { text[$0] != " " }), text[open] == "{"
        else { return nil }
        var (depth, place, begin, isStart) = (0, open, open + 1, true)
        while place < text.count {
            let character = text[place]
            switch character {
            case "\"", "'":
                guard isStart else { break }
                guard let close = Self.end(ofQuoted: place, in: text) else { return nil }
                (place, isStart) = (close, false)
            case "#":
                if text[place - 1].isWhitespace { while place + 1 < text.count, text[place + 1] != "\n" { place += 1 } }
            case "{", "[": (depth, isStart) = (depth + 1, true)
            case "}", "]":
                (depth, isStart) = (depth - 1, false)
                guard depth == 0 else { break }
                parts.append(begin..<place)
                end = place
                return
            case ",":
                isStart = true
                guard depth == 1 else { break }
                parts.append(begin..<place)
                begin = place + 1
            case ":": isStart = true
            default: if !character.isWhitespace { isStart = false }
            }
            place += 1
        }
        return nil
    }

    /// The text with another value for a key, which is appended if it is missing.
    func text(with value: String, for key: String) -> String {
        for part in parts {
            let inside = String(text[part])
            let bare = inside.drop(while: \.isWhitespace)
            guard bare.hasPrefix("\(key):") else { continue }
            let before = String(inside.prefix(inside.count - bare.count))
            let after = String(inside.reversed().prefix(while: \.isWhitespace).reversed())
            return "\(String(text[..<part.lowerBound]))\(before)\(key): \(value)\(after)\(String(text[part.upperBound...]))"
        }
        let last = text[..<end].lastIndex { !$0.isWhitespace } ?? end - 1
        return "\(String(text[...last])), \(key): \(value)\(String(text[(last + 1)...]))"
    }

    private static func end(ofQuoted start: Int, in text: [Character]) -> Int? {
        var place = start + 1
        while place < text.count {
            if text[place] == "\\", text[start] == "\"" {
                place += 1
            } else if text[place] == text[start] {
                guard text[start] == "'", place + 1 < text.count, text[place + 1] == "'" else { return place }
                place += 1
            }
            place += 1
        }
        return nil
    }
}
