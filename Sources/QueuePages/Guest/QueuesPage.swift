package import Boards
package import Hummingbird
import Localisation
import Queueing
import Records
package import Serving

/// `/boards/<name>` of a board of queues: a list of its queues, or a redirect if there is only one.
package struct QueuesPage: Sendable {
    private let feature: QueuesFeature
    private let board: QueueBoard
    private let context: PageContext
    private var words: Words { context.words }

    package init(_ feature: QueuesFeature, _ board: QueueBoard, _ context: PageContext) {
        self.feature = feature
        self.board = board.translated(to: context.words.catalogue.language.code)
        self.context = context
    }

    package func page(for request: Request) async throws -> Response {
        let plans = feature.queues(of: board, in: words)
        if let only = plans.first, plans.count == 1 { return .on(to: GuestPaths(only.name).page) }
        let states = try await feature.queues.states()
        let rows = plans.map { plan in row(plan, states.filter { $0.plan.name == plan.name }) }
        let shell = PageShell(title: board.title, assets: feature.assets.prefix, kind: .queue, reader: context.reader)
        return .page(
            shell.page(
                """
                <div class="home-intro"><h1>\(board.title)</h1><p class="lead">\(board.about)</p></div>
                <ul class="cards">\(rows)</ul>
                """))
    }

    private func row(_ plan: QueuePlan, _ states: [QueueState]) -> HTML {
        """
        <li class="card"><h2><a href="\(GuestPaths(plan.name).page)">\(plan.label)</a></h2>\
        \(QueueCard(words: words, states: states, now: .system()).html)</li>

        """
    }
}
