import ArgumentParser
import Boards
import Configuration
import Fetching
import Foundation
import Records
import Rendering
import Serving
import Speaking
import Storage
import Synchronization
import Watching
import Web

/// The operator's settings. A `ConfigReader` looks up each in the places of `Origin`, in order, and uses the first value. `Setting` parses
/// its text.
struct Settings: Sendable {
    /// The places of a value, in order of precedence: a flag, `TIDINGS_…` in the environment, for commands the settings of the folder's
    /// last server, the settings page, `tidings.yaml`.
    enum Origin: CaseIterable { case flag, environment, served, page, file }

    /// Every setting and its description. A check compares the documents with this list.
    static let known: [(name: String, about: String)] = [
        ("data", "folder of the database and of your own boards"),
        ("database", "a PostgreSQL database to use instead of the file in that folder, like postgres://user@host/name"),
        ("host", "address the server listens on"),
        ("port", "port the server listens on"),
        ("source", "another address for a board's source (BOARD=URL) or a service method (BOARD.METHOD=URL), separated by commas"),
        (
            "allow-hosts",
            "hosts on private networks that boards, services and the geocoder may reach: HOST or HOST:PORT, separated by commas"
        ),
        (
            "allow-hosts-for-channels",
            "hosts on private networks that people's channels may reach: HOST or HOST:PORT, separated by commas"
        ),
        ("request-spacing", "pause between two scheduled requests to one host, like 2s (default: 500 ms)"),
        ("trust", "certificates for hosts that the system's authorities don't know: HOST=FILE.pem, separated by commas"),
        ("boards", "included boards to turn on that are off by default, separated by commas"),
        ("boards-off", "boards to turn off, separated by commas"),
        ("public-boards", "boards that people without an account may read even if their files don't say so, separated by commas"),
        ("public-url", "where people find this server, like https://home.example/tidings"),
        ("admin-password-file", "file with the password of the first administrator, whose name is then admin"),
        ("login-header", "header in which a trusted proxy names the signed-in person, like Remote-User"),
        ("user-agent-contact", "how the owners of sources reach you: a mail or web address"),
        ("geocoder", "geocoder: nominatim, photon or off (default: off)"),
        ("geocoder-url", "address of the geocoder"),
        ("geocoder-countries", "countries that results may be in, like au, separated by commas (default: anywhere)"),
        ("geocoder-cache", "CSV file of known positions: address,lat,lon"),
        ("push-contact", "how the operators of push services reach you: mailto: or https:"),
        ("push-hosts", "hosts of further push services that may notify queue guests, separated by commas"),
        ("mail-host", "mail server that sends Tidings' mail"),
        ("mail-port", "its port (default: the usual one for the encryption)"),
        ("mail-security", "its encryption: tls, starttls or where-offered (default: starttls)"),
        ("mail-user", "user name to sign in to it with"),
        ("mail-password-file", "file with the password on its first line; or TIDINGS_MAIL_PASSWORD"),
        ("mail-from", "sender address of mail"),
        ("mail-authorities", "PEM certificates to trust for it instead of the system's authorities"),
        ("gather", "changes of a watch within this time of its last notice share one notice (default: 60s)"),
        ("keep-fetches", "how long the log of fetches is kept; the last 100 of each feed always are (default: 30d)"),
        ("keep-changes", "how long changes are kept (default: 730d)"),
        ("keep-notices", "how long notices are kept (default: 365d)"),
        ("keep-feeds", "how long a feed without a watch or a schedule is kept (default: 90d)"),
        ("base-path", "path at which a proxy serves Tidings, like /tidings (default: that of public-url)"),
        (
            "trusted-proxies",
            """
            proxies whose X-Forwarded headers are trusted: addresses and ranges, separated by commas, or none (default: this machine \
            with public-url or base-path, else none)
            """
        ),
        ("connection-limit", "how many connections the web server has at once (default: depends on the limit of open files)"),
        (
            "address-limit",
            """
            how many connections, requests, event streams and followers one address has at once; 0 for no limit (default: a \
            quarter of all)
            """
        ),
        ("cores", "how many processor cores to use at once (default: those that the server may use)"),
        ("tiles-url", "street map for maps of stations: https://HOST/{z}/{x}/{y}.png; read the publisher's policy first"),
        ("tiles-attribution", "map credit, shown with the map, with links like [OpenStreetMap](https://www.openstreetmap.org/copyright)"),
        ("leaflet", "folder of Leaflet's files (default: /usr/share/javascript/leaflet)"),
        ("media", "folders of films and music, several separated by ':'"),
        ("media-look-ups", "where missing posters, covers and plots are looked up: tmdb, musicbrainz, or both (default: nowhere)"),
        ("tmdb-key-file", "file with the key or read token of The Movie Database on its first line; or TIDINGS_TMDB_KEY"),
        (
            "media-look-up-addresses",
            """
            servers in place of the usual ones, like a mirror of MusicBrainz: NAME=URL by commas, NAME being tmdb, tmdb-pictures, \
            musicbrainz or covers
            """
        ),
        ("piper", "natural voices: a Python interpreter with the package piper-tts, or the folder of its virtual environment"),
        ("piper-voices", "folder of Piper's voices: .onnx files, each with its .onnx.json"),
        ("reader-folders", "folders whose files become a person's documents, like ada=/srv/scans, separated by commas"),
        ("metrics-token-file", "file with the token that lets other machines read /metrics"),
        ("maxmind-file", "MaxMind DB file with the rough position of IP addresses, for a first guess at where a person is"),
        ("queue-port", "port of the raw feed of the first queue, or off (default: 7201 if it is free)"),
        ("live-limit", "how many clients may follow live events at once (default: depends on the limit of open files)"),
        ("log-format", "text, json or journal"),
        ("log-level", "trace, debug, info, notice, warning, error or critical"),
    ]

