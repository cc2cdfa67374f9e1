import Markup

/// Classes that a file's own style sheets hide: rules of one class each, as books have them. Style sheets in other files aren't looked at.
struct HiddenClasses {
    private var names: Set<String> = []
    /// Bytes of style sheets.
    private static let limit = 1 << 18

    init() {}

    init(of root: Element) {
        for sheet in (root["head"]?.elements ?? []) where sheet.name == "style" {
            // A rule in a rule, as for print, has its condition before it and is no rule of one class.
            for rule in sheet.text.utf8.count <= Self.limit ? sheet.text.split(separator: "}") : [] {
                let parts = rule.split(separator: "{", maxSplits: 1)
                guard parts.count == 2, Element.hides(parts[1].lowercased().filter({ !$0.isWhitespace })) else { continue }
                for selector in parts[0].split(separator: ",") {
                    let name = selector.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    if name.hasPrefix("."), name.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) {
                        names.insert(String(name.dropFirst()))
                    }
                }
            }
        }
    }

    func isHiding(_ element: Element) -> Bool {
        guard !names.isEmpty, let classes = element[attribute: "class"] else { return false }
        return classes.split(whereSeparator: \.isWhitespace).contains { names.contains(String($0)) }
    }
}
