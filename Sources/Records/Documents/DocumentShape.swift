/// What a paragraph of a document is, as far as it is shown in another way.
package enum DocumentShape: String, Codable, Hashable, Sendable {
    /// A heading, from the first level to the sixth.
    case h1, h2, h3, h4, h5, h6
    /// An entry of a list.
    case item
    /// A row of a table.
    case row

    /// `level` is that of a heading, from 1; deeper ones are the sixth.
    package init(heading level: Int) {
        let levels: [DocumentShape] = [.h1, .h2, .h3, .h4, .h5, .h6]
        self = levels[max(1, min(level, levels.count)) - 1]
    }

    package var isHeading: Bool { self != .item && self != .row }
}
