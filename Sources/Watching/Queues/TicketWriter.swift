package import Foundation
package import Localisation
package import Notifying
package import Records

/// Turns a message of the outbox into a `Notice` for a guest of a queue, in the language of the page on which they asked for it.
package struct TicketWriter: Sendable {
    private let publicURL: URL?
    private let plan: @Sendable (_ queue: String, Words) -> QueuePlan?

    /// `plan` returns a queue with its texts in the language of `Words`. Without `publicURL`, links are relative to the app.
    package init(publicURL: URL? = nil, plan: @escaping @Sendable (_ queue: String, Words) -> QueuePlan?) {
        self.publicURL = publicURL
        self.plan = plan
    }

    package func notice(_ word: TicketWord) -> Notice {
        let words = Words(language: word.listener.language)
        let plan = plan(word.listener.queue, words)
        // A later notice about the same ticket replaces it.
        return Notice(
            id: word.identifier, title: title(word, words), lines: lines(word, words) + [plan?.label].compactMap { $0 },
            link: publicURL?.appendingPathComponent(word.listener.page) ?? URL(string: word.listener.page), urgency: .high,
            topic: "queue/\(word.listener.queue)/\(word.ticket)", time: word.made, board: plan?.board ?? "", lifetime: TicketWord.lifetime)
    }

    private func title(_ word: TicketWord, _ words: Words) -> String {
        switch word.kind {
        case .near(0): words("\(word.label): you are next")
        case .near(let ahead): words("\(word.label): \(ahead) people are ahead of you")
        case .turn(let counter): words("\(word.label): your turn at counter \(counter)")
        case .again(let counter): words("\(word.label), called again: counter \(counter)")
        }
    }

    private func lines(_ word: TicketWord, _ words: Words) -> [String] {
        switch word.kind {
        case .near: [words("You will be called soon.")]
        case .turn, .again: []
        }
    }
}
