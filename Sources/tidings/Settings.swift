import ArgumentParser
import Boards
import Fetching
import Foundation
import Records
import Rendering
import Serving
import Speaking
import Storage
import Watching
import Web

/// What an operator may set. Each setting is looked up as a flag, then as `TIDINGS_…` in the environment, then for commands in what the folder's server
/// was given, then among the settings that administrators made on the page, then in `tidings.yaml`. The first one found is used.
struct Settings: Sendable {
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
            "whose X-Forwarded headers are believed: addresses and ranges by commas, or none (if left out, this machine with public-url or base-path, else none)"
        ),
        ("connection-limit", "how many connections the web server has at once (by the number of open files if left out)"),
        (
            "address-limit",
            "how many connections, requests, event streams and followers one address has at once; 0 for no limit (a quarter of all if left out)"
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
            "servers in place of the usual ones, like a mirror of MusicBrainz: NAME=URL by commas, NAME being tmdb, tmdb-pictures, musicbrainz or covers"
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

    private let environment: [String: String]
    private let file: [String: String]
    private(set) var kept: KeptSettings
    /// Empty for a server: it says itself what it is given.
    private let served: [String: String]

    /// `data` is the value of the flag `--data`.
    init(data: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment, isServer: Bool = false) throws {
        self.environment = environment
        file = try Self.file(of: environment)
        let folder = Self.folder(data, environment, file)
        kept = try KeptSettings(in: folder)
        served = isServer ? [:] : try KeptSettings(in: folder, named: KeptSettings.servedName).texts
    }

    /// The folder of the data, for commands that need nothing else: what was set on the page isn't read. `data` is the value of the flag `--data`.
    static func folder(_ data: String?) throws -> URL {
        let environment = ProcessInfo.processInfo.environment
        return folder(data, environment, try file(of: environment))
    }

    private static func folder(_ data: String?, _ environment: [String: String], _ file: [String: String]) -> URL {
        URL(fileURLWithPath: data ?? environment[variableName("data")] ?? file["data"] ?? usualFolder)
    }

    private static func file(of environment: [String: String]) throws -> [String: String] {
        let path = environment["TIDINGS_CONFIG"] ?? Self.file
        guard environment["TIDINGS_CONFIG"] != nil || FileManager.default.fileExists(atPath: path) else { return [:] }
        do {
            let declaration = try BoardFile.declaration(at: URL(fileURLWithPath: path))
            return try declaration.entries(knowing: Self.known.map { $0.name }).mapValues { value in
                if case .list = value.content { return try value.texts().joined(separator: ",") }
                return try value.text()
            }
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

    func value(_ name: String, flag: String?) -> String? {
        if let text = flag ?? variable(name) ?? served[name] { return text }
        return stored(name)
    }

    /// The value that every command finds by itself: of the page, or of the file.
    private func stored(_ name: String) -> String? {
        // An empty text on the page overrides the file with nothing.
        if let text = kept.texts[name] { return text.isEmpty ? nil : text }
        return file[name]
    }

    /// The value in the environment.
    func variable(_ name: String) -> String? { environment[Self.variableName(name)] }
    static func variableName(_ name: String) -> String { "TIDINGS_" + name.uppercased().replacing("-", with: "_") }

    /// The variable that gives a secret; nil: none does.
    func secretVariable(_ name: String) -> String? {
        let variable = MissingSecret.variable(of: name)
        return [variable, variable + "_FILE"].first { environment[$0] != nil }
    }

    /// Stores a secret typed on the page.
    mutating func keep(_ secret: SecretText, forSecret name: String) {
        kept.set(secret.text(for: .itsServer), for: ServerSettings.secretName(name))
    }

    /// Stores a setting made on the page, unless the file says the same.
    mutating func keep(_ text: String, for name: String) { kept.set(text == file[name] ?? "" ? nil : text, for: name) }

    func list(_ name: String, flags: [String]) -> [String] {
        if !flags.isEmpty { return flags.flatMap { $0.split(separator: ",").map { $0.trimmingWhitespace() } } }
        return value(name, flag: nil)?.split(separator: ",").map { $0.trimmingWhitespace() } ?? []
    }

    /// Where the store is; nil: where the data folder says, or in it. The text may hold a password, so an error doesn't show it.
    func database(_ flag: String?) throws -> DatabaseAddress? {
        try value("database", flag: flag).map { text in
            guard let address = DatabaseAddress(text) else {
                throw Failure(.nothingFound, "database: name an address like postgres://user@host/name")
            }
            return address
        }
    }

    /// Folders of films and music, whole paths. A folder's name has no colon.
    func media(_ flag: String?) -> [String] {
        let paths = value("media", flag: flag)?.split(separator: ":").map { $0.trimmingWhitespace() } ?? []
        return paths.filter { !$0.isEmpty }.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    }

    /// Piper, which speaks with natural voices; nil if it isn't set up. Whether it is there shows when it is asked.
    func naturalVoices() throws -> SpeechProcess.Program? {
        let (program, voices) = (value("piper", flag: nil), value("piper-voices", flag: nil))
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
        try list("reader-folders", flags: []).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingWhitespace() }
            guard parts.count == 2, let person = Person.name(from: parts[0]), !parts[1].isEmpty else {
                throw Failure(.badUse, "reader-folders: '\(pair)' is not PERSON=FOLDER, like ada=/srv/scans")
            }
            return DocumentFolder(person: person, path: URL(fileURLWithPath: parts[1]).standardizedFileURL.path)
        }
    }

    /// Of these settings of a server those that commands in its folder wouldn't find by themselves: given by flags, by the environment, or by a demo.
    ///
    /// No address of a service method is among them. A key may be in it, and unlike a source's address it is nowhere else in the data.
    func served(_ settings: [String: String]) -> KeptSettings {
        KeptSettings(settings.filter { name, text in text != stored(name) ?? "" })
    }

    func folder(_ flag: String?) -> URL { Self.folder(flag, environment, file) }

    private static let usualFolder = "tidings-data"

    /// Boards that are off although their files don't say so.
    var disabledBoards: Set<String> { Set(list("boards-off", flags: [])) }

    /// Boards that are on although their files say `enabled: false`.
    var enabledBoards: Set<String> { Set(list("boards", flags: [])) }

    /// Addresses by board or service method, from texts like `visa=https://…` and `contacts.detail=https://…?id={id}`.
    func sources(_ flags: [String]) throws -> [String: String] {
        var sources: [String: String] = [:]
        for pair in list("source", flags: flags) {
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

    /// The operator's secrets by name: `TIDINGS_SECRET_DIRECTORY`, or the first line of the file that `…_FILE` names. Without either, it is the
    /// secret that an administrator entered on the board's page.
    var secrets: Secrets {
        Secrets { [environment, kept] name in
            let variable = MissingSecret.variable(of: name)
            if let secret = environment[variable] { return secret }
            guard let path = environment[variable + "_FILE"] else { return kept.texts[ServerSettings.secretName(name)] }
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

    /// How notices are sent. Channels have their own list of allowed hosts, since everyone may add channels. `flags` are
    /// `allow-hosts-for-channels`.
    func sending(allowHosts flags: [String] = []) throws -> Fetcher.Configuration {
        var configuration = try fetching()
        configuration.allowedHosts = Set(list("allow-hosts-for-channels", flags: flags).map { $0.lowercased() })
        return configuration
    }

    /// How everything else is fetched. `named` are private hosts that a person named on the command line.
    func fetching(allowHosts flags: [String] = [], named: [String] = []) throws -> Fetcher.Configuration {
        var configuration = Fetcher.Configuration()
        configuration.userAgent = userAgent
        configuration.renderer = Browser.installed(userAgent: userAgent)
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

/// The option of all commands that use the data folder.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("Folder of the database and of your own boards (default: ./tidings-data).", valueName: "dir"))
    var data: String?
}
