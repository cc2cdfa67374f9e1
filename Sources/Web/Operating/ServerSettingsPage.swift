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

/// `/server`, for administrators: settings that are otherwise in files and flags, including a test mail for the mail server.
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

    func page(for request: Request) async throws -> Response {
        var model = ServerSettingsModel(settings)
        model.saved = request.query["saved"].flatMap { ServerSettings.Part(rawValue: $0) }
        model.choose { request.query[$0] }
        feature.triedSecrets.note([:], of: Self.trial, by: administrator.id)
        return try await answer(model)
    }

    /// Saves all sections. The answer returns to the one whose button was pressed once the server is back. A button of a list's pages only
    /// shows other rows, with all that was typed.
    func save(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var model = try filled(from: form)
        if form.has(SectionRowsView.turn) {
            model.choose { request.query[$0] ?? form[$0] }
            return try await answer(model)
        }
        let part = model.part?.rawValue ?? ""
        // Differs from the form's address, because a browser doesn't reload a page to jump to a fragment of it.
        let place = "\(MainWays.server)?saved=\(part)#\(part)"
        let changes = model.changes(of: settings)
        guard !changes.isEmpty else { return .on(to: place) }
        if let address = changes[.publicURL], let refusal = lockOut(at: address, request) { model.refuse([refusal]) }
        if changes[.source] != nil { model.refuse(ServerSettings.refusals(of: model.addresses)) }
        model.refuse(settings.refusals(changes, false))
        guard model.refusals.isEmpty else { return try await answer(model, .unprocessableContent) }
        do {
            let response = try await feature.keep(changes, by: administrator, in: context, backTo: place)
            feature.triedSecrets.note([:], of: Self.trial, by: administrator.id)
            return response
        } catch let refusal as ServerSettings.Refusal {
            model.refuse([refusal])
            return try await answer(model, .unprocessableContent)
        }
    }

    /// The name of this page's secrets in `TriedSecrets`; no board has it.
    private static let trial = ""

    private func filled(from form: Form) throws -> ServerSettingsModel {
        let button = form.has(SectionRowsView.turn) ? SectionRowsView.turn : "part"
        guard let part = ServerSettings.Part(rawValue: form[button]) else { throw Refusal(.badRequest, "Tidings can’t read this form.") }
        var model = ServerSettingsModel(settings)
        model.fill(part, from: form, feature.triedSecrets.secrets(of: Self.trial, by: administrator.id))
        feature.triedSecrets.note(model.typedSecrets, of: Self.trial, by: administrator.id)
        model.choose { form[$0] }
        return model
    }

    /// With a secure public address, browsers send the session cookie only by HTTPS. An address that doesn't lead here is refused, or the
    /// administrator would be locked out.
    private func lockOut(at address: String, _ request: Request) -> ServerSettings.Refusal? {
        guard let url = URL(string: address), url.scheme?.lowercased() == "https", let host = url.host?.lowercased() else { return nil }
        let asked = URL(string: "//\(request.head.authority ?? "")")?.host?.lowercased()
        guard asked != host else { return nil }
        return .init(.publicURL, reason: Phrase("Open this page at \(address) first, so that you don’t lock yourself out."))
    }

    func tryMail(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        var model = try filled(from: form)
        model.isTest = true
        model.recipient = form["recipient"].trimmingWhitespace()
        let changes = model.changes(of: settings, in: ServerSettings.Part.mail.names + [.publicURL])
        model.refuse(settings.refusals(changes, true))
        guard model.refusals.isEmpty else { return try await answer(model, .unprocessableContent) }
        let notice = Notice(
            title: words("Test from Tidings"), lines: [words("Your mail server works.")], time: feature.site.now(), board: "Tidings")
        do { model.delivery = try await settings.sendMail(changes, notice, model.recipient) } catch let refusal as ServerSettings.Refusal {
            model.refuse([refusal])
        }
        return try await answer(model, model.refusals.isEmpty ? .ok : .unprocessableContent)
    }

    private func answer(_ model: ServerSettingsModel, _ status: HTTPResponse.Status = .ok) async throws -> Response {
        var model = model
        let people = try await feature.store.people.all()
        model.owners = try await feature.store.boards.own().mapValues { own in
            (own, people.first { $0.id == own.person }?.name)
        }
        model.foundMedia = try await feature.store.media.foundMediaCount()
        model.refusesKey = try await feature.store.media.mediaSourceRests().contains { $0.source == .tmdb && $0.ends == nil }
        var response = Response.page(
            ServerSettingsView(model: model, settings: settings, hasNodes: feature.store.isInDatabase, words: words)
                .page(context.reader, assets: feature.assets.prefix),
            status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension OperatingFeature {
    /// Stores settings and secrets of boards, and restarts the server. The response leads to `place` once the server is back. Throws
    /// `ServerSettings.Refusal`.
    func keep(
        _ changes: [ServerSettings.Name: String], _ secrets: [String: SecretText] = [:], by administrator: Person, in context: PageContext,
        backTo place: String, kind: PageKind = .plain
    ) async throws -> Response {
        guard let settings else { throw Refusal(.notFound) }
        // The audit trail comes first: its transaction checks that this person is still an administrator.
        try await store.people.audit(
            .settingsChanged, by: administrator.name, person: administrator.id,
            (changes.keys.map(\.rawValue) + secrets.keys.map(ServerSettings.secretName)).sorted().joined(separator: ", "),
            from: context.address, at: site.now())
        let view = RestartView(basePath: try settings.keep(changes, secrets), place: place, started: started, words: context.words)
        var response = Response.page(view.page(context.reader, assets: assets.prefix, kind: kind))
        response.headers[.cacheControl] = "no-store"
        settings.beginAnew()
        return response
    }
}

extension ServerSettings {
    /// A refusal for each text that isn't a valid source address.
    static func refusals(of addresses: [String: String]) -> [Refusal] {
        addresses.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty && !isAddress($0.value) }.map { Refusal(.source, board: $0.key) }
    }

    private static func isAddress(_ text: String) -> Bool {
        // A placeholder such as {id} isn't part of an address until it is filled in.
        let url = URLComponents(string: String(text.prefix { $0 != "{" }))
        guard let scheme = url?.scheme?.lowercased(), url?.host?.isEmpty == false else { return false }
        return SourceKinds.declared.contains { $0.kind.schemes.contains(scheme) }
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
    /// The section whose button was pressed; nil: the page was opened.
    private(set) var part: ServerSettings.Part?
    /// The section that was saved before; nil: none.
    var saved: ServerSettings.Part?
    /// Whether only a test mail was requested, and nothing saved.
    var isTest = false
    /// One at most for each field.
    private(set) var refusals: [ServerSettings.Refusal] = []
    var recipient = ""
    /// The outcome of a test mail.
    var delivery: Delivery?
    /// The owners of boards that people have added; without a name: the owner was removed.
    var owners: [String: (board: OwnBoard, name: String?)] = [:]
    /// For how many works of the media library other services had information.
    var foundMedia = 0
    /// Whether The Movie Database has refused the current key.
    var refusesKey = false

    private(set) var (boardRows, addressRows) = (SectionRows.boards, SectionRows.addresses)

    static let longest = 2000

    /// The settings that are typed, one field for each.
    private static let typed = Name.allCases.filter { ![.source, .boards, .boardsOff, .publicBoards].contains($0) }

    init(_ settings: ServerSettings) {
        texts = [:]
        for (name, given) in settings.given where !name.isSecret { texts[name] = Self.fieldText(given.text, of: name) }
        on = Set(settings.boards.filter(\.isOn).map(\.name))
        open = Set(settings.boards.filter(\.isPublic).map(\.name))
        addresses = Dictionary(settings.addresses.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    }

    /// The address of a board or method. Commas are escaped, because they separate the stored addresses (RFC 3986, section 2.2: the escaped
    /// form means the same to a server).
    static func address(_ name: String, in form: Form) -> String {
        String(form[addressField(name)].trimmingWhitespace().replacing(",", with: "%2C").prefix(longest))
    }

    static func addressField(_ name: String) -> String { "address-\(name)" }
    /// The box that makes a board public. No setting's field begins like it.
    static func openField(_ name: String) -> String { "is-public-\(name)" }
    /// The hidden field with the value that another field had when the page was made.
    static func wasField(_ name: String) -> String { "was-\(name)" }
    /// The hidden field that says how the boxes of a board were.
    static func listedField(_ name: String) -> String { "listed-\(name)" }

    /// A setting's text as its field sends it, so that an untouched field is no change.
    static func fieldText(_ text: String, of name: Name) -> String {
        let text = String(text.filter { !$0.isNewline }.trimmingWhitespace().prefix(longest))
        switch name {
        case .mailSecurity: return text == "starttls" ? "" : text
        case .mediaLookUps:
            return text.split(separator: ",").map { $0.trimmingWhitespace() }.filter { !$0.isEmpty && $0 != "off" }.sorted()
                .joined(separator: ",")
        default: return text
        }
    }

    /// Applies what was changed in the form that was sent with the button of this section. All else keeps the current settings, which
    /// another page may have changed meanwhile. Empty fields of secrets get those that were `tried` before.
    mutating func fill(_ part: ServerSettings.Part, from form: Form, _ tried: [String: SecretText] = [:]) {
        self.part = part
        for name in Self.typed where form.has(name.rawValue) {
            let text = Self.fieldText(form[name.rawValue], of: name)
            if text != form[Self.wasField(name.rawValue)] { texts[name] = text }
            if name.isSecret, text.isEmpty { texts[name] = tried[name.rawValue]?.text(for: .itsServer) }
        }
        for name in form.names(beginning: Self.listedField("")) {
            let was = form[Self.listedField(name)].split(separator: " ")
            let (isOn, isOpen) = (form.has("on-\(name)"), form.has(Self.openField(name)))
            if isOn != was.contains("on") { on = isOn ? on.union([name]) : on.subtracting([name]) }
            if isOpen != was.contains("public") { open = isOpen ? open.union([name]) : open.subtracting([name]) }
        }
        for name in form.names(beginning: Self.addressField("")) where addresses[name] != nil {
            let text = Self.address(name, in: form)
            if text != form[Self.wasField(Self.addressField(name))] { addresses[name] = text }
        }
    }

    /// By the names of their settings.
    var typedSecrets: [String: SecretText] {
        let typed = texts.filter { name, text in name.isSecret && !text.isEmpty }
        return Dictionary(uniqueKeysWithValues: typed.map { ($0.key.rawValue, SecretText($0.value)) })
    }

    /// Selects which rows are shown, from the query or a form.
    mutating func choose(_ value: (String) -> String?) {
        boardRows.choose(value)
        addressRows.choose(value)
    }

    /// Adds refusals, except further ones of a field that has one.
    mutating func refuse(_ others: [ServerSettings.Refusal]) {
        for other in others where !refusals.contains(where: { $0.name == other.name && [nil, $0.board].contains(other.board) }) {
            refusals.append(other)
        }
    }

    /// The refusal of a setting, or of one address.
    func refusal(of name: Name, board: String? = nil) -> ServerSettings.Refusal? {
        refusals.first { $0.name == name && $0.board == board }
    }

    /// Gives a board its addresses, by board and method, and turns it on.
    mutating func setUp(_ board: String, at addresses: [String: String]) {
        self.addresses.merge(addresses) { $1 }
        on.insert(board)
    }

    /// The settings that differ from the current ones, except locked ones. An empty text resets a setting.
    func changes(of settings: ServerSettings, in sent: [Name] = Name.allCases) -> [Name: String] {
        let current = Self(settings)
        var wanted = texts.filter { name, text in !name.isSecret && text != current.texts[name] ?? "" }
        func names(_ isChosen: (ServerSettings.BoardChoice) -> Bool) -> String {
            settings.boards.filter(isChosen).map(\.name).sorted().joined(separator: ",")
        }
        if on != current.on, ![Name.boards, .boardsOff].contains(where: settings.isLocked) {
            wanted[.boards] = names { !$0.isOnByFile && on.contains($0.name) }
            wanted[.boardsOff] = names { $0.isOnByFile && !on.contains($0.name) }
        }
        if open != current.open { wanted[.publicBoards] = names { !$0.isPublicByFile && open.contains($0.name) } }
        if addresses != current.addresses { wanted[.source] = ServerSettings.source(addresses) }
        var changes = wanted.filter { name, text in
            sent.contains(name) && !settings.isLocked(name) && text != settings.given[name]?.text ?? ""
        }
        func settled(_ name: Name) -> String { changes[name] ?? current.texts[name] ?? "" }
        let uses: [(secret: Name, by: Name, isUsed: Bool)] = [
            (.mailPassword, .mailUser, !settled(.mailUser).isEmpty), (.tmdbKey, .mediaLookUps, settled(.mediaLookUps).contains("tmdb")),
        ]
        // An empty field keeps the secret. A secret whose use ends is removed.
        for use in uses where sent.contains(use.secret) && !settings.isLocked(use.secret) {
            let (typed, hasSecret) = (texts[use.secret] ?? "", settings.given[use.secret]?.text.isEmpty == false)
            if use.isUsed, !typed.isEmpty { changes[use.secret] = typed }
            if !use.isUsed, hasSecret, changes[use.by] != nil { changes[use.secret] = "" }
        }
        return changes
    }
}
