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

/// What an operator may set. A `ConfigReader` looks each setting up in the places of `Origin` and takes it from the first that has it.
/// `Setting` says how its text is read.
struct Settings: Sendable {
    /// Where a value is from, in the order of precedence: a flag, `TIDINGS_…` in the environment, for commands what the folder's last
    /// server was given, what administrators have set on the page, `tidings.yaml`.
    enum Origin: CaseIterable { case flag, environment, served, page, file }

    /// Every setting with its meaning. A check compares the documents with this list.
    static let known: [(name: String, about: String)] = [
        ("data", "folder of the database and of your own boards"),
        ("database", "a database of PostgreSQL in place of the file in that folder, like postgres://user@host/name"),
        ("host", "address the server listens on"),
        ("port", "port the server listens on"),
        ("source", "another address for a board's source (BOARD=URL) or a service method (BOARD.METHOD=URL), several by commas"),
        (
            "allow-hosts",
            "hosts that boards, services and the geocoder may reach although they are on a private network: HOST or HOST:PORT, by commas"
        ),
        (
            "allow-hosts-for-channels",
            "hosts that people's channels may reach although they are on a private network: HOST or HOST:PORT, by commas"
        ),
        ("request-spacing", "pause between two scheduled requests to one host, like 2s (500 ms if left out)"),
        ("trust", "certificates for hosts that the system's authorities do not know: HOST=FILE.pem, several by commas"),
        ("boards", "boards that come along turned off and are to be on, by commas"),
        ("boards-off", "boards that are to be off, by commas"),
        ("public-boards", "boards that strangers may read although their files do not say so, by commas"),
        ("public-url", "where people find this server, like https://home.example/tidings"),
        ("admin-password-file", "file with the password of the first administrator, whose name is then admin"),
        ("login-header", "header in which a trusted proxy names who has signed in to it, like Remote-User"),
        ("user-agent-contact", "how the owners of sources reach you: an e-mail or web address"),
        ("geocoder", "how addresses are looked up: nominatim, photon or off (off if left out)"),
        ("geocoder-url", "address of the geocoder"),
        ("geocoder-countries", "where answers may lie: countries like au, by commas (anywhere if left out)"),
        ("geocoder-cache", "CSV file of address,lat,lon: positions that are known already"),
        ("push-contact", "how the operators of push services reach you: mailto: or https:"),
        ("push-hosts", "hosts of further push services that may notify guests of queues, by commas"),
        ("mail-host", "mail server that takes our messages"),
        ("mail-port", "its port (the usual one of the encryption if left out)"),
        ("mail-security", "its encryption: tls, starttls or where-offered (starttls if left out)"),
        ("mail-user", "name to sign in to it with"),
        ("mail-password-file", "file with the password on its first line; or TIDINGS_MAIL_PASSWORD"),
        ("mail-from", "address that mails come from"),
        ("mail-authorities", "certificates in PEM that are trusted for it, in place of the system's authorities"),
        ("gather", "changes of a watch within this time of its last notice share a notice (60s if left out)"),
        ("keep-fetches", "how long the log of fetches is kept, the last 100 of a feed in any case (30d)"),
        ("keep-changes", "how long changes are kept (730d)"),
        ("keep-notices", "how long notices are kept (365d)"),
        ("keep-feeds", "how long a feed without a watch or a schedule is kept (90d)"),
        ("base-path", "the path below which a proxy has it, like /tidings (that of public-url if left out)"),
        (
            "trusted-proxies",
            """
            whose X-Forwarded headers are believed: addresses and ranges by commas, or none (if left out, this machine with public-url or \
            base-path, else none)
            """
        ),
        ("connection-limit", "how many connections the web server has at once (by the number of open files if left out)"),
        (
            "address-limit",
            """
            how many connections, requests, event streams and followers one address has at once; 0 for no limit (a quarter of all if \
            left out)
            """
        ),
        ("cores", "for how many cores of the processor there is work at once (those that the server may use, if left out)"),
        ("tiles-url", "street map for maps of stations: https://HOST/{z}/{x}/{y}.png; read the publisher's policy first"),
        ("tiles-attribution", "who made it, shown with it, with links like [OpenStreetMap](https://www.openstreetmap.org/copyright)"),
        ("leaflet", "folder of Leaflet's files (/usr/share/javascript/leaflet if left out)"),
        ("media", "folders of films and music, several separated by ':'"),
        ("media-look-ups", "where missing posters, covers and plots are looked up: tmdb, musicbrainz, by commas (nowhere if left out)"),
        ("tmdb-key-file", "file with the key or read token of The Movie Database on its first line; or TIDINGS_TMDB_KEY"),
        (
            "media-look-up-addresses",
            """
            servers in place of the usual ones, like a mirror of MusicBrainz: NAME=URL by commas, NAME being tmdb, tmdb-pictures, \
            musicbrainz or covers
            """
        ),
        ("piper", "natural voices: a program of Python with the package piper-tts, or the folder of its virtual environment"),
        ("piper-voices", "folder of Piper's voices: files .onnx, each with its .onnx.json"),
        ("reader-folders", "folders whose files become documents of a person, like ada=/srv/scans, by commas"),
        ("metrics-token-file", "file of the token with which other machines may read /metrics"),
        ("maxmind-file", "MaxMind DB file with the rough position of internet addresses, for a first guess at where a person is"),
        ("queue-port", "port of the raw feed of the first queue: 7201, another, or off (7201 if it is free, if left out)"),
        ("live-limit", "how many may follow live events at once (by the number of open files if left out)"),
        ("log-format", "text, json or journal"),
        ("log-level", "trace, debug, info, notice, warning, error or critical"),
    ]

