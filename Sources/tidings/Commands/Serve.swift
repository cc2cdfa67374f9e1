import ArgumentParser
import Fetching
import Foundation
import Logging
import Operating
import Records
import Watching

/// `tidings serve`: the server.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Run the server: web app, API and schedules.")

    @Option(parsing: .unconditional, help: "Port to listen on (default 8080).", transform: WholeNumber.within(0...65_535)) var port: Int?
    @Option(help: "Address to listen on (default 127.0.0.1).") var host: String?
    @Option(help: ArgumentHelp("Another address for a board's source. May be repeated.", valueName: "board=url")) var source: [String] = []
    @Option(help: "Hosts on private networks that boards may fetch from, separated by commas.") var allowHosts: [String] = []
    @Option(help: "Hosts on private networks that people's channels may reach, separated by commas.")
    var allowHostsForChannels: [String] = []
    @Option(help: ArgumentHelp("Folders of films and music, separated by ':'.", valueName: "dirs")) var media: String?
    @Option(help: "Folder of the web assets, which are read at each request.") var assets: String?
    @Flag(help: "Also publish sample lists, prices and a guide under /demo, and watch those.") var demo = false
    @Option(parsing: .unconditional, help: "Bytes a second at which the sample list is sent.", transform: WholeNumber.atLeast(1))
    var demoRate = 300_000
    @Option(
        parsing: .unconditional, help: "Milliseconds that the sample directory takes to answer, on average; at most 10000.",
        transform: WholeNumber.within(0...10_000))
    var demoLatency = 0
    @Option(
        parsing: .unconditional, help: "Percentage of the sample directory's answers that are errors.",
        transform: WholeNumber.within(0...100))
    var demoFailures = 0
    @Option(help: "Log format: text, json or journal (default text).") var logFormat: String?
    @Option(help: "Log level: trace, debug, info, notice, warning, error or critical (default info).") var logLevel: String?
    @Flag(help: "Don't serve: send the waiting notices and exit.") var onlyDeliver = false
    @Flag(help: "With --only-deliver: keep running until standard input ends.") var leashed = false
    @Option(help: ArgumentHelp("Ports of the server that this one sends for.", visibility: .private)) var ownPort: [Int] = []
    @Option(
        help: ArgumentHelp(
            "Which of several servers over one database this is. They divide all work but queues.", visibility: .private))
    var node: String?
    @Option(
        help: ArgumentHelp("With --node: how long others wait for it before they do its work, like 30s.", visibility: .private))
    var lease: String?
    @OptionGroup var folder: StoreOption

    func validate() throws {
        if let assets, !["css", "js"].allSatisfy({ FileManager.default.fileExists(atPath: "\(assets)/\($0)") }) {
            throw ValidationError("assets: '\(assets)' isn't a folder of web assets, with css and js in it")
        }
    }

    func run() async throws {
        var settings = try Settings(flags: flags, isServer: true)
        let (format, level) = try settings.logging()
        LoggingSystem.bootstrap { LogLines(label: $0, format: format, level: level) { Output.note($0) } }
        var port = try settings.value(.port) ?? 8080
        while true {
            let server = try server(settings, port)
            do {
                if onlyDeliver { return try await server.deliver(endsWithParent: leashed) }
                guard let next = try await server.run() else { return }
                port = next
            } catch { throw Failure(error) }
            // Includes changes made on the page meanwhile.
            settings = try Settings(flags: flags, isServer: true)
        }
    }

    /// By setting name.
    private var flags: [String: String] {
        func texts(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ",") }
        let given = [
            "port": port.map { String($0) }, "host": host, "source": texts(source), "allow-hosts": texts(allowHosts),
            "allow-hosts-for-channels": texts(allowHostsForChannels), "media": media, "log-format": logFormat, "log-level": logLevel,
        ]
        return folder.flags.merging(given.compactMapValues(\.self)) { $1 }
    }

    private func server(_ settings: Settings, _ port: Int) throws -> Server {
        var server = Server(
            host: settings.value("host") ?? "127.0.0.1", port: port, data: settings.folder, sources: try settings.sources(),
            secrets: settings.secrets, fetching: try settings.fetching(), sending: try settings.sending(),
            ownPorts: OwnPorts(Set(ownPort + [port]).subtracting([0])),
            notices: try settings.notices, geocoding: try settings.geocoding,
            assets: assets.map { URL(fileURLWithPath: $0) }, accounts: try settings.accounts(),
            enabledBoards: settings.enabledBoards, publicBoards: Set(settings.list("public-boards")),
            administratorPassword: try settings.administratorPassword(), demoRate: demo ? demoRate : nil,
            demoLatencyMilliseconds: demoLatency,
            demoFailurePercent: demoFailures, operating: try settings.operating(), pushServices: try settings.pushServices(),
            addresses: try settings.addresses(),
            queuePort: try settings.queuePort(), liveLimit: try settings.liveLimit(), connectionLimit: try settings.connectionLimit(),
            addressLimit: try settings.addressLimit())
        server.disabledBoards = settings.disabledBoards
        server.database = try settings.database()
        server.node = try named(node, lease)
        server.media = settings.media()
        server.mediaSources = try settings.mediaSources()
        server.documentFolders = try settings.documentFolders()
        server.naturalVoices = try settings.naturalVoices()
        server.widths = try settings.widths()
        server.leftOut = settings.leftOut
        server.served = settings.served(try server.given())
        server.settings = { [folder = server.data] library, beginAnew in
            settings.page(in: folder, isDemo: demo, library: library, check: { try self.server($0, port) }, beginAnew: beginAnew)
        }
        return server
    }

    private func named(_ name: String?, _ lease: String?) throws -> Server.Node? {
        guard let name else { return nil }
        guard !name.isEmpty, name.count <= 60, !name.contains(where: \.isWhitespace) else {
            throw Failure(.badUse, "node: '\(name)' is not a name of up to 60 characters without blanks")
        }
        var node = Server.Node(name: name)
        if let lease {
            guard let lasting = Duration(written: lease), (.seconds(1)...Lease.longest).contains(lasting) else {
                throw Failure(.badUse, "lease: '\(lease)' is not a time like 30s, a second at least and 20 minutes at most")
            }
            node.limits.lasting = lasting
        }
        return node
    }
}