    private let flags: [String: String]
    private let environment: EnvironmentVariablesProvider
    private let file: (path: String, texts: [String: String])
    /// The data folder.
    let folder: URL
    /// Empty for a server, whose settings are given to it directly.
    private let served: [String: String]
    private(set) var kept: KeptSettings
    /// The settings that were just entered on the page.
    private(set) var entered: Set<String> = []
    private var reader: ConfigReader
    private var origins: Origins

    /// `flags` are the command's options by setting name.
    init(flags: [String: String], isServer: Bool = false) throws {
        (self.flags, environment) = (flags, EnvironmentVariablesProvider())
        file = try Self.file(of: environment)
        folder = Self.folder(flags, environment, file.texts)
        kept = try KeptSettings(in: folder)
        served = isServer ? [:] : try KeptSettings(in: folder, named: KeptSettings.servedName).texts
        (reader, origins) = Self.reader(flags, environment, served, kept.texts, file.texts)
    }

    /// The data folder, for commands that need nothing else: settings from the page aren't read.
    static func folder(_ flags: [String: String]) throws -> URL {
        let environment = EnvironmentVariablesProvider()
        return folder(flags, environment, try file(of: environment).texts)
    }

    private static func folder(_ flags: [String: String], _ environment: EnvironmentVariablesProvider, _ file: [String: String]) -> URL {
        let (reader, _) = reader(flags, environment, [:], [:], file)
        return URL(fileURLWithPath: reader.string(forKey: "data", default: "tidings-data"))
    }

    /// A setting cleared on the page isn't read from the file either.
    private static func reader(
        _ flags: [String: String], _ environment: EnvironmentVariablesProvider, _ served: [String: String], _ page: [String: String],
        _ file: [String: String]
    ) -> (ConfigReader, Origins) {
        func provider(_ texts: [String: String]) -> InMemoryProvider {
            let values = texts.map { (AbsoluteConfigKey([$0]), ConfigValue(.string($1), isSecret: false)) }
            return InMemoryProvider(values: Dictionary(uniqueKeysWithValues: values))
        }
        let providers = Origin.allCases.map { origin -> any ConfigProvider in
            switch origin {
            case .flag: provider(flags)
            case .environment: environment.prefixKeys(with: "tidings")
            case .served: provider(served)
            case .page: provider(page.filter { !$1.isEmpty })
            case .file: provider(file.filter { page[$0.key] == nil })
            }
        }
        let origins = Origins()
        return (ConfigReader(providers: providers, accessReporter: origins), origins)
    }

    /// Records the place in which the reader found each setting.
    private final class Origins: AccessReporter {
        private let found = Mutex<[String: Origin]>([:])

        func report(_ event: AccessEvent) {
            // There is one result for each place that was read, up to the first with a value.
            let isFound = (try? event.providerResults.last?.result.get().value) != nil
            let origin = isFound ? Origin.allCases[event.providerResults.count - 1] : nil
            found.withLock { $0[event.metadata.key.components.joined()] = origin }
        }

        subscript(_ name: String) -> Origin? { found.withLock { $0[name] } }
    }

    private static func file(of environment: EnvironmentVariablesProvider) throws -> (path: String, texts: [String: String]) {
        let named = try environment.environmentValue(forName: "TIDINGS_CONFIG")
        let path = named ?? Self.file
        guard named != nil || FileManager.default.fileExists(atPath: path) else { return (path, [:]) }
        do {
            let declaration = try BoardFile.declaration(at: URL(fileURLWithPath: path))
            let texts = try declaration.entries(knowing: Self.known.map { $0.name }).mapValues { value in
                if case .list = value.content { return try value.texts().joined(separator: ",") }
                return try value.text()
            }
            return (path, texts)
        } catch let error as DeclarationError {
            throw Failure(error.inFile(URL(fileURLWithPath: path)))
        } catch {
            throw Failure(error)
        }
    }

