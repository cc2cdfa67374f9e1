import Boards
import Hummingbird
import Localisation
import Queueing
import Records
import Storage

extension Site {
    /// The one who changes queues; there is nothing at their addresses where a server has none.
    var queues: QueueDesk {
        get throws {
            guard let desk else { throw Refusal(.notFound, "There is no such queue.") }
            return desk
        }
    }

    /// The queue that the address names, its texts in the language of whoever asks.
    func queue(_ context: PageContext) throws -> (desk: QueueDesk, plan: QueuePlan) {
        let (desk, name) = (try queues, context.parameters.get("queue"))
        guard let plan = queues(in: context.words).first(where: { $0.name == name }) else {
            throw Refusal(.notFound, "There is no such queue.")
        }
        return (desk, plan)
    }

    /// All queues of all boards, in the order of their boards and files.
    func queues(in words: Words) -> [QueuePlan] { queueBoards.flatMap { $0.translated(to: words.catalogue.language.code).queues } }

    /// The board of queues that an address names.
    func queueBoard(_ name: String?) -> QueueBoard? { queueBoards.first { $0.name == name } }

    /// Whether strangers may read what the address is about: its board, or its queue.
    func isPublic(_ context: PageContext) -> Bool {
        if let queue = context.parameters.get("queue") { return desk?[queue]?.isPublic ?? false }
        let name = context.parameters.get("board")
        return boards.contains { $0.name == name && $0.isPublic } || queueBoard(name)?.isPublic ?? false
    }

    /// What whoever asks may see of them.
    func queueBoards(for context: PageContext) -> [QueueBoard] {
        let isReader = context.person != nil && context.scopes?.contains(.read) ?? true
        return isReader ? queueBoards : queueBoards.filter(\.isPublic)
    }
}
