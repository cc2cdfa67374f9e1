import Boards
import Hummingbird
import Localisation
import Queueing
import Records

/// `/boards/<name>` of a board of queues: a list of them, or straight to the one there is.
struct QueuesPage: Sendable {
    private let site: Site
    private let board: QueueBoard
    private let context: PageContext
    private var words: Words { context.words }

    init(_ site: Site, _ board: QueueBoard, _ context: PageContext) {
        self.site = site
        self.board = board.translated(to: context.words.catalogue.language.code)
        self.context = context
    }

    func page(for request: Request) async throws -> Response {
        let plans = board.queues
        if let only = plans.first, plans.count == 1 { return .on(to: GuestPaths(only.name).page) }
        var rows: [HTML] = []
        for plan in plans { rows.append(row(plan, try await site.queues.state(of: plan.name))) }
        let shell = PageShell(title: board.title, assets: site.assets.prefix, reader: context.reader)
        return .page(
            shell.page(
                """
                <div class="home-intro"><h1>\(board.title)</h1><p class="lead">\(board.about)</p></div>
                <ul class="cards">\(rows)</ul>
                """))
    }

    private func row(_ plan: QueuePlan, _ state: QueueState) -> HTML {
        let style = state.opening == .open ? "is-fresh" : "is-failing"
        return """
            <li class="card"><h2><a href="\(GuestPaths(plan.name).page)">\(plan.label)</a></h2>\(Self.news(state, words))\
            <p class="state \(style)">\(words.at(plan.zone).opening(of: state, at: .system()))</p></li>

            """
    }

    /// What a card says of a queue.
    static func news(_ state: QueueState, _ words: Words) -> HTML {
        """
        <p class="card-news"><span class="card-news-line figures"><bdi>\(state.plan.label(of: state.next))</bdi></span> \
        <span class="card-news-note">\(words("Next number")) · \(words("\(state.waiting) people waiting"))</span></p>
        """
    }
}
