import BoardPages
import Boards
import Hummingbird
import Localisation
import LongJobs
import Records
import Serving
import Storage

/// `/jobs`: jobs that outlast a request, with their progress. Administrators see all, others their own. A script reloads the list while a
/// job is running.
struct JobsPage: Sendable {
    private let feature: JobsFeature
    private let context: PageContext
    private let person: Person

    init(_ feature: JobsFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    func page(for request: Request) async throws -> Response {
        let jobs = try await feature.jobs?.list(seenBy: person) ?? []
        var names: [Person.ID: String] = [:]
        for id in Set(jobs.compactMap(\.person)) { names[id] = try await feature.store.people.person(id)?.name }
        let named = Set(jobs.map(\.subject.board))
        let boards = feature.boards.all.filter { named.contains($0.name) }
        let titles = Dictionary(boards.map { ($0.name, $0.translated(for: context.words).title) }) { first, _ in first }
        let view = JobsView(
            jobs: jobs, titles: titles, names: names, again: againIn(jobs), words: context.words, token: context.formTokenField)
        guard request.wantsJSON else { return .page(view.page(context.reader, assets: feature.assets.prefix)) }
        var answer = JSONLine()
        answer.add("html", view.list.description)
        return .json(answer.closed)
    }

    /// Retries a reading that failed or was incomplete.
    func again(_ request: Request, _ id: String?) async throws -> Response {
        _ = try await request.form()
        let jobs = try await feature.jobs?.list(seenBy: person) ?? []
        guard let id = id.flatMap({ Int64($0) }), let job = jobs.first(where: { $0.id == id }), againIn(jobs).contains(id),
            let board = feature.boards.all.first(where: { $0.name == job.subject.board })
        else { return .on(to: MainWays.jobs) }
        try await feature.boards.feeds(of: board, .standard, for: context).refresh(by: feature.boards.watcher, board, for: "page")
        return .on(to: MainWays.jobs)
    }

    /// The readings that can be retried: the last one of its board, if it didn't succeed and no reading of the board is running. Boards
    /// with choices are left out, because a job doesn't know which choice was made.
    private func againIn(_ jobs: [LongJob]) -> Set<LongJob.ID> {
        let readings = Dictionary(grouping: jobs.filter { Features.jobKind(of: $0)?.isReading == true }, by: \.subject.board)
        return Set(
            feature.boards.all.filter(\.chosenParameters.isEmpty).compactMap { board in
                guard let readings = readings[board.name] else { return nil }
                guard let last = readings.first, readings.allSatisfy(\.state.hasEnded), last.state != .done else { return nil }
                return last.id
            })
    }

    func cancel(_ request: Request, _ id: String?) async throws -> Response {
        _ = try await request.form()
        guard let id = id.flatMap({ Int64($0) }), try await feature.jobs?.cancel(id, by: person, in: feature.store) == true else {
            throw Refusal(.notFound, "This job has already ended.")
        }
        return .on(to: MainWays.jobs)
    }
}
