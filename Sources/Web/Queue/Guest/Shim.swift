import Boards
import Hummingbird
import Queueing
import Records

extension Site {
    var queues: QueueDesk { get async throws { throw QueueRefusal.noSuchQueue } }
    func queue(_ context: PageContext) throws -> (QueueDesk, QueuePlan) { throw QueueRefusal.noSuchQueue }
    var linkKey: LinkKey { LinkKey() }
    var taking: TakingGuard { TakingGuard() }
}
extension Board { var queues: [QueuePlan] { [] } }
