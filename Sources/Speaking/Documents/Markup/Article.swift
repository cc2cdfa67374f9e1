import Markup

/// The article of a web page: the element with most of the running text, found by scoring its paragraphs, plus similar neighbours.
///
/// Works like browsers' reading modes: a paragraph scores by its length and commas, less its share of links. Its parent gets the full
/// score, its grandparent half. An `article` or `main` around the best element replaces it. Siblings belong to the article if they have at
/// least a fifth of its score. Menus, forms and the like are ignored (`PageFrame`). Linear in the page's size.
struct Article {
    /// The element to read: the article, or the page's body if it has none.
    let element: Element
    let isWholePage: Bool
    /// The numbers of running paragraphs that are read, and of all on the page without comments and page frame.
    let (read, all): (Int, Int)
    /// The running paragraphs before and after the article.
    let (before, behind): ([String], [String])

    /// Elements inside it that are unlike the article.
    private let apart: Set<Int>
    /// Elements whose class wrongly marks them as non-text.
    private let kept: Set<Int>
    /// Lists of links, with the headings above them.
    private let links: Set<Int>

    /// The minimum number of letters of an article.
    private static let fewest = 200.0
    /// How many levels around the best element a single paragraph counts.
    private static let nearLevels = 2
    private static let passageLimit = 2_000

    /// Returns nil for a page without a body.
    init?(_ root: Element) {
        guard let body = root.name == "body" ? root : root["body"] else { return nil }
        let kept = ArticleSearch.kept(in: body)
        var search = ArticleSearch(kept: kept)
        let all = search.measure(body, inside: nil)
        var within = ArticleSearch(kept: kept)
        let letters = search.best.map { best in best.container.map { within.measure($0, inside: nil).letters } ?? best.letters } ?? 0
        var (element, isWholePage, apart) = (body, true, Set<Int>())
        if let best = search.best, letters >= Self.fewest, letters * 10 >= all.letters {
            (element, apart) = Self.widened(best.container ?? best.element, best, in: body, kept)
            isWholePage = element.number == body.number
        }
        (self.element, self.isWholePage, self.apart, self.kept) = (element, isWholePage, apart, kept)
        // A page that consists only of a list of links is read.
        links = isWholePage ? [] : LinkLists(in: element).found
        let paragraphs = RunningParagraphs(in: body, kept: kept, apart: apart).found
        let numbers = element.numbers
        (read, self.all) = (paragraphs.count { numbers.contains($0.number) && !$0.isCut }, paragraphs.count)
        before = paragraphs.filter { $0.number < numbers.lowerBound }.prefix(Self.passageLimit).map(\.text)
        behind = paragraphs.filter { $0.number >= numbers.upperBound }.prefix(Self.passageLimit).map(\.text)
    }

    /// How an element of the article is skipped; nil to read it.
    func leftOut(_ element: Element) -> ReadableText.LeftOut? {
        if apart.contains(element.number) { return .apart }
        if NoteMarks.isNote(element) { return .listed(.note) }
        if links.contains(element.number) { return .listed(.aroundArticle) }
        switch PageFrame.part(element) {
        case .hidden: return .silently
        case .frame, .comments: return .listed(.aroundArticle)
        case .named: return kept.contains(element.number) ? nil : .apart
        case nil: return nil
        }
    }

    /// The innermost ancestor that contains all similar elements, and its dissimilar parts.
    private static func widened(
        _ element: Element, _ best: ArticleSearch.Found, in body: Element, _ kept: Set<Int>
    ) -> (Element, Set<Int>) {
        var path = [body]
        while let last = path.last, last.number != element.number,
            let next = last.elements.last(where: { $0.number <= element.number })
        {
            path.append(next)
        }
        var (found, apart, waiting) = (element, Set<Int>(), Set<Int>())
        for (level, (parent, inner)) in zip(path.dropLast(), path.dropFirst()).reversed().enumerated() {
            var isWider = false
            for sibling in parent.elements where sibling.number != inner.number {
                var search = ArticleSearch(kept: kept)
                guard let worth = search.worth(of: sibling) else { continue }
                let isAlike = worth.linked < 0.25 && search.best.map { $0.score * 5 >= best.score } ?? false
                let isParagraph = level < nearLevels && worth.linked < 0.1 && worth.letters >= RunningParagraphs.shortest && worth.own > 0
                if isAlike || isParagraph { isWider = true } else if !headings.contains(sibling.name) { waiting.insert(sibling.number) }
            }
            guard isWider else { continue }
            (found, apart) = (parent, apart.union(waiting))
            waiting = []
        }
        return (found, apart)
    }

