import ArgumentParser
import Boards
import Following
import Foundation
import Localisation
import Records
import Serving
import Storage
import Watching

/// `tidings alert add fuel --below 149.9 --near -31.95,115.86`: manages price alerts.
struct AlertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert", abstract: "Add, list and remove price alerts.", subcommands: [Add.self, List.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a price alert: one of --below, --cheapest, --tomorrow and --daily.")

        @Argument(help: "A board of stations.") var board: String
        @Option(parsing: .unconditional, help: "When a price is at or below this, in the board's unit.", transform: Self.amount) var below:
            Double?
        @Flag(help: "When the cheapest station or its price changes.") var cheapest = false
        @Option(parsing: .unconditional, help: "When tomorrow's prices rise or fall by this much or more.", transform: Self.amount)
        var tomorrow: Double?
        @Option(help: "Every day at this time, like 07:00.") var daily: String?
        @Option(help: "The fuel, by its name on the board (default: the board's first).") var fuel: String?
        @Option(parsing: .unconditional, help: "Only stations around here: latitude and longitude, like -31.95,115.86.") var near: String?
        @Option(parsing: .unconditional, help: "Radius, in kilometres.", transform: WholeNumber.within(PriceAlert.Limits.kilometres))
        var within = 10
        @Option(help: "A name for the place.") var place: String?
        @Option(help: "Only this station, by its code.") var station: String?
        @Flag(help: "Only the person's favourites.") var favourites = false
        @Option(help: ChannelCommand.namingHelp) var to = ""
        @OptionGroup var person: WatchCommand.PersonOption
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let channels = to.split(separator: ",").map { $0.trimmingWhitespace() }
            let settings = PriceAlert.Settings(try rule(), of: fuel, in: try scope(), channels: channels)
            // Before the folder is created, because an error must not create one.
            let work = try Workspace(folder, isMaking: true, about: board) { board in
                guard let plan = board.stations else { throw Failure(.badUse, "the board \(board.name) has no stations with prices") }
                if let fuel, plan.fuel(named: fuel) == nil {
                    throw Failure(.badUse, "fuel: there is no '\(fuel)'; there are \(plan.fuels.map(\.name).joined(separator: ", "))")
                }
            }
            let board = try Workspace.board(board, in: work.library)
            do {
                let person = try await person.person(in: work.store)
                let alert = try await work.store.following.addAlert(of: person, on: board.name, settings, at: .system())
                Output.print("\(alert.id): \(board.title): \(PriceWriter(board, fuel: fuel, .english).sentence(of: settings))")
                if channels.isEmpty { Output.note(ChannelCommand.withoutChannels) }
            } catch {
                throw Failure(error)
            }
        }

        private func rule() throws -> PriceAlert.Rule {
            var rules: [PriceAlert.Rule] = cheapest ? [.cheapest] : []
            if let below { rules.append(.below(price: below)) }
            if let tomorrow { rules.append(.tomorrow(step: tomorrow)) }
            if let daily {
                guard let time = TimeOfDay(daily) else { throw Failure(.badUse, "daily: '\(daily)' is not a time like 07:00") }
                rules.append(.daily(at: time))
            }
            guard rules.count == 1 else { throw Failure(.badUse, "one of --below, --cheapest, --tomorrow and --daily is expected") }
            return rules[0]
        }

        private static func amount(_ text: String) throws -> Double {
            guard let amount = Double(text), PriceAlert.Limits.amounts.contains(amount) else {
                throw WholeNumber.Complaint(description: "a price is expected, like 149.9")
            }
            return amount
        }

        private func scope() throws -> PriceAlert.Scope {
            guard [near != nil, station != nil, favourites].count(where: { $0 }) < 2 else {
                throw Failure(.badUse, "one of --near, --station and --favourites is enough")
            }
            if let name = place, StationSettings.text(name) != name { throw Failure(.badUse, "place: one line of text is expected") }
            if let near {
                guard let position = Position(near) else { throw Failure(.badUse, "near: '\(near)' isn't a position like -31.95,115.86") }
                return .around(place: PriceAlert.Area(name: place ?? position.description, at: position, kilometres: within))
            }
            if let station {
                guard StationSettings.isCode(station) else { throw Failure(.badUse, "station: '\(station)' isn't the code of a station") }
                return .station(code: station, name: place ?? station)
            }
            return favourites ? .favourites : .everywhere
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List a person's price alerts.")

        @Flag(help: "Print one JSON object per line, as in the API.") var json = false
        @OptionGroup var person: WatchCommand.PersonOption
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                let alerts = try await work.store.following.alerts(of: try await person.person(in: work.store))
                guard !json else {
                    for alert in alerts { Output.print(AlertResource.members.line(ShownAlert(alert, work.library[alert.board])).closed) }
                    if alerts.isEmpty { throw Failure(.nothingFound, "there is no price alert") }
                    return
                }
                let rows = alerts.map { alert in
                    let settings = alert.settings
                    let said = PriceWriter(work.library[alert.board], fuel: settings.fuel, .english).sentence(of: settings)
                    let ways = settings.channels.isEmpty ? "app" : settings.channels.joined(separator: ", ")
                    return ["\(alert.id)", alert.board, said, ways, alert.isMuted ? "muted" : ""]
                }
                Output.columns(rows)
                if alerts.isEmpty { throw Failure(.nothingFound, "there is no price alert") }
            } catch {
                throw Failure(error)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a price alert, with its unsent notices.")

        @Argument(help: "Its number, see 'tidings alert list'.") var alert: Int64
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                guard let alert = try await work.store.following.alert(alert), try await work.store.following.remove(alert) else {
                    throw Failure(.nothingFound, "there is no price alert \(self.alert)")
                }
            } catch {
                throw Failure(error)
            }
        }
    }
}
