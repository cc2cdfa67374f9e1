import Boards
import Hummingbird
import Localisation
import LongJobs
import Records
import Serving
import Storage

/// `/jobs`: what takes longer than a request, with how far it is. Administrators see all of it, others what they have asked for. A script asks
/// for the list again and again while something is under way.
struct JobsPage: Sendable {
    private let engine: Engine
    private let context: PageContext
    private let person: Person

    init(_ engine: Engine, _ context: PageContext) throws {
        self.engine = engine
        self.context = context
        person = try context.knownPerson()
    }

    func page(for request: Request) async throws -> Response {
        let jobs = try await engine.sources.jobs?.list(seenBy: person) ?? []
        var names: [Person.ID: String] = [:]
        for id in Set(jobs.compactMap(\.person)) { names[id] = try await engine.store.person(id)?.name }
        let titles = Dictionary(engine.boards.map { ($0.name, $0.translated(for: context.words).title) }) { first, _ in first }
        let view = JobsView(jobs: jobs, titles: titles, names: names, words: context.words, token: context.formTokenField)
        guard request.wantsJSON else { return .page(view.page(context.reader, assets: engine.assets.prefix)) }
        var answer = JSONLine()
        answer.add("html", view.list.description)
        return .json(answer.closed)
    }

    func cancel(_ request: Request, _ id: String?) async throws -> Response {
        _ = try await request.form()
        guard let id = id.flatMap({ Int64($0) }), try await engine.sources.jobs?.cancel(id, by: person, in: engine.store) == true else {
            throw Refusal(.notFound, "This job has already ended.")
        }
        return .on(to: MainWays.jobs)
    }
}
