import BoardPages
import Boards
import Broadcasting
import DemoPublishing
import Fetching
import Following
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Operating
import QueuePages
import Queueing
import Records
import Speaking
import Storage
import Synchronization
import TestSupport
import Watching

@testable import HummingbirdTesting
@testable import Serving
@testable import Web

/// A whole Tidings server with one board, `visa`, its own store, and a source that the test controls.
struct House: Sendable {
    let source: Source
    let folder: TemporaryFolder
    let store: Store
    let fetcher: Fetcher
    let watcher: Watcher
    let board: Board
    /// Boards that are only shown, in addition to it.
    let others: [Board]
    let web: WebServer
    let desk: QueueDesk?
    /// The port of `web`, once it listens.
    let port = Port()

    final class Port: Sendable {
        private let number = Mutex<Int?>(nil)

        func note(_ port: Int) { number.withLock { $0 = port } }

        func known() async throws -> Int {
            try await eventually("the server listens") { number.withLock { $0 } != nil }
            return number.withLock { $0 } ?? 0
        }
    }

    init(
        _ source: Source, in folder: TemporaryFolder, _ fetcher: Fetcher, demo: DemoPublisher?, assets: URL?, isDirectory: Bool = false,
        board declared: ((Source) throws -> Board)?, others: [Board] = [], messenger: Messenger? = nil, accounts: Accounts.Configuration,
        isPublic: Bool,
        operating: OperatorSettings, live: QueueFeeds? = nil, queues: String? = nil, now: @escaping Now
    ) async throws {
        self.source = source
        self.folder = folder
        self.fetcher = fetcher
        store = try Store(in: folder.url)
        var board = try declared?(source) ?? (isDirectory ? Self.directory(of: source) : Self.board(url: source.url))
        board.isPublic = isPublic
        (self.board, self.others) = (board, others)
        for board in [board] + others { try await store.feeds.prepare(board.name, board.schema) }
        // The house runs no schedule, and for its health no time passes.
        let began = ContinuousClock.now
        watcher = Watcher(
            boards: [board], store: store, fetcher: fetcher, freshness: .zero, teller: Teller(Due(gather: .zero)), now: now,
            instant: { began })
        let queueBoards = try queues.map { [try QueueBoard(BoardFile.declaration(of: $0), name: "queue", folder: folder.url)] } ?? []
        desk = queueBoards.isEmpty && live == nil ? nil : try await QueueDesk(plans: queueBoards.flatMap(\.queues), store: store, now: now)
        var configuration = WebServer.Configuration(host: "127.0.0.1", port: 0, assets: assets, demo: demo)
        configuration.accounts = accounts
        configuration.accounts.now = now
        // Some settings to show; a house has no process to restart.
        configuration.settings = ServerSettings(
            given: [.publicURL: .init("https://home.example", lock: "TIDINGS_PUBLIC_URL")], boards: { [] }, addresses: { [] },
            board: { name, _ in throw ServerSettings.Refusal(.source, board: name) }, secrets: Secrets(),
            secretLock: { _ in nil }, refusals: { _, _ in [] },
            keep: { _, _ in throw ServerSettings.Refusal(nil, "a house keeps nothing") },
            sendMail: { _, _, _ in throw ServerSettings.Refusal(.mailHost, "a house has no mail") }, beginAnew: {})
        configuration.ownBoards = OwnBoards(in: folder.url.appendingPathComponent("boards"))
        configuration.linkKey = try LinkKey.stored(in: folder.url.appendingPathComponent("links.key"))
        configuration.operating = operating
        let sources = ServerParts.Sources(
            watcher: watcher, fetcher: fetcher, services: ServiceCalls(boards: [board], fetcher: fetcher, secrets: Secrets()),
            live: LiveBoards(try .quiet(limit: 100), watcher: watcher))
        web = try WebServer(
            configuration, boards: BoardRegistry([board] + others), queueBoards: queueBoards, store: store, sources: sources,
            telling: .init(messenger: messenger, pushKey: "BKey"),
            queues: desk.map { .init(desk: $0, live: live, speaker: Speaker(nil, keptIn: folder.url)) },
            onRunning: { [port] number, _ in port.note(number) })
    }

    private static func board(url: URL) throws -> Board {
        let declaration = try BoardFile.declaration(
            of: """
                title: Visa status
                about: Finds your batch number in the list.
                source: { url: '\(url)' }
                extract: { pdf: { rows: { starts: '^2[0-9]{10}$', fields: [batch, status, date] } } }
                fields:
                  batch: { type: text, key: true, ask: true, label: Batch number, pattern: '^2[0-8][0-9]{9}$', hint: it has 11 digits. }
                  status: { type: text }
                  date: { type: date, format: dd-MMM-yy }
                """)
        return try Board(declaration, name: "visa", folder: URL(fileURLWithPath: "/"))
    }

