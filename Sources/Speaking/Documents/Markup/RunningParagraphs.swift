import Markup

/// The paragraphs of a page that are running text: long, and not lists of links. Menus, forms, comments and hidden elements have none.
/// Linear time.
struct RunningParagraphs {
    struct Paragraph {
        /// The number of its element.
        let number: Int
        let text: String
        /// Whether it is inside a skipped element.
        let isCut: Bool
    }

    private(set) var found: [Paragraph] = []
    private let kept: Set<Int>
    private let apart: Set<Int>

    /// The minimum number of letters.
    static let shortest = 80.0

    /// `kept` are elements whose class wrongly marks them as non-text. `apart` are skipped elements.
    init(in element: Element, kept: Set<Int> = [], apart: Set<Int> = []) {
        (self.kept, self.apart) = (kept, apart)
        visit(at: element, isCut: false)
    }

    private mutating func visit(at element: Element, isCut: Bool) {
        if ReadableText.blocks.contains(element.name), !element.elements.contains(where: { ReadableText.blocks.contains($0.name) }) {
            let letters = Self.letters(element.text)
            guard letters < Self.shortest else {
                guard Self.linked(element) * 2 < letters else { return }
                let text = element.shownText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                found.append(Paragraph(number: element.number, text: text, isCut: isCut))
                return
            }
        }
        element.forEachElement { child in
            guard !ReadableText.silent.contains(child.name) else { return }
            let isCut = isCut || apart.contains(child.number)
            switch PageFrame.part(child) {
            case nil: visit(at: child, isCut: isCut)
            case .named: visit(at: child, isCut: isCut || !kept.contains(child.number))
            default: break
            }
        }
    }

    private static func letters(_ text: String) -> Double { Double(text.utf8.count { $0 > 0x20 }) }

    private static func linked(_ element: Element) -> Double {
        if element.name == "a" { return letters(element.text) }
        return element.elements.reduce(0) { $0 + linked($1) }
    }
}
