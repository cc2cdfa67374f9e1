import Foundation
import Records
import Serving

/// A board's offer for shared content.
package struct ShareOffer: Hashable, Sendable {
    package let address: String
    package let text: String
    /// Whether it is an exact answer, and not only a search.
    package var isAnswer = false

    package init(address: String, text: String, isAnswer: Bool = false) {
        self.address = address
        self.text = text
        self.isAnswer = isAnswer
    }
}

/// Content shared from another app, and the values in it. Apps put addresses into either `url` or `text`.
package struct SharedText: Hashable, Sendable {
    package let title: String
    package let text: String
    package let url: String

    package init(title: String, text: String, url: String) {
        self.title = title
        self.text = text
        self.url = url
    }

    /// The shared address; nil if a text was shared.
    package var address: String? { ([url] + words).first(where: Field.isWholeAddress) }

    /// The parts between white space and punctuation, at most ten.
    package var words: [String] {
        Array(
            "\(text) \(title)".split { $0.isWhitespace }.lazy.map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: #".,;:!?()[]“”"'"#))
            }
            .filter { !$0.isEmpty }.prefix(10))
    }

    /// The search text for lists: the shared text, unless it is a whole paragraph or an address.
    package var searched: String {
        let text = text.isEmpty ? title : text
        return address == nil && text.count <= 60 ? text : ""
    }
}
