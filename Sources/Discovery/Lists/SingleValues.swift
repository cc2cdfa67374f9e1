import Foundation
import Records

/// Finds single values in sentences: a level, a price, a percentage, with the date in the sentence.
struct SingleValues {
    let tree: PageTree
    let place: PagePlace
    let reading: ColumnReading
    let bounds: DiscoveryBounds
    let steps: Steps

    /// A sentence and its value.
    struct Found {
        let element: Int
        /// The number and its unit as the page writes them.
        let value: String
        let date: String?
        /// Whether an element contains only the value.
        let isMarked: Bool
        /// Whether it is a number without a unit.
        let isBare: Bool
        /// The sentence's pattern, with groups for the value and its date; nil if there is none.
        let pattern: String?
    }

    private static let (limit, length) = (3, 300)
    /// The fewest characters of a sentence around a number without a unit.
    private static let leastWords = 12
    private static let tags: Set<String> = ["p", "div", "li", "td", "dd", "span", "section", "article", "h2", "h3"]

    /// Most reliable first.
    func all() -> [Found] {
        guard let heading = tree.heading else { return [] }
        var (found, looked) = ([Found](), 0)
        for element in heading..<tree.nodes.count where Self.tags.contains(tree.tag(element)) {
            guard looked < bounds.sentences, steps.take() else { break }
            guard tree.nodes[element].length <= Self.length,
                tree.children(of: element).contains(where: { tree.nodes[$0].isText }),
                !place.isAside(element)
            else { continue }
            let text = tree.text(of: element)
            guard steps.take(1 + text.utf8.count), !MeasuredText.values(in: text).isEmpty || bareNumber(in: element, text) != nil else {
                continue
            }
            looked += 1
            // Each run of words may be a date.
            guard steps.take(64 * text.utf8.count), let one = value(in: element, text) else { continue }
            found.append(one)
            if found.count == 20 { break }
        }
        return Array((found.filter(\.isMarked) + found.filter { !$0.isMarked }).prefix(Self.limit))
    }

    private func value(in element: Int, _ text: String) -> Found? {
        var dates: [String] = []
        let rest = Self.withoutDates(text, reading.context, &dates)
        let values = MeasuredText.values(in: rest)
        // A sentence with several values has no single one.
        guard values.count <= 1, let value = values.first ?? bareNumber(in: element, rest) else { return nil }
        let isMarked = marked(in: element).contains(value)
        let places = ([value] + dates.prefix(1)).compactMap { text.range(of: $0) }
        let pattern = places.count == 1 + min(1, dates.count) ? LinePattern.sentence(text, places) : nil
        return Found(element: element, value: value, date: dates.first, isMarked: isMarked, isBare: values.isEmpty, pattern: pattern)
    }

    /// The texts of elements inside a sentence.
    private func marked(in element: Int) -> [String] {
        tree.inside(element).filter { ["strong", "b", "em", "mark", "data", "output", "span"].contains(tree.tag($0)) }.map {
            tree.text(of: $0)
        }
    }

    /// The only number of a sentence, if an element contains just that number: `<strong>12,345</strong> people have signed`. Not a year,
    /// which is part of a date.
    private func bareNumber(in element: Int, _ text: String) -> String? {
        let numbers = marked(in: element).filter { shown in
            guard shown.count <= 16, let number = WrittenNumber(shown) else { return false }
            return number.before.isEmpty && number.after.isEmpty && !(shown.count == 4 && (1900...2100).contains(Int(shown) ?? 0))
        }
        guard let number = numbers.first, numbers.count == 1, text.contains(number), text.count >= number.count + Self.leastWords else {
            return nil
        }
        return number
    }

    /// Removes dates from a sentence: the shortest runs of words that are a date.
    static func withoutDates(_ text: String, _ context: PageContext, _ dates: inout [String]) -> String {
        var words = text.split { $0 == " " || "（）()。".contains($0) }.map(String.init)
        for length in 1...6 where length <= words.count {
            var at = 0
            while at + length <= words.count {
                let phrase = clean(words[at..<at + length])
                if phrase.contains(where: \.isNumber), DateColumn(context: context).read([phrase])?.kind == .date {
                    dates.append(phrase)
                    words.removeSubrange(at..<at + length)
                } else {
                    at += 1
                }
            }
        }
        return words.joined(separator: " ")
    }

    private static func clean(_ words: ArraySlice<String>) -> String {
        var phrase = words.joined(separator: " ")[...]
        while let last = phrase.last, [".", ",", ";", "!", "?"].contains(last) { phrase = phrase.dropLast() }
        return String(phrase)
    }
}
