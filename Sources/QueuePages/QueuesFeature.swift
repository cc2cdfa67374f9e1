package import Boards
import Hummingbird
package import Localisation
package import Notifying
package import Queueing
package import Records
package import Serving
package import Speaking
package import Storage

/// Queues with their counters, screens and kiosks.
package struct QueuesFeature: Sendable {
    package let site: Site
    private let ownStore: Store
    package let queueBoards: [QueueBoard]
    /// nil if this server has no queues.
    package let desk: QueueDesk?
    /// Live events; nil without any.
    package let live: QueueFeeds?
    /// Speaks numbers. Without an engine, it answers with the reason.
    let speaker: Speaker?
    /// Sent when guests of a queue may need a notification.
    let signal: AsyncSignal
    /// The public key of Web Push; nil disables push.
    let pushKey: String?
    /// The push services that anonymous browsers may use.
    let pushServices: PushServices
    /// The rate limits for taking numbers and for push subscriptions, which are equal but separate.
    let taking: TakingGuard
    let subscribing: TakingGuard

    package init(
        _ queueBoards: [QueueBoard], site: Site, store: Store, desk: QueueDesk?, live: QueueFeeds?, speaker: Speaker?, signal: AsyncSignal,
        pushKey: String?, pushServices: PushServices
    ) {
        (self.queueBoards, self.site, ownStore) = (queueBoards, site, store)
        (self.desk, self.live, self.speaker, self.signal) = (desk, live, speaker, signal)
        (self.pushKey, self.pushServices) = (pushKey, pushServices)
        (taking, subscribing) = (TakingGuard(now: site.now), TakingGuard(now: site.now))
    }

    package var store: Store { ownStore.forAsker }
    package var assets: AssetLibrary { site.assets }
}

extension QueuesFeature {
    /// The desk that changes queues. Throws "not found" if the server has no queues.
    package var queues: QueueDesk {
        get throws {
            guard let desk else { throw Refusal(.notFound, "This queue doesn’t exist.") }
            return desk
        }
    }

    /// The queue in the address, with texts in the reader's language.
    package func queue(_ context: PageContext) throws -> (desk: QueueDesk, plan: QueuePlan) {
        let (desk, name) = (try queues, context.parameters.get("queue"))
        guard let plan = queues(in: context.words).first(where: { $0.name == name }) else {
            throw Refusal(.notFound, "This queue doesn’t exist.")
        }
        return (desk, plan)
    }

    /// The queue in the address, as declared in its board's file.
    func declaredQueue(_ context: PageContext) throws -> QueuePlan {
        let (language, name) = (context.words.catalogue.language.code, context.parameters.get("queue"))
        let plans = queueBoards.lazy.flatMap { $0.translated(to: language).queues }
        guard let plan = plans.first(where: { $0.name == name }) else { throw Refusal(.notFound, "This queue doesn’t exist.") }
        return plan
    }

    /// All queues of all boards, in the order of their boards and files.
    package func queues(in words: Words) -> [QueuePlan] { queueBoards.flatMap { queues(of: $0, in: words) } }

    /// The queues of a board, with the names that administrators have set.
    package func queues(of board: QueueBoard, in words: Words) -> [QueuePlan] {
        let queues = board.translated(to: words.catalogue.language.code).queues
        return desk.map { queues.map($0.named) } ?? queues
    }

    package func queueBoard(_ name: String?) -> QueueBoard? { queueBoards.first { $0.name == name } }

    /// The boards of queues that the caller may see.
    package func queueBoards(for context: PageContext) -> [QueueBoard] {
        let isReader = context.person != nil && context.scopes?.contains(.read) ?? true
        return isReader ? queueBoards : queueBoards.filter(\.isPublic)
    }

    /// Whether the queue in the address is public; nil if there is no such queue.
    package func isPublic(_ context: PageContext) -> Bool? {
        context.parameters.get("queue").map { desk?[$0]?.isPublic ?? false }
    }
}
