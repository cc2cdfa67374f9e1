import Localisation
import Records
import Testing
import Watching

@testable import Serving
@testable import Web

@Suite("The page of server settings")
struct ServerSettingsTests {
    @Test("each setting is in a section")
    func parts() {
        let inParts = Set(ServerSettings.Part.allCases.flatMap(\.names))
        #expect(ServerSettings.Name.allCases.filter { !inParts.contains($0) } == [])
    }

    @Test(
        "what is said of a setting is in the reader's language, and never its key",
        arguments: ["en", "de", "fr", "es", "pl", "ar", "ja"])
    func sentences(language: String) {
        let english = SettingWords(words: Words(language: "en"))
        let names = SettingWords(words: Words(language: language))
        for name in ServerSettings.Name.allCases {
            let advice = [true, false].map { names.advice(on: name, isEmpty: $0) }
            for text in advice + [names.label(of: name)] where name.rawValue.contains("-") { #expect(!text.contains(name.rawValue)) }
            guard language != "en" else { continue }
            #expect(advice != [true, false].map { english.advice(on: name, isEmpty: $0) }, "\(name)")
        }
    }

    private static let count = 1000

    /// Each board has the example of an address in its file.
    private static var large: ServerSettings { settings() }

    private static func settings(given: [ServerSettings.Name: ServerSettings.Given] = [:]) -> ServerSettings {
        let names = (0..<count).map { "board-\($0)" }
        return ServerSettings(
            given: given,
            boards: {
                names.map {
                    .init(name: $0, title: "Title of \($0)", isOn: true, isPublic: false, isOnByFile: true, isPublicByFile: false)
                }
            },
            addresses: {
                names.map { .init(name: $0, title: "Title of \($0)", declared: "https://\($0).example/list.xml", text: "") }
            },
            board: { name, _ in throw ServerSettings.Refusal(.source, board: name) }, secrets: Secrets(), secretLock: { _ in nil },
            refusals: { _, _ in [] },
            keep: { _, _ in throw ServerSettings.Refusal(nil) }, sendMail: { _, _, _ in throw ServerSettings.Refusal(.mailHost) },
            beginAnew: {})
    }

    private func page(of settings: ServerSettings = Self.large, _ change: (inout ServerSettingsModel) -> Void = { _ in }) -> String {
        var model = ServerSettingsModel(settings)
        change(&model)
        return ServerSettingsView(model: model, settings: settings, words: .english).page(Reader(), assets: "/static/x").text
    }

    private func addresses(_ page: String) -> [String] {
        page.matches(of: /name="address-([^"]*)"/).map { String($0.output.1) }
    }