    private let flags: [String: String]
    private let environment: EnvironmentVariablesProvider
    private let file: (path: String, texts: [String: String])
    /// The folder of the data.
    let folder: URL
    /// Empty for a server: it says itself what it is given.
    private let served: [String: String]
    private(set) var kept: KeptSettings
    private var reader: ConfigReader
    private var origins: Origins

    /// `flags` are options of the command under the names of settings.
    init(flags: [String: String], isServer: Bool = false) throws {
        (self.flags, environment) = (flags, EnvironmentVariablesProvider())
        file = try Self.file(of: environment)
        folder = Self.folder(flags, environment, file.texts)
        kept = try KeptSettings(in: folder)
        served = isServer ? [:] : try KeptSettings(in: folder, named: KeptSettings.servedName).texts
        (reader, origins) = Self.reader(flags, environment, served, kept.texts, file.texts)
    }

    /// The folder of the data, for commands that need nothing else: what was set on the page isn't read.
    static func folder(_ flags: [String: String]) throws -> URL {
        let environment = EnvironmentVariablesProvider()
        return folder(flags, environment, try file(of: environment).texts)
    }

    private static func folder(_ flags: [String: String], _ environment: EnvironmentVariablesProvider, _ file: [String: String]) -> URL {
        let (reader, _) = reader(flags, environment, [:], [:], file)
        return URL(fileURLWithPath: reader.string(forKey: "data", default: "tidings-data"))
    }

    /// What the page has emptied isn't taken from the file either.
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

    /// Notes which place the reader has found each setting in.
    private final class Origins: AccessReporter {
        private let found = Mutex<[String: Origin]>([:])

        func report(_ event: AccessEvent) {
            // One result for each place that was asked, up to the first that has a value.
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

    /// The file in the working directory. An installed program uses the machine's file if there is none.
    private static var file: String {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let isOurs = FileManager.default.fileExists(atPath: "tidings.yaml") || !program.hasPrefix("/usr/")
        return isOurs ? "tidings.yaml" : "/etc/tidings/tidings.yaml"
    }

    /// nil: not set.
    func value(_ name: String) -> String? { reader.string(forKey: ConfigKey([name]), isSecret: Self.withheld.contains(name)) }

    /// Where the value is from; nil: not set.
    func origin(of name: String) -> Origin? { value(name).flatMap { _ in origins[name] } }

    /// What to look at to change a value: a flag, a variable or a file. nil: not set.
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

    /// Secrets, and what may have one in it. The library writes a log of accesses, without these, if `CONFIG_ACCESS_LOG_FILE` names a file.
    private static let withheld = Set(["database", "source"] + secretNames)

    /// Secrets that can be given without a file.
    static let secretNames = ServerSettings.Name.allCases.filter(\.isSecret).map(\.rawValue)

    /// The value in the environment.
    func variable(_ name: String) -> String? { try? environment.environmentValue(forName: Self.variableName(name)) }
    static func variableName(_ name: String) -> String { "TIDINGS_" + name.uppercased().replacing("-", with: "_") }

    /// The variable that gives a secret; nil: none does.
    func secretVariable(_ name: String) -> String? {
        let variable = MissingSecret.variable(of: name)
        return [variable, variable + "_FILE"].first { (try? environment.environmentValue(forName: $0)) != nil }
    }

    /// Stores a secret typed on the page.
    mutating func keep(_ secret: SecretText, forSecret name: String) {
        set(secret.text(for: .itsServer), for: ServerSettings.secretName(name))
    }

    /// Stores a setting made on the page, unless the file says the same.
    mutating func keep(_ text: String, for name: String) { set(text == file.texts[name] ?? "" ? nil : text, for: name) }

    private mutating func set(_ text: String?, for name: String) {
        kept.set(text, for: name)
        (reader, origins) = Self.reader(flags, environment, served, kept.texts, file.texts)
    }

    func list(_ name: String) -> [String] { value(name)?.split(separator: ",").map { $0.trimmingWhitespace() } ?? [] }

    /// Where the store is; nil: where the data folder says, or in it. The text may hold a password, so an error doesn't show it.
    func database() throws -> DatabaseAddress? {
        try value("database").map { text in
            guard let address = DatabaseAddress(text) else {
                throw Failure(.nothingFound, "database: name an address like postgres://user@host/name")
            }
            return address
        }
    }

    /// Folders of films and music, whole paths. A folder's name has no colon.
    func media() -> [String] {
        let paths = value("media")?.split(separator: ":").map { $0.trimmingWhitespace() } ?? []
        return paths.filter { !$0.isEmpty }.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    }

    /// Piper, which speaks with natural voices; nil if it isn't set up. Whether it is there shows when it is asked.
    func naturalVoices() throws -> SpeechProcess.Program? {
        let (program, voices) = (value("piper"), value("piper-voices"))
        guard let program, let voices else {
            if program != nil { throw Failure(.badUse, "piper-voices: name the folder of Piper's voices, since piper is set") }
            if voices != nil { throw Failure(.badUse, "piper: name the program of Python that has piper-tts, since piper-voices is set") }
            return nil
        }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: program, isDirectory: &isFolder)
        let file = isThere && isFolder.boolValue ? "\(program)/bin/python3" : program
        return SpeechProcess.Program(
            python: URL(fileURLWithPath: file).standardizedFileURL, voices: URL(fileURLWithPath: voices).standardizedFileURL)
    }

