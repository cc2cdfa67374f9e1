import ArgumentParser
import Foundation
import Queueing
import Records
import Storage

/// `tidings queue …`: takes a number, serves the next, lists the numbers given.
///
/// A queue's state belongs to the server that runs on the data, so numbers are taken and served through it. If no server is running, the
/// command locks the data itself.
struct QueueGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "Take a number, call the next person, list the numbers given out.",
        subcommands: [QueueTake.self, QueueServe.self, QueueListen.self, QueueTickets.self])
}

struct QueueTake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Take a number and print it once it is safely stored.",
        discussion: "Exit status: 0 taken, 1 no number available now, 2 usage error, 3 the server cannot be reached, 4 internal error.")

    @Argument(help: "The queue (the first if left out).") var queue: String?
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var place: QueuePlace

    func run() async throws {
        let number = try await place.withQueue(
            queue,
            atDesk: { desk, plan in
                guard case .number(let number) = try await desk.perform(.take, in: plan.name, by: QueueCLI.actor) else {
                    throw Failure(.ours)
                }
                return number
            },
            atServer: { server in
                let query = queue.map { "?queue=\($0)" } ?? ""
                struct Token: Decodable { let number: Int }
                return try await server.answer(Token.self, at: "/dispense/token.json\(query)").number
            })
        var line = JSONLine()
        line.add("number", number)
        Output.print(json ? line.closed : "\(number)")
    }
}

struct QueueServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Finish with the person at a counter, and call the next.",
        discussion: "Exit status: 0 called, 1 no one waits, 2 usage error, 3 the server cannot be reached, 4 internal error.")

    @Argument(help: "The queue (the first if left out).") var queue: String?
    @Option(help: "The counter.") var counter = "1"
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var place: QueuePlace

    func run() async throws {
        let called: (label: String, number: Int)? = try await place.withQueue(
            queue,
            atDesk: { desk, plan in
                guard case .ticket(let ticket) = try await desk.perform(.next(counter: counter), in: plan.name, by: QueueCLI.actor) else {
                    return nil
                }
                return (ticket.label, ticket.number)
            },
            atServer: { server in
                struct Done: Decodable {
                    struct Ticket: Decodable { let label: String, number: Int }
                    let ticket: Ticket?
                }
                var line = JSONLine()
                line.add("command", "next")
                line.add("counter", counter)
                let path = "/api/v1/queues/\(try await server.name(of: queue))/commands"
                return try await server.answer(Done.self, at: path, posting: line.closed).ticket.map { ($0.label, $0.number) }
            })
        guard let called else { throw Failure(.nothingFound, "no one is waiting who can come to counter \(counter)") }
        var line = JSONLine()
        line.add("label", called.label)
        line.add("number", called.number)
        line.add("counter", counter)
        Output.print(json ? line.closed : called.label)
    }
}

struct QueueTickets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickets", abstract: "Print every number given out in the queue's current day, one per line.",
        discussion: "Reads what is stored, whether a server runs or not.")

    @Argument(help: "The queue (the first if left out).") var queue: String?
    @Flag(help: "Print one JSON object per line.") var json = false
    @OptionGroup var place: QueuePlace

    func run() async throws {
        let work = try Workspace(place.folder)
        let plan = try QueueCLI.plan(queue, in: work.library)
        let output = Output()
        for range in try await work.store.queues.numbers(in: plan.name) {
            for number in range { output.line(json ? Self.line(number, plan) : "\(number)") }
        }
        output.flush()
    }

    private static func line(_ number: Int, _ plan: QueuePlan) -> String {
        var line = JSONLine()
        line.add("label", plan.label(of: number))
        line.add("number", number)
        return line.closed
    }
}