    /// The file in the working directory. An installed program falls back to the machine's file.
    private static var file: String {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let isOurs = FileManager.default.fileExists(atPath: "tidings.yaml") || !program.hasPrefix("/usr/")
        return isOurs ? "tidings.yaml" : "/etc/tidings/tidings.yaml"
    }

    /// nil: not set.
    func value(_ name: String) -> String? { reader.string(forKey: ConfigKey([name]), isSecret: Self.withheld.contains(name)) }

    /// The place of the value; nil: not set.
    func origin(of name: String) -> Origin? { value(name).flatMap { _ in origins[name] } }

    /// The flag, variable or file in which to change a value; nil: not set.
    func place(of name: String) -> String? {
        switch origin(of: name) {
        case nil: nil
        case .flag: "--\(name)"
        case .environment: Self.variableName(name)
        case .served: folder.appendingPathComponent(KeptSettings.servedName).path
        case .page: folder.appendingPathComponent(KeptSettings.fileName).path
        case .file: URL(fileURLWithPath: file.path).path
        }
    }

    /// Secrets, and settings that may contain one. If `CONFIG_ACCESS_LOG_FILE` names a file, the library logs accesses to it, without
    /// these.
    private static let withheld = Set(["database", "source"] + secretNames)

    /// Secrets that can be set without a file.
    static let secretNames = ServerSettings.Name.allCases.filter(\.isSecret).map(\.rawValue)

    /// The value in the environment.
    func variable(_ name: String) -> String? { try? environment.environmentValue(forName: Self.variableName(name)) }
    static func variableName(_ name: String) -> String { "TIDINGS_" + name.uppercased().replacing("-", with: "_") }

    /// The variable that sets a secret; nil: none does.
    func secretVariable(_ name: String) -> String? {
        let variable = MissingSecret.variable(of: name)
        return [variable, variable + "_FILE"].first { (try? environment.environmentValue(forName: $0)) != nil }
    }

    /// Stores a secret entered on the page.
    mutating func keep(_ secret: SecretText, forSecret name: String) {
        set(secret.text(for: .itsServer), for: ServerSettings.secretName(name))
    }

    /// Stores a setting from the page, unless the file has the same value.
    mutating func keep(_ text: String, for name: String) {
        entered.insert(name)
        set(text == file.texts[name] ?? "" ? nil : text, for: name)
    }

    private mutating func set(_ text: String?, for name: String) {
        kept.set(text, for: name)
        (reader, origins) = Self.reader(flags, environment, served, kept.texts, file.texts)
    }

    func list(_ name: String) -> [String] { value(name)?.split(separator: ",").map { $0.trimmingWhitespace() } ?? [] }

    /// The store's location; nil: set by the data folder, or in it. An error doesn't show the text, which may contain a password.
    func database() throws -> DatabaseAddress? {
        try value("database").map { text in
            guard let address = DatabaseAddress(text) else {
                throw Failure(.nothingFound, "database: name an address like postgres://user@host/name")
            }
            return address
        }
    }

    /// Folders of films and music, as absolute paths. A folder's name can't contain a colon.
    func media() -> [String] {
        let paths = value("media")?.split(separator: ":").map { $0.trimmingWhitespace() } ?? []
        return paths.filter { !$0.isEmpty }.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    }

