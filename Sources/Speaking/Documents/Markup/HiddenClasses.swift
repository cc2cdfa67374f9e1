import Markup

/// Classes hidden by a file's embedded style sheets: only rules with a single class selector, as used in books. External style sheets are
/// ignored.
struct HiddenClasses {
    private var names: Set<String> = []
    /// Maximum bytes of style sheets.
    private static let limit = 1 << 18

    init() {}

    init(of root: Element) {
        for sheet in (root["head"]?.elements ?? []) where sheet.name == "style" {
            // In a nested rule, such as `@media print`, the condition precedes the selector, so it isn't a single class.
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
