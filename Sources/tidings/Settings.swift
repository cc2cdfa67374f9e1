import ArgumentParser
import Boards
import Fetching
import Foundation
import Records
import Watching
import Web

/// What an operator may set. Looked up under the same name as a flag, then as `TIDINGS_…` in the environment, then in
/// `tidings.yaml`; the first that says something wins.
struct Settings: Sendable {
    /// Every setting, with what it means; the documentation is held against this list.
    static let known: [(name: String, about: String)] = [
        ("data", "folder of the database and of your own boards"),
        ("host", "address the server listens on"),
        ("port", "port the server listens on"),
        ("source", "another address for a board's source (BOARD=URL) or a service method (BOARD.METHOD=URL), several by commas"),
        ("allow-hosts", "hosts that may be fetched from although they are on a private network, by commas"),
        ("request-spacing", "pause between two scheduled requests to one host, like 2s (500 ms if left out)"),
        ("trust", "certificates for hosts that the system's authorities do not know: HOST=FILE.pem, several by commas"),
        ("boards", "boards that come along turned off and are to be on, by commas"),
        ("public-boards", "boards that strangers may read although their files do not say so, by commas"),
        ("public-url", "where people find this server, like https://home.example/tidings"),
        ("admin-password-file", "file with the password of the first administrator, whose name is then admin"),
        ("login-header", "header in which a trusted proxy names who has logged in to it, like Remote-User"),
        ("user-agent-contact", "how the owners of sources reach you: an e-mail or web address"),
        ("geocoder", "how addresses are looked up: nominatim, photon or off (off if left out)"),
        ("geocoder-url", "address of the geocoder"),
        ("geocoder-countries", "where answers may lie: countries like au, by commas (anywhere if left out)"),
        ("geocoder-cache", "CSV file of address,lat,lon: positions that are known already"),
        ("push-contact", "how the operators of push services reach you: mailto: or https:"),
        ("mail-host", "mail server that takes our messages"),
        ("mail-port", "its port (the usual one of the encryption if left out)"),
        ("mail-security", "its encryption: tls, starttls or where-offered (starttls if left out)"),
        ("mail-user", "name to log in to it with"),
        ("mail-password-file", "file with the password on its first line; or TIDINGS_MAIL_PASSWORD"),
        ("mail-from", "address that mails come from"),
        ("mail-authorities", "certificates in PEM that are trusted for it, in place of the system's authorities"),
        ("gather", "changes of a watch within this time of its last notice are told together (60s if left out)"),
        ("keep-fetches", "how long the log of fetches is kept, the last 100 of a feed in any case (30d)"),
        ("keep-changes", "how long changes are kept (730d)"),
        ("keep-notices", "how long notices are kept (365d)"),
        ("keep-feeds", "how long a feed is kept that nobody watches and no schedule fetches (90d)"),
        ("base-path", "the path below which a proxy has it, like /tidings (that of public-url if left out)"),
        ("trusted-proxies", "whose X-Forwarded headers are believed: addresses and ranges by commas, or none (this machine if left out)"),
        ("tiles-url", "street map for maps of stations: https://HOST/{z}/{x}/{y}.png; read the publisher's policy first"),
        ("tiles-attribution", "who made it, shown with it, with links like [OpenStreetMap](https://www.openstreetmap.org/copyright)"),
        ("leaflet", "folder of Leaflet's files (/usr/share/javascript/leaflet if left out)"),
        ("metrics-token-file", "file of the token with which /metrics is told to other machines"),
        ("maxmind-file", "MaxMind DB file that tells about where an internet address is, for a first guess at where somebody is"),
        ("queue-port", "port of the raw feed of the first queue: 7201, another, or off (7201 if it is free, if left out)"),
        ("live-limit", "how many may follow queues at once (as many as there may be open files, less 512, if left out)"),
        ("log-format", "text, json or journal"),
        ("log-level", "trace, debug, info, notice, warning, error or critical"),
    ]