    /// Piper, which speaks with natural voices; nil if it isn't configured. Whether it is installed shows on first use.
    func naturalVoices() throws -> SpeechProcess.Program? {
        let (program, voices) = (value("piper"), value("piper-voices"))
        guard let program, let voices else {
            if program != nil { throw Failure(.badUse, "piper-voices: name the folder of Piper's voices, since piper is set") }
            if voices != nil { throw Failure(.badUse, "piper: name the Python interpreter that has piper-tts, since piper-voices is set") }
            return nil
        }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: program, isDirectory: &isFolder)
        let file = isThere && isFolder.boolValue ? "\(program)/bin/python3" : program
        return SpeechProcess.Program(
            python: URL(fileURLWithPath: file).standardizedFileURL, voices: URL(fileURLWithPath: voices).standardizedFileURL)
    }

    /// Folders whose files become people's documents, from texts such as `ada=/srv/scans`.
    func documentFolders() throws -> [DocumentFolder] {
        try list("reader-folders").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingWhitespace() }
            guard parts.count == 2, let person = Person.name(from: parts[0]), !parts[1].isEmpty else {
                throw Failure(.badUse, "reader-folders: '\(pair)' is not PERSON=FOLDER, like ada=/srv/scans")
            }
            return DocumentFolder(person: person, path: URL(fileURLWithPath: parts[1]).standardizedFileURL.path)
        }
    }

    /// Those of a server's settings that commands in its folder wouldn't find by themselves: set by flags, by the environment, or by a
    /// demo.
    ///
    /// Addresses of service methods are left out: they may contain a key, and unlike a source's address they are nowhere else in the data.
    func served(_ settings: [String: String]) -> KeptSettings {
        KeptSettings(settings.filter { name, text in text != Self.served(kept.texts[name] ?? file.texts[name] ?? "", of: name) })
    }

    /// Boards that are disabled although their files enable them.
    var disabledBoards: Set<String> { Set(list("boards-off")) }

    /// Boards that are enabled although their files say `enabled: false`.
    var enabledBoards: Set<String> { Set(list("boards")) }

    /// Addresses by board or service method, from texts such as `visa=https://…` and `contacts.detail=https://…?id={id}`.
    func sources() throws -> [String: String] {
        var sources: [String: String] = [:]
        for pair in list("source") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, SourceKinds.declared.contains(where: { $0.kind.schemes.contains { parts[1].hasPrefix("\($0)://") } }),
                parts[0].contains(".") || URL(string: parts[1])?.host?.isEmpty == false
            else {
                throw Failure(.badUse, "source: '\(pair)' is not BOARD=URL, like visa=https://example.org/list.pdf")
            }
            sources[parts[0]] = parts[1]
        }
        return sources
    }

    /// The operator's secrets by name: `TIDINGS_SECRET_DIRECTORY`, or the first line of the file named by `…_FILE`, otherwise the secret
    /// that an administrator entered on the board's page.
    var secrets: Secrets {
        Secrets { [environment, kept] name in
            let variable = MissingSecret.variable(of: name)
            if let secret = try environment.environmentValue(forName: variable) { return secret }
            guard let path = try environment.environmentValue(forName: variable + "_FILE") else {
                return kept.texts[ServerSettings.secretName(name)]
            }
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw MissingSecret(name: name, unreadable: path)
            }
            return text.split(whereSeparator: \.isNewline).first.map(String.init)
        }
    }

    /// The settings for signing in.
    func accounts() throws -> Accounts.Configuration {
        var accounts = Accounts.Configuration()
        accounts.isSecure = try publicURL?.scheme?.lowercased() == "https"
        if let proxies = try trustedProxies() { accounts.trustedProxies = proxies }
        accounts.loginHeader = value("login-header")
        if accounts.loginHeader != nil, list("trusted-proxies").isEmpty {
            throw Failure(.badUse, "login-header: list under trusted-proxies who may set it")
        }
        return accounts
    }

    /// The first line of the file named by `admin-password-file`.
    func administratorPassword() throws -> String? {
        guard let path = value("admin-password-file") else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let line = text.split(whereSeparator: \.isNewline).first else {
            throw Failure(.badUse, "admin-password-file: '\(path)' cannot be read, or is empty")
        }
        return String(line)
    }

    /// The settings for sending notices. Channels have their own list of allowed hosts, because every person may add channels.
    func sending() throws -> Fetcher.Configuration {
        var configuration = try fetching()
        configuration.allowedHosts = try hosts("allow-hosts-for-channels")
        return configuration
    }

    /// How everything else is fetched. `allowed` are private hosts that a person gave as `--allow-host`, `named` those of addresses on the
    /// command line.
    func fetching(allowed: [String] = [], named: [String] = []) throws -> Fetcher.Configuration {
        var configuration = Fetcher.Configuration()
        let userAgent = try userAgent
        configuration.userAgent = userAgent
        configuration.renderer = Browser.installed(userAgent: userAgent)
        configuration.allowedHosts = try hosts("allow-hosts").union(Self.hosts(allowed, of: "allow-host"))
        configuration.allowedHosts.formUnion(named.map { $0.lowercased() })
        if let spacing = try value(.requestSpacing) { configuration.limits.backgroundSpacing = spacing }
        for pair in list("trust") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Failure(.badUse, "trust: '\(pair)' is not HOST=FILE.pem") }
            do { configuration.trust[parts[0].lowercased()] = try Trust.authorities(in: URL(fileURLWithPath: parts[1])) } catch {
                throw Failure(.badUse, "trust: \(error)")
            }
        }
        return configuration
    }
}

/// The option of all commands that use the data folder.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of the database and of your own boards (default: ./tidings-data).", valueName: "dir"))
    var data: String?

    /// By setting name.
    var flags: [String: String] { ["data": data].compactMapValues(\.self) }
}

extension Setting<Duration> {
    static var requestSpacing: Self { .duration("request-spacing", or: "is not a duration like 2s, or 0") }
}