    private static let headings: Set = ["h1", "h2", "h3", "h4", "h5", "h6"]
}

/// Finds the element with the highest score.
private struct ArticleSearch {
    struct Measure {
        var letters = 0.0
        var linked = 0.0
        var commas = 0.0
        /// The score of the paragraphs directly in it and one level below.
        var own = 0.0
        var below = 0.0
    }

    struct Found {
        let element: Element
        let container: Element?
        let score: Double
        let letters: Double
    }

    let kept: Set<Int>
    private(set) var best: Found?
    /// Letters of elements skipped because of their class, and how many of those are linked.
    private var named: [Int: (letters: Double, linked: Double)] = [:]
    private static let shortest = 25.0

    init(kept: Set<Int>) { self.kept = kept }

    /// Elements that are non-text by class but contain a third of the page's text.
    static func kept(in body: Element) -> Set<Int> {
        var search = ArticleSearch(kept: [])
        let all = search.measure(body, inside: nil).letters + search.named.values.reduce(0) { $0 + $1.letters }
        return Set(search.named.filter { $1.letters > 0.3 * all && $1.linked < 0.3 * $1.letters }.keys)
    }

    /// The score of a sibling element; nil for page frames and elements without text.
    mutating func worth(of element: Element) -> (letters: Double, linked: Double, own: Double)? {
        guard isLookedInto(element) else { return nil }
        let found = measure(element, inside: nil)
        guard found.letters > 0 else { return nil }
        return (found.letters, found.linked / found.letters, found.own + found.below + (Self.isParagraph(element) ? 1 : 0))
    }

    /// `container` is the innermost enclosing `article` or `main`.
    mutating func measure(_ element: Element, inside container: Element?) -> Measure {
        var found = Measure()
        let container = element.name == "article" || element.name == "main" && container == nil ? element : container
        for child in element.children {
            switch child {
            case .text(let text):
                found.letters += Double(text.utf8.count { $0 > 0x20 })
                found.commas += Double(text.unicodeScalars.count { ",，、،".unicodeScalars.contains($0) })
            case .element(let child):
                guard isLookedInto(child) else { continue }
                let inner = measure(child, inside: container)
                found.letters += inner.letters
                found.commas += inner.commas
                found.linked += child.name == "a" ? inner.letters : inner.linked
                found.below += inner.own
                if Self.isParagraph(child), inner.letters >= Self.shortest {
                    found.own += (1 + inner.commas + min(3, inner.letters / 100)) * (1 - inner.linked / inner.letters)
                }
            }
        }
        guard found.letters > 0 else { return found }
        let score = (found.own + found.below / 2) * (1 - found.linked / found.letters)
        if score > best?.score ?? 0 {
            best = Found(element: element, container: container, score: score, letters: found.letters)
        }
        return found
    }

    private mutating func isLookedInto(_ element: Element) -> Bool {
        guard !ReadableText.silent.contains(element.name) else { return false }
        switch PageFrame.part(element) {
        case nil: return true
        case .named:
            if kept.contains(element.number) { return true }
            var inner = ArticleSearch(kept: [])
            let found = inner.measure(element, inside: nil)
            named[element.number] = (found.letters, found.linked)
            return false
        default: return false
        }
    }

    private static func isParagraph(_ element: Element) -> Bool {
        if ["p", "pre", "blockquote", "li", "td"].contains(element.name) { return true }
        return element.name == "div" && !element.elements.contains { ReadableText.blocks.contains($0.name) }
    }
}
