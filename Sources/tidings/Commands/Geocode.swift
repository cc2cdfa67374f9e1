import ArgumentParser
import Fetching
import Foundation
import Places
import Records
import Storage
import Watching

/// `tidings geocode "120 Hay Street, Subiaco"`: the position of an address.
struct Geocode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geocode",
        abstract: "Find the position of an address, from known positions or else from the geocoder.",
        discussion: "Exit status: 0 found, 1 not known, 2 usage error or no geocoder set, 3 the geocoder failed, 4 internal error.")

    @Argument(help: "The address.") var address: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Prefer what is near here.", valueName: "lat,lon")) var near: String?
    @Flag(help: "Use known positions only; don't ask a service.") var known = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let settings = try Settings(flags: folder.flags)
        let geocoding = try settings.geocoding
        let middle = try near.map { text in
            guard let position = Position(text) else { throw Failure(.badUse, "near: '\(text)' is not a position like -31.95,115.86") }
            return position
        }
        guard let question = GeocodeQuestion(address, near: middle, countries: geocoding.countries) else {
            throw Failure(.badUse, "'\(address)' isn't an address: it needs 3 to 200 characters")
        }
        let work = try Workspace(folder, isMaking: !known)
        let fetcher = Fetcher(try settings.fetching())
        let service = Geocoding(
            geocoding.service, countries: geocoding.countries, file: geocoding.file, store: work.store, fetcher: fetcher)
        let result: Result<GeocodeFinding, any Error>
        do {
            let finding = known ? try await service.known([question])[question] : try await service.find(question, for: .interactive)
            result = .success(finding ?? .unknown("it isn't known here, and no service was asked"))
        } catch { result = .failure(error) }
        try? await fetcher.shutdown()
        do { try print(try result.get(), of: question) } catch { throw Failure(error) }
    }

    private func print(_ finding: GeocodeFinding, of question: GeocodeQuestion) throws {
        switch finding {
        case .found(let answer):
            guard json else {
                Output.print("\(answer.position)\t\(answer.label ?? question.address)")
                if let attribution = answer.attribution { Output.note(attribution) }
                return
            }
            var line = JSONLine()
            line.add("address", question.address)
            line.add("position", "\(answer.position)")
            line.add("label", answer.label)
            line.add("attribution", answer.attribution)
            line.add("kept", answer.isKept)
            Output.print(line.closed)
        case .unknown(let why): throw Failure(.nothingFound, why)
        case .failed(let why): throw Failure(.source, why)
        }
    }
}