    private let environment: [String: String]
    private let file: [String: String]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        self.environment = environment
        let path = environment["TIDINGS_CONFIG"] ?? Self.file
        guard environment["TIDINGS_CONFIG"] != nil || FileManager.default.fileExists(atPath: path) else {
            file = [:]
            return
        }
        do {
            let declaration = try BoardFile.declaration(at: URL(fileURLWithPath: path))
            file = try declaration.entries(knowing: Self.known.map { $0.name }).mapValues { value in
                if case .list = value.content { return try value.texts().joined(separator: ",") }
                return try value.text()
            }
        } catch let error as DeclarationError {
            throw Failure(error.inFile(URL(fileURLWithPath: path)))
        } catch {
            throw Failure(error)
        }
    }

    /// In the working directory; where there is none, and the program is an installed one, the machine's.
    private static var file: String {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let isOurs = FileManager.default.fileExists(atPath: "tidings.yaml") || !program.hasPrefix("/usr/")
        return isOurs ? "tidings.yaml" : "/etc/tidings/tidings.yaml"
    }

    func value(_ name: String, flag: String?) -> String? { flag ?? variable(name) ?? file[name] }

    /// What the environment says of it.
    func variable(_ name: String) -> String? { environment["TIDINGS_" + name.uppercased().replacing("-", with: "_")] }

    func list(_ name: String, flags: [String]) -> [String] {
        if !flags.isEmpty { return flags.flatMap { $0.split(separator: ",").map { $0.trimmingWhitespace() } } }
        return value(name, flag: nil)?.split(separator: ",").map { $0.trimmingWhitespace() } ?? []
    }

    func folder(_ flag: String?) -> URL { URL(fileURLWithPath: value("data", flag: flag) ?? "tidings-data") }

    /// Boards that are on although their files say `enabled: false`.
    var enabledBoards: Set<String> { Set(list("boards", flags: [])) }

    /// `visa=https://…`, `contacts.detail=https://…?id={id}` → the address by board or service method.
    func sources(_ flags: [String]) throws -> [String: String] {
        var sources: [String: String] = [:]
        for pair in list("source", flags: flags) {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, ["http://", "https://"].contains(where: { parts[1].hasPrefix($0) }),
                parts[0].contains(".") || URL(string: parts[1])?.host?.isEmpty == false
            else {
                throw Failure(.badUse, "source: '\(pair)' is not BOARD=URL, like visa=https://example.org/list.pdf")
            }
            sources[parts[0]] = parts[1]
        }
        return sources
    }

    /// The operator's secrets by their names: `TIDINGS_SECRET_DIRECTORY`, or the first line of the file that `…_FILE` names.
    var secrets: Secrets {
        Secrets { [environment] name in
            let variable = "TIDINGS_SECRET_" + name.uppercased()
            if let secret = environment[variable] { return secret }
            guard let path = environment[variable + "_FILE"] else { return nil }
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw MissingSecret(name: name, unreadable: path)
            }
            return text.split(whereSeparator: \.isNewline).first.map(String.init)
        }
    }

    /// How people log in.
    func accounts() throws -> Accounts.Configuration {
        var accounts = Accounts.Configuration()
        accounts.isSecure = try publicURL?.scheme?.lowercased() == "https"
        accounts.trustedProxies = try trustedProxies()
        accounts.loginHeader = value("login-header", flag: nil)
        if accounts.loginHeader != nil, list("trusted-proxies", flags: []).isEmpty {
            throw Failure(.badUse, "login-header: say under trusted-proxies who may set it")
        }
        return accounts
    }

    /// The first line of the file that `admin-password-file` names.
    func administratorPassword() throws -> String? {
        guard let path = value("admin-password-file", flag: nil) else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let line = text.split(whereSeparator: \.isNewline).first else {
            throw Failure(.badUse, "admin-password-file: '\(path)' cannot be read, or is empty")
        }
        return String(line)
    }

    /// How everything is fetched. `named` are hosts that a person has named by hand, which is allowed.
    func fetching(allowHosts flags: [String] = [], named: [String] = []) throws -> Fetcher.Configuration {
        var configuration = Fetcher.Configuration()
        configuration.userAgent = userAgent
        configuration.allowedHosts = Set(list("allow-hosts", flags: flags) + named.map { $0.lowercased() })
        if let text = value("request-spacing", flag: nil) {
            guard let spacing = text == "0" ? .zero : Duration(written: text) else {
                throw Failure(.badUse, "request-spacing: '\(text)' is not a duration like 2s, or 0")
            }
            configuration.limits.backgroundSpacing = spacing
        }
        for pair in list("trust", flags: []) {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Failure(.badUse, "trust: '\(pair)' is not HOST=FILE.pem") }
            do { configuration.trust[parts[0].lowercased()] = try Trust.authorities(in: URL(fileURLWithPath: parts[1])) } catch {
                throw Failure(.badUse, "trust: \(error)")
            }
        }
        return configuration
    }

    private var userAgent: String {
        "Tidings/\(Version.number)" + (value("user-agent-contact", flag: nil).map { " (+\($0))" } ?? "")
    }
}

/// The option that every command has.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of the database and of your own boards (default: ./tidings-data).", valueName: "dir"))
    var data: String?
}