    /// A board of the view `list`, whose source publishes `/contacts.xml`, `/contact.xml?id=` and `/photos/…`.
    private static func directory(of source: Source) throws -> Board {
        let list = source.url.deletingLastPathComponent().absoluteString
        let declaration = try BoardFile.declaration(
            of: """
                title: Contacts
                view: list
                source: { url: '\(list)contacts.xml' }
                extract: { xml: { rows: //contact, fields: { id: contactid } } }
                fields:
                  id: { type: text, key: true }
                  name: { type: text, heading: true }
                  photo: { type: image, optional: true }
                services:
                  detail:
                    url: '\(list)contact.xml?id={id}'
                    parameters: { id: { pattern: '^[0-9]{1,12}$' } }
                    extract: { xml: { rows: /contact } }
                detail: { service: detail }
                """)
        return try Board(declaration, name: "contacts", folder: URL(fileURLWithPath: "/"))
    }

    /// The headers of a browser in which this person is logged in; a new person is made.
    func login(_ name: String = "Ada", _ role: Person.Role = .administrator) async throws -> HTTPFields {
        let made = try await store.people.add(name, role, password: nil, at: .system())
        let person = if let made { made } else { try await store.people.person(named: name, at: .system()) }
        let secret = Secret()
        _ = try await store.people.beginSession(of: person, hash: secret.hash, agent: "test", address: "", at: .system())
        return [.cookie: "tidings_session=\(secret.text)", FormToken.header: FormToken(secret.code(for: "form")).text]
    }

    /// Reads the source now and waits for the end of the reading.
    func read() async throws {
        try await watcher.refresh(board, for: "test")
        try await settle()
    }

    /// Waits until no reading is under way.
    func settle() async throws {
        try await eventually("the reading is over") { await watcher.running.isEmpty }
    }

    /// A client that calls the routes in this process.
    func client<Result>(_ body: @Sendable (any TestClientProtocol) async throws -> Result) async throws -> Result {
        try await web.application.test(.router, body)
    }

    /// The same, for a logged-in person.
    func client<Result>(
        of name: String, _ body: @Sendable (any TestClientProtocol) async throws -> Result
    ) async throws -> Result {
        let headers = try await login(name)
        return try await client { try await body(LoggedIn(client: $0, headers: headers)) }
    }

    /// A client that calls over loopback, as from this machine.
    func served<Result: Sendable>(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Result) async throws -> Result {
        try await BasePath.$current.withValue(web.parts.site.operating.basePath) {
            try await web.application.test(.live) { try await PatientClient.calling($0.port, body) }
        }
    }
}

/// Builds a house, runs `body` in it and takes it down again.
func withHouse<Result: Sendable>(
    _ source: Source, in folder: TemporaryFolder? = nil, demo: DemoPublisher? = nil, assets: URL? = nil, isDirectory: Bool = false,
    board: (@Sendable (Source) throws -> Board)? = nil, others: [Board] = [], messenger: Messenger? = nil,
    accounts: Accounts.Configuration = .quick, isPublic: Bool = true,
    operating: OperatorSettings = OperatorSettings(), live: QueueFeeds? = nil, queues: String? = nil,
    now: @escaping Now = Timestamp.system, _ body: @Sendable (House) async throws -> Result
) async throws -> Result {
    let fetcher = Fetcher(.loopback)
    do {
        let house = try await House(
            source, in: folder ?? TemporaryFolder(), fetcher, demo: demo, assets: assets, isDirectory: isDirectory,
            board: board, others: others, messenger: messenger, accounts: accounts, isPublic: isPublic, operating: operating, live: live,
            queues: queues, now: now)
        let result = try await body(house)
        try await house.settle()
        try await fetcher.shutdown()
        return result
    } catch {
        source.end()
        try? await fetcher.shutdown()
        throw error
    }
}

extension Timestamp {
    /// A clock that stands still at the present: however slow the machine is, no limit refills and no lock ends.
    static func standing() -> Now {
        let moment = Timestamp.system()
        return { moment }
    }
}

extension Broadcaster {
    /// Sends nothing on its own and disconnects no subscriber, as long as a test may last.
    static func quiet(limit: Int) throws -> Broadcaster {
        try Broadcaster(.init(limit: limit, heartbeat: .seconds(3600), stallTimeout: .seconds(3600)))
    }
}