    @Test("a page of a thousand boards has some of their addresses, and leads to all")
    func addressesOfManyBoards() {
        #expect(page().utf8.count <= 70_000)
        var found: [String] = []
        var from: String? = "0"
        while let place = from, found.count <= Self.count {
            let page = page { $0.choose { $0 == "source-from" ? place : nil } }
            found += addresses(page)
            from = page.matches(of: /source-from=([0-9]+)#addresses/).map { String($0.output.1) }.first { Int($0)! > Int(place)! }
        }
        #expect(found == (0..<Self.count).map { "board-\($0)" })
        #expect(addresses(page { $0.choose { $0 == "source" ? "TITLE 777" : nil } }) == ["board-777"])
        #expect(addresses(page { $0.choose { $0 == "source-from" ? "5000" : "" } }).first == "board-0")
    }

    @Test("a form with other rows sends what was changed in rows that aren't shown")
    func unsavedRows() {
        let page = page {
            $0.fill(.addresses, from: Form(fields: ["address-board-0": "https://a.example/list", "listed-board-1": "on "]))
            $0.choose { ["source-from": "20", "from": "60"][$0] }
        }
        #expect(addresses(page) == (20..<40).map { "board-\($0)" } + ["board-0"])
        #expect(page.contains("<input type=\"hidden\" name=\"address-board-0\" value=\"https://a.example/list\">"))
        #expect(page.contains("<input type=\"hidden\" name=\"listed-board-1\" value=\"on \">"))
        #expect(!page.contains("name=\"on-board-1\""))
        #expect(!page.contains("listed-board-2\""))
        #expect(page.contains("name=\"turn\" value=\"addresses\" formaction=\"/server?source-from=40#addresses\""))
    }

    @Test("an address that was refused is shown, also if it isn't among those that are listed")
    func refusedAddress() {
        let page = page { $0.refuse([ServerSettings.Refusal(.source, board: "board-900")]) }
        #expect(addresses(page).first == "board-900")
        #expect(page.contains("field-address-board-900-problem"))
    }

    /// The ids of fields with a problem, in the order of the page.
    private func problems(_ page: String) -> [String] { page.matches(of: /id="field-([^"]*)-problem"/).map { String($0.output.1) } }

    @Test("all refusals of a section are said, each at its field, and the first of a field counts")
    func severalRefusals() {
        let page = page {
            $0.fill(.mail, from: Form(fields: ["mail-host": "a b", "mail-port": "0"]))
            $0.refuse([.init(.mailHost), .init(.mailPort), .init(.mailFrom), .init(.mailPort, reason: "Later.")])
        }
        #expect(problems(page) == ["mail-host", "mail-port", "mail-from"])
        #expect(page.contains("Nothing was saved. Correct these fields: <a href=\"#field-mail-host\">Mail server</a>, "))
        #expect(!page.contains("Later."))
    }

    @Test("the public address is one field, also if mail was refused for want of it")
    func onePublicAddress() {
        let page = page {
            $0.fill(.mail, from: Form(fields: ["mail-host": "mail.home.example"]))
            $0.refuse([.init(.publicURL)])
        }
        #expect(page.matches(of: /name="public-url"/).count == 1)
        #expect(problems(page) == ["public-url"])
        #expect(page.contains("Nothing was saved. Correct “<a href=\"#field-public-url\">Public address</a>”."))
    }

    @Test("what was typed in all sections is saved, and a field that wasn't touched changes nothing")
    func allSections() {
        let settings = Self.settings(given: [
            .mailSecurity: .init("starttls"), .mediaLookUps: .init("tmdb, musicbrainz"), .tmdbKey: .init("set"), .boards: .init("b, a"),
            .source: .init("b=https://b.example, a=https://a.example"), .boardHosts: .init(" nas "),
        ])
        var model = ServerSettingsModel(settings)
        let untouched = [
            "mail-security": "", "media-look-ups": "musicbrainz,tmdb", "was-media-look-ups": "musicbrainz,tmdb", "tmdb-key": "",
            "allow-hosts": "nas", "was-allow-hosts": "nas", "listed-board-1": "on ", "on-board-1": "on", "address-board-1": "",
            "mail-user": "",
        ]
        model.fill(.hosts, from: Form(fields: untouched))
        #expect(model.changes(of: settings) == [:])
        let typed = ["mail-host": "mail.home.example", "push-contact": "mailto:a@b.example", "public-url": "https://home.example"]
        model.fill(.hosts, from: Form(fields: untouched.merging(typed) { $1 }))
        let changes: [ServerSettings.Name: String] = [
            .mailHost: "mail.home.example", .pushContact: "mailto:a@b.example", .publicURL: "https://home.example",
        ]
        #expect(model.changes(of: settings) == changes)
        var ofBoards = ServerSettingsModel(Self.large)
        ofBoards.fill(.boards, from: Form(fields: ["listed-board-1": "on ", "is-public-board-2": "on", "listed-board-2": "on "]))
        #expect(ofBoards.changes(of: Self.large) == [.boardsOff: "board-1,board-2", .publicBoards: "board-2"])
    }

    @Test("a secret that was tried is used if its field is empty then, and one whose use ends is removed")
    func secrets() {
        let settings = Self.settings(given: [.mailUser: .init("ada"), .mailPassword: .init("set")])
        var model = ServerSettingsModel(settings)
        let fields = ["mail-user": "ada", "was-mail-user": "ada", "mail-password": ""]
        model.fill(.contacts, from: Form(fields: fields), ["mail-password": SecretText("hush")])
        #expect(model.changes(of: settings) == [.mailPassword: "hush"])
        #expect(model.typedSecrets == ["mail-password": SecretText("hush")])
        let page = ServerSettingsView(model: model, settings: settings, words: .english).page(Reader(), assets: "/static/x").text
        #expect(page.contains("Leave it empty to use what you just entered."))
        #expect(!page.contains("hush"))
        model.fill(.contacts, from: Form(fields: fields.merging(["mail-user": ""]) { $1 }))
        #expect(model.changes(of: settings) == [.mailUser: "", .mailPassword: ""])
    }

    @Test("a page that was opened before another one was saved changes only what was changed on it")
    func olderPage() {
        let now = Self.settings(given: [.mailHost: .init("new.example"), .pushContact: .init("mailto:a@b.example")])
        let sent = [
            "mail-host": "old.example", "was-mail-host": "old.example", "push-contact": "", "was-push-contact": "mailto:a@b.example",
            "mail-user": "", "address-board-1": "https://old.example/", "was-address-board-1": "https://old.example/",
            "listed-board-1": " public", "is-public-board-1": "on",
        ]
        var model = ServerSettingsModel(now)
        model.fill(.contacts, from: Form(fields: sent))
        #expect(model.changes(of: now) == [.pushContact: ""])
        // The page says what it was made of.
        let page = page(of: now)
        #expect(page.contains(#"name="was-mail-host" value="new.example""#))
        #expect(page.contains(#"name="listed-board-1" value="on ""#))
    }

    @Test("all sections are one form, and each has a button that sends it")
    func oneForm() {
        let page = page()
        #expect(page.matches(of: /<form class="account"/).count == 1)
        let buttons = page.matches(of: /name="part" value="([a-z]+)" formaction="\/server#([a-z]+)"/)
        #expect(buttons.map { String($0.output.1) } == ServerSettings.Part.allCases.map(\.rawValue))
        #expect(buttons.allSatisfy { $0.output.1 == $0.output.2 })
    }

    @Test("all addresses that are none are refused")
    func severalAddresses() {
        let refused = ServerSettings.refusals(of: ["b": "https:/b", "a": "a", "c": "https://c.example/{id}", "d": ""])
        #expect(refused.map(\.board) == ["a", "b"])
    }

    @Test("entries that are left out are named at their field, until another text is entered")
    func unusable() {
        let settings = Self.settings(given: [.boardHosts: .init("nas,a/b,c/d", unusable: ["a/b", "c/d"])])
        let opened = page(of: settings)
        #expect(problems(opened) == ["allow-hosts"])
        #expect(opened.contains("Tidings doesn’t use a/b and c/d. Enter hosts without http://"))
        #expect(problems(page(of: settings) { $0.fill(.hosts, from: Form(fields: ["allow-hosts": "nas"])) }) == [])
    }

    @Test("no two searches and no two ways through pages have one name")
    func landmarks() {
        let labels = page().matches(of: /(?:role="search"|<nav class="chips") aria-label="([^"]*)"/).map { String($0.output.1) }
        #expect(labels.count == 5, "\(labels)")
        #expect(Set(labels).count == 5, "\(labels)")
    }
}
