import BoardPages
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Notifying
import Records
import Serving
import Storage

/// `/server`, for administrators: settings that are otherwise in files and flags, with a test mail for the mail server.
struct ServerSettingsPage: Sendable {
    private let feature: OperatingFeature
    private let context: PageContext
    private let administrator: Person
    private let settings: ServerSettings
    private var words: Words { context.words }

    init(_ feature: OperatingFeature, _ context: PageContext) throws {
        guard let person = context.person, person.role == .administrator else { throw Refusal(.forbidden) }
        guard let settings = feature.settings else { throw Refusal(.notFound) }
        self.feature = feature
        self.context = context
        self.settings = settings
        administrator = person
    }

    func page() async throws -> Response { try await answer(ServerSettingsModel(settings)) }

    /// The answer returns to this page once the server is back.
    func save(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var model = ServerSettingsModel(settings)
        model.fill(from: form)
        let changes = model.changes(of: settings)
        guard !changes.isEmpty else { return .on(to: MainWays.server) }
        let base: String
        do {
            if let address = changes[.publicURL] { try guardDoor(address, request) }
            if changes[.source] != nil { try guardAddresses(model.addresses) }
            // The audit trail comes first: its transaction checks that this person is still an administrator.
            try await feature.store.people.audit(
                .settingsChanged, by: administrator.name, person: administrator.id,
                changes.keys.map(\.rawValue).sorted().joined(separator: ", "), from: context.address, at: feature.site.now())
            base = try settings.keep(changes)
        } catch let refusal as ServerSettings.Refusal {
            model.refusal = refusal
            return try await answer(model, .unprocessableContent)
        }
        var response = Response.page(
            ServerSettingsView.beginsAnew(assets: feature.assets.prefix, context.reader, at: base + MainWays.server))
        response.headers[HTTPField.Name("Refresh")!] = "\(ServerSettingsView.pause); url=\(base)\(MainWays.server)"
        response.headers[.cacheControl] = "no-store"
        settings.beginAnew()
        return response
    }

    /// With a secure public address, browsers send the session cookie by https only. So an address that doesn't lead here is refused, or the
    /// administrator would be locked out.
    private func guardDoor(_ address: String, _ request: Request) throws {
        guard let url = URL(string: address), url.scheme?.lowercased() == "https", let host = url.host?.lowercased() else { return }
        let asked = URL(string: "//\(request.head.authority ?? "")")?.host?.lowercased()
        guard asked != host else { return }
        throw ServerSettings.Refusal(.publicURL, words("Open this page at \(address) first, so that you don’t lock yourself out."))
    }

    private func guardAddresses(_ addresses: [String: String]) throws {
        for (name, text) in addresses.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
            // A placeholder, {id}, isn't part of an address until it is filled.
            let url = URLComponents(string: String(text.prefix { $0 != "{" }))
            guard let scheme = url?.scheme?.lowercased(), SourceKinds.declared.contains(where: { $0.kind.schemes.contains(scheme) }),
                url?.host?.isEmpty == false
            else {
                throw ServerSettings.Refusal(.source, part: name, words("Enter a web address like https://example.org/list.pdf."))
            }
        }
    }

    func tryMail(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var model = ServerSettingsModel(settings)
        model.fill(from: form)
        model.recipient = form["recipient"].trimmingWhitespace()
        let notice = Notice(
            title: words("Test from Tidings"), lines: [words("Your mail server works.")], time: feature.site.now(), board: "Tidings")
        do { model.delivery = try await settings.sendMail(model.changes(of: settings), notice, model.recipient) } catch let refusal
            as ServerSettings.Refusal
        {
            model.refusal = refusal
        }
        return try await answer(model, model.refusal == nil ? .ok : .unprocessableContent)
    }

    private func answer(_ model: ServerSettingsModel, _ status: HTTPResponse.Status = .ok) async throws -> Response {
        var model = model
        let people = try await feature.store.people.all()
        model.owners = try await feature.store.boards.own().mapValues { own in
            (own, people.first { $0.id == own.person }?.name)
        }
        var response = Response.page(
            ServerSettingsView(model: model, settings: settings, words: words).page(context.reader, assets: feature.assets.prefix),
            status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// The page's values: the current settings, or the administrator's input.
struct ServerSettingsModel: Sendable {
    typealias Name = ServerSettings.Name

    private(set) var texts: [Name: String]
    private(set) var on: Set<String>
    private(set) var open: Set<String>
    /// By the names of boards and service methods.
    private(set) var addresses: [String: String]
    var refusal: ServerSettings.Refusal?
    var recipient = ""
    /// The outcome of a test mail.
    var delivery: Delivery?
    /// Of boards that people have added; without a name: they were removed.
    var owners: [String: (board: OwnBoard, name: String?)] = [:]

    static let longest = 2000

    init(_ settings: ServerSettings) {
        texts = settings.given.mapValues(\.text)
        texts[.mailPassword] = nil
        on = Set(settings.boards.filter(\.isOn).map(\.name))
        open = Set(settings.boards.filter(\.isPublic).map(\.name))
        addresses = Dictionary(settings.addresses.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func fill(from form: Form) {
        for name in Name.allCases where ![.boards, .boardsOff, .publicBoards, .source].contains(name) {
            texts[name] = String(form[name.rawValue].trimmingWhitespace().prefix(Self.longest))
        }
        on = form.names(beginning: "on-")
        open = form.names(beginning: "public-")
        // Commas separate the stored addresses (RFC 3986, section 2.2: written like this, they mean the same to a server).
        for name in addresses.keys {
            addresses[name] = String(form["address-\(name)"].trimmingWhitespace().replacing(",", with: "%2C").prefix(Self.longest))
        }
    }

    /// The settings that differ from the current ones, without those that can't be changed here. An empty text resets a setting.
    func changes(of settings: ServerSettings) -> [Name: String] {
        var wanted = texts
        let password = wanted[.mailPassword] ?? ""
        wanted[.mailPassword] = nil
        func names(_ isChosen: (ServerSettings.BoardChoice) -> Bool) -> String {
            settings.boards.filter(isChosen).map(\.name).sorted().joined(separator: ",")
        }
        if ![Name.boards, .boardsOff].contains(where: settings.isLocked) {
            wanted[.boards] = names { !$0.isOnByFile && on.contains($0.name) }
            wanted[.boardsOff] = names { $0.isOnByFile && !on.contains($0.name) }
        }
        wanted[.publicBoards] = names { !$0.isPublicByFile && open.contains($0.name) }
        wanted[.source] = ServerSettings.source(addresses)
        var changes = wanted.filter { name, text in !settings.isLocked(name) && text != settings.given[name]?.text ?? "" }
        let hasUser = !(wanted[.mailUser] ?? "").isEmpty
        if !settings.isLocked(.mailPassword), hasUser ? !password.isEmpty : !(settings.given[.mailPassword]?.text ?? "").isEmpty {
            changes[.mailPassword] = hasUser ? password : ""
        }
        return changes
    }
}