/// The embassy: publishes a script's answers; the script can be replaced.
final class Source: Sendable {
    private let server: ScriptedServer
    private let current: Current

    private final class Current: Sendable {
        private let state: Mutex<ScriptedServer.Script>

        init(_ script: @escaping ScriptedServer.Script) { state = Mutex(script) }

        var script: ScriptedServer.Script {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    init(_ script: @escaping ScriptedServer.Script) throws {
        let current = Current(script)
        self.current = current
        server = try ScriptedServer { try current.script($0) }
    }

    /// A source that publishes a list.
    convenience init(_ list: VisaList = .sample) throws { try self.init(Self.publishing(list)) }

    var url: URL { server.url("/list.pdf") }
    var requests: [ScriptedServer.Request] { server.requests }
    var requestCount: Int { server.requests.count }
    var connectionCount: Int { server.connectionCount }
    func end() { server.end() }

    func publish(_ list: VisaList) { current.script = Self.publishing(list) }
    func answer(_ script: @escaping ScriptedServer.Script) { current.script = script }

    private static func publishing(_ list: VisaList) -> ScriptedServer.Script {
        let bytes = list.pdf
        return { try $0.answer("200 OK", [("Content-Type", "application/pdf")], body: bytes) }
    }
}

extension VisaList {
    static let sample = VisaList(rows: 60, seed: 7)
    var pdf: [UInt8] { VisaListPDF(pages: 3).bytes(of: self) }
}

extension Accounts.Configuration {
    /// With passwords that cost almost nothing.
    static var quick: Self {
        var configuration = Self()
        configuration.passwordCost = .least
        return configuration
    }
}

/// Waits for an hour; HummingbirdTesting's own client gives up after 20 seconds.
private struct PatientClient: TestClientProtocol {
    let client: TestClient
    let port: Int?

    static func calling<Result: Sendable>(
        _ port: Int?, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Result
    ) async throws -> Result {
        try await TestClient.withClient(host: "localhost", port: port ?? 0, configuration: .init(timeout: .seconds(3600))) {
            try await body(PatientClient(client: $0, port: port))
        }
    }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        let request = TestClient.Request(uri, method: method, authority: "localhost", headers: headers, body: body)
        let response = try await client.execute(request)
        return TestResponse(head: response.head, body: response.body ?? ByteBuffer(), trailerHeaders: response.trailerHeaders)
    }
}

/// Adds the headers of a browser with a logged-in person to each request.
private struct LoggedIn: TestClientProtocol {
    let client: any TestClientProtocol
    let headers: HTTPFields

    var port: Int? { client.port }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        var all = self.headers + headers
        // A browser sends the session's cookie with others.
        if headers[.cookie] != nil { all[.cookie] = [self.headers[.cookie], headers[.cookie]].compactMap { $0 }.joined(separator: "; ") }
        return try await client.executeRequest(uri: uri, method: method, headers: all, body: body)
    }
}

extension TestClientProtocol {
    func get(_ uri: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(uri: uri, method: .get, headers: headers)
    }

    func post(_ uri: String, _ form: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: form))
    }

    /// The page that a form's answer leads to, with the cookie that the answer sets.
    func follow(_ answer: TestResponse, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers
        headers[.cookie] = [headers[.cookie], answer.cookie].compactMap { $0 }.joined(separator: "; ")
        return try await get(String((answer.headers[.location] ?? "").prefix { $0 != "#" }), headers)
    }
}

extension TestClientProtocol {
    /// What a browser sends back with the form of the login page: its cookie, and the form's own field.
    func loginForm(_ headers: HTTPFields = [:]) async throws -> (cookie: String, field: String) {
        let page = try await get("/login", headers)
        let field = page.text.firstMatch(of: /name="login-form" value="([^"]+)"/)?.1
        return (page.cookie ?? headers[.cookie] ?? "", "login-form=\(field ?? "")")
    }

    /// Logs in like a browser: loads the form, and sends it with these fields.
    func logIn(_ form: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        let page = try await loginForm(headers)
        var headers = headers
        headers[.cookie] = [headers[.cookie], page.cookie].compactMap { $0 }.joined(separator: "; ")
        return try await post("/login", "\(form)&\(page.field)", headers)
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The contents of the element with this id, roughly: up to the next element with one.
    func region(_ id: String) -> String {
        let rest = text.components(separatedBy: "id=\"\(id)\"").dropFirst().joined()
        return rest.components(separatedBy: " id=\"lookup-")[0]
    }

    /// The name and value of the cookie in the answer, as a request sends it back.
    var cookie: String? { headers[.setCookie]?.split(separator: ";").first.map(String.init) }
}
