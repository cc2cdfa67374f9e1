import Foundation
import Records
import Serving

/// What a board can do with it.
package struct ShareOffer: Hashable, Sendable {
    package let address: String
    package let text: String
    /// Whether it is what was asked for, and not only a search.
    package var isAnswer = false

    package init(address: String, text: String, isAnswer: Bool = false) {
        self.address = address
        self.text = text
        self.isAnswer = isAnswer
    }
}

/// What came, and what can be made of it. Apps put addresses into `url` or into `text`, as they like.
package struct SharedText: Hashable, Sendable {
    package let title: String
    package let text: String
    package let url: String

    package init(title: String, text: String, url: String) {
        self.title = title
        self.text = text
        self.url = url
    }

    /// The address that was shared; nil where a text was.
    package var address: String? { ([url] + words).first(where: Field.isWholeAddress) }

    /// Pieces between white space and punctuation of a sentence, ten at most.
    package var words: [String] {
        Array(
            "\(text) \(title)".split { $0.isWhitespace }.lazy.map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:!?()[]“”\"'"))
            }
            .filter { !$0.isEmpty }.prefix(10))
    }

    /// What a list is searched for: the text, unless it is a whole paragraph or an address.
    package var searched: String {
        let text = text.isEmpty ? title : text
        return address == nil && text.count <= 60 ? text : ""
    }
}
