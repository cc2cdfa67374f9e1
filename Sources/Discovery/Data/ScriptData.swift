import Extraction

/// JSON in the scripts of a page: linked data, the state of a framework, objects that a script assigns.
struct ScriptData {
    private(set) var linked: [JSONValue] = []
    private(set) var states: [JSONValue] = []

    /// A script that assigns less is a setting.
    private static let leastAssigned = 2000

    init(_ scripts: [PageTree.Script], _ steps: Steps) {
        for script in scripts {
            guard steps.take(1 + script.text.utf8.count / 64) else { break }
            let type = script.type.lowercased()
            if type.contains("ld+json") {
                if let value = Self.lenient(script.text) { linked.append(value) }
            } else if type.contains("json") || script.id.hasPrefix("__N") {
                if let value = Self.lenient(script.text) { states.append(value) }
            } else if type.isEmpty || type.contains("javascript") || type == "module" {
                states += Self.assigned(in: script.text)
            }
        }
    }

    /// JSON as pages write it: inside of comments, with a semicolon behind it.
    private static func lenient(_ text: String) -> JSONValue? {
        var text = text[...]
        for mark in ["<!--", "-->", "//<![CDATA[", "//]]>", "<![CDATA[", "]]>", ";"] {
            text = text.trimmingSpace
            if text.hasPrefix(mark) { text = text.dropFirst(mark.count) }
            if text.hasSuffix(mark) { text = text.dropLast(mark.count) }
        }
        return try? JSONDocument(Array(text.utf8)).root
    }

    /// Objects and arrays behind an equals sign, up to the bracket that closes them.
    private static func assigned(in text: String) -> [JSONValue] {
        let bytes = Array(text.utf8)
        guard bytes.count >= leastAssigned else { return [] }
        var (values, at) = ([JSONValue](), 0)
        while at < bytes.count, values.count < 8 {
            guard bytes[at] == UInt8(ascii: "="), let start = bytes[(at + 1)...].prefix(8).firstIndex(where: { $0 == 0x7B || $0 == 0x5B }),
                bytes[(at + 1)..<start].allSatisfy({ $0 <= 0x20 })
            else {
                at += 1
                continue
            }
            guard let end = closing(bytes, start) else { return values }
            if end - start >= leastAssigned, let value = try? JSONDocument(Array(bytes[start...end])).root { values.append(value) }
            at = end + 1
        }
        return values
    }

    private static func closing(_ bytes: [UInt8], _ start: Int) -> Int? {
        var (depth, isText, at) = (0, false, start)
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\\"): if isText { at += 1 }
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{"), UInt8(ascii: "["): if !isText { depth += 1 }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if !isText { depth -= 1 }
                if depth == 0 { return at }
            default: break
            }
            at += 1
        }
        return nil
    }
}

extension Substring {
    var trimmingSpace: Substring {
        var text = self
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return text
    }
}
