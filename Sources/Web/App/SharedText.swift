import Foundation

/// What a board can do with it.
struct ShareOffer: Hashable, Sendable {
    let address: String
    let text: String
    /// Whether it is what was asked for, and not only a search.
    var isAnswer = false
}

/// What came, and what can be made of it. Apps put addresses into `url` or into `text`, as they like.
struct SharedText: Hashable, Sendable {
    let title: String
    let text: String
    let url: String

    /// The address that was shared; nil where a text was.
    var address: String? { ([url] + words).first { $0.hasPrefix("https://") || $0.hasPrefix("http://") } }

    /// Pieces between white space and punctuation of a sentence, ten at most.
    var words: [String] {
        Array(
            "\(text) \(title)".split { $0.isWhitespace }.lazy.map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:!?()[]“”\"'"))
            }
            .filter { !$0.isEmpty }.prefix(10))
    }

    /// What a list is searched for: the text, unless it is a whole paragraph or an address.
    var searched: String {
        let text = text.isEmpty ? title : text
        return address == nil && text.count <= 60 ? text : ""
    }
}