    /// Folders whose files become documents of people, from texts like `ada=/srv/scans`.
    func documentFolders() throws -> [DocumentFolder] {
        try list("reader-folders").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingWhitespace() }
            guard parts.count == 2, let person = Person.name(from: parts[0]), !parts[1].isEmpty else {
                throw Failure(.badUse, "reader-folders: '\(pair)' is not PERSON=FOLDER, like ada=/srv/scans")
            }
            return DocumentFolder(person: person, path: URL(fileURLWithPath: parts[1]).standardizedFileURL.path)
        }
    }

    /// Of these settings of a server those that commands in its folder wouldn't find by themselves: given by flags, by the environment, or
    /// by a demo.
    ///
    /// No address of a service method is among them. A key may be in it, and unlike a source's address it is nowhere else in the data.
    func served(_ settings: [String: String]) -> KeptSettings {
        KeptSettings(settings.filter { name, text in text != kept.texts[name] ?? file.texts[name] ?? "" })
    }

    /// Boards that are off although their files don't say so.
    var disabledBoards: Set<String> { Set(list("boards-off")) }

    /// Boards that are on although their files say `enabled: false`.
    var enabledBoards: Set<String> { Set(list("boards")) }

    /// Addresses by board or service method, from texts like `visa=https://…` and `contacts.detail=https://…?id={id}`.
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

    /// The operator's secrets by name: `TIDINGS_SECRET_DIRECTORY`, or the first line of the file that `…_FILE` names. Without either, it is
    /// the secret that an administrator entered on the board's page.
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

    /// How people sign in.
    func accounts() throws -> Accounts.Configuration {
        var accounts = Accounts.Configuration()
        accounts.isSecure = try publicURL?.scheme?.lowercased() == "https"
        if let proxies = try trustedProxies() { accounts.trustedProxies = proxies }
        accounts.loginHeader = value("login-header")
        if accounts.loginHeader != nil, list("trusted-proxies").isEmpty {
            throw Failure(.badUse, "login-header: say under trusted-proxies who may set it")
        }
        return accounts
    }

    /// The first line of the file that `admin-password-file` names.
    func administratorPassword() throws -> String? {
        guard let path = value("admin-password-file") else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let line = text.split(whereSeparator: \.isNewline).first else {
            throw Failure(.badUse, "admin-password-file: '\(path)' cannot be read, or is empty")
        }
        return String(line)
    }

    /// How notices are sent. Channels have their own list of allowed hosts, since everyone may add channels.
    func sending() throws -> Fetcher.Configuration {
        var configuration = try fetching()
        configuration.allowedHosts = Set(list("allow-hosts-for-channels").map { $0.lowercased() })
        return configuration
    }

    /// How everything else is fetched. `named` are private hosts that a person named on the command line.
    func fetching(named: [String] = []) throws -> Fetcher.Configuration {
        var configuration = Fetcher.Configuration()
        configuration.userAgent = userAgent
        configuration.renderer = Browser.installed(userAgent: userAgent)
        configuration.allowedHosts = Set(list("allow-hosts") + named.map { $0.lowercased() })
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

    private var userAgent: String {
        "Tidings/\(Version.number)" + (value("user-agent-contact").map { " (+\($0))" } ?? "")
    }
}

/// The option of all commands that use the data folder.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of the database and of your own boards (default: ./tidings-data).", valueName: "dir"))
    var data: String?

    /// Under the names of settings.
    var flags: [String: String] { ["data": data].compactMapValues(\.self) }
}

extension Setting<Duration> {
    static var requestSpacing: Self { .duration("request-spacing", or: "is not a duration like 2s, or 0") }
}
