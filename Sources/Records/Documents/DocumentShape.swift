/// The kind of a paragraph that is displayed differently from plain text.
package enum DocumentShape: String, Codable, Hashable, Sendable {
    /// A heading, from the first level to the sixth.
    case h1, h2, h3, h4, h5, h6
    /// A list entry.
    case item
    /// A table row.
    case row

    /// `level` is the heading's, base 1; levels beyond six become the sixth.
    package init(heading level: Int) {
        let levels: [DocumentShape] = [.h1, .h2, .h3, .h4, .h5, .h6]
        self = levels[max(1, min(level, levels.count)) - 1]
    }

    package var isHeading: Bool { self != .item && self != .row }
}
