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
        for id in Set(jobs.compactMap(\.person)) { names[id] = try await engine.store.people.person(id)?.name }
        let titles = Dictionary(engine.boards.map { ($0.name, $0.translated(for: context.words).title) }) { first, _ in first }
        let view = JobsView(
            jobs: jobs, titles: titles, names: names, again: againIn(jobs), words: context.words, token: context.formTokenField)
        guard request.wantsJSON else { return .page(view.page(context.reader, assets: engine.assets.prefix)) }
        var answer = JSONLine()
        answer.add("html", view.list.description)
        return .json(answer.closed)
    }

    /// What a reading didn't bring is asked for again.
    func again(_ request: Request, _ id: String?) async throws -> Response {
        _ = try await request.form()
        let jobs = try await engine.sources.jobs?.list(seenBy: person) ?? []
        guard let id = id.flatMap({ Int64($0) }), let job = jobs.first(where: { $0.id == id }), againIn(jobs).contains(id),
            let board = engine.boards.first(where: { $0.name == job.subject.board })
        else { return .on(to: MainWays.jobs) }
        try await engine.feeds(of: board, .standard, for: context).refresh(by: engine.watcher, board, for: "page")
        return .on(to: MainWays.jobs)
    }

    /// The readings that can be asked for again: the last of its board, where nobody has a choice (a job doesn't know which was made) and nothing
    /// of it is under way.
    private func againIn(_ jobs: [LongJob]) -> Set<LongJob.ID> {
        Set(
            engine.boards.filter(\.chosenParameters.isEmpty).compactMap { board in
                let readings = jobs.filter { job in
                    job.subject.board == board.name && Features.jobKind(of: job)?.isReading == true
                }
                guard let last = readings.first, readings.allSatisfy(\.state.hasEnded), last.state != .done else { return nil }
                return last.id
            })
    }

    func cancel(_ request: Request, _ id: String?) async throws -> Response {
        _ = try await request.form()
        guard let id = id.flatMap({ Int64($0) }), try await engine.sources.jobs?.cancel(id, by: person, in: engine.store) == true else {
            throw Refusal(.notFound, "This job has already ended.")
        }
        return .on(to: MainWays.jobs)
    }
}
