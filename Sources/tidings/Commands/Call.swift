import ArgumentParser
import BoardPages
import Boards
import Extraction
import Fetching
import Foundation
import Records
import Serving
import Storage
import Watching
import Web

/// `tidings call contacts.detail id=7`: calls a method of a service that a board registers.
struct Call: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call a service method that a board registers, and print its rows.",
        discussion: "Without a method: lists them. Exit status: 0 rows, 1 none, 2 usage error, 3 the source failed, 4 internal error.")

    @Argument(help: "The method, BOARD.METHOD.") var method: String?
    @Argument(help: ArgumentHelp("Its arguments.", valueName: "name=value")) var arguments: [String] = []
    @Flag(help: "Print one JSON object per row.") var json = false
    @Option(help: "Another address for the method, with its parameters in braces.") var url: String?
    @Flag(help: "Ask again, even if there is a cached answer.") var reload = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        let settings = try Settings(flags: folder.flags)
        var sources = try settings.sources()
        if let method, let url { sources[method] = url }
        let library = BoardLibrary(data: settings.folder, sources: sources, views: Views.forms)
        guard let method else { return list(library.boards.flatMap(\.services)) }
        try complain(of: method, library)
        var values: [String: String] = [:]
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw Failure(.badUse, "'\(argument)' is not an argument like id=7") }
            guard values.updateValue(parts[1], forKey: parts[0]) == nil else { throw Failure(.badUse, "'\(parts[0])' is given twice") }
        }
        let named = url.flatMap { URL(string: $0.replacing("{", with: "").replacing("}", with: ""))?.host }
        var configuration = try settings.fetching(named: named.map { [$0] } ?? [])
        let data = settings.folder
        // A folder of another user gets no files, because that user couldn't read them.
        if DataFolder.isOurs(data) {
            configuration.cache = try? ResponseCache(DataFolder.Apart.cache.url(in: data))
        }
        let fetcher = Fetcher(configuration)
        let calls = ServiceCalls(boards: BoardRegistry(library.boards), fetcher: fetcher, secrets: settings.secrets)
        let result: Result<ServiceAnswer, any Error>
        do {
            result = .success(try await calls.call(method, values, for: "command line", cache: reload ? .reload : .useProtocol))
        } catch { result = .failure(error) }
        try? await fetcher.shutdown()
        do { try print(try result.get()) } catch { throw Failure(error) }
    }

    /// Reports errors in the method's board, or in the address that replaces the board's own.
    private func complain(of method: String, _ library: BoardLibrary) throws {
        let folder = method.prefix { $0 != "." }
        for problem in library.problems {
            if problem.detail.hasPrefix("source \(method):") { throw Failure(.badUse, problem.detail) }
            if problem.file?.hasSuffix("/\(folder)/\(BoardFile.name)") == true { throw Failure(problem) }
        }
    }

    private func print(_ answer: ServiceAnswer) throws {
        let output = Output()
        if json {
            for line in answer.json { output.line(line.closed) }
        } else {
            switch answer.rows {
            case .records(let records, let schema):
                for record in records { output.fields(zip(schema.fields.map(\.label), record.values.map { $0?.text ?? "" })) }
            case .open(let rows):
                for row in rows { output.fields(row.fields.map { ($0.label, $0.text) }) }
            }
        }
        output.flush()
        if answer.count == 0 { throw Failure(.nothingFound, "the service returned nothing") }
    }

    private func list(_ methods: [ServiceMethod]) {
        guard json else {
            return Output.columns(
                methods.map { method in
                    let parameters = method.parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }.joined(separator: " ")
                    return [method.name, parameters, method.about]
                })
        }
        for method in methods {
            var line = JSONLine()
            line.add("name", method.name)
            line.add("about", method.about)
            line.add("parameters", method.parameters.map(\.name))
            line.add("url", method.address.source)
            Output.print(line.closed)
        }
    }
}
