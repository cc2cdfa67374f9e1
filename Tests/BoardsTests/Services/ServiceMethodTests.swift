import Boards
import Extraction
import Foundation
import Records
import Testing

@Suite("Service methods, declared") struct ServiceMethodTests {
    private static let whole = """
        title: Contacts
        view: list
        source: { url: 'https://directory.example/contacts.xml' }
        extract:
          xml: { rows: //contact, fields: { id: contactid } }
        fields:
          id: { type: text, key: true }
          name: { type: text }
        services:
          detail:
            about: All of one.
            url: https://directory.example/contact.xml?id={id}
            headers: { Accept: application/xml }
            parameters:
              id: { pattern: '^[0-9]+$' }
            auth: { bearer: { secret: directory } }
            cache: 10m
            timeout: 5s
            limit: 64k
            extract: { xml: { rows: /contact } }
          find:
            url: https://directory.example/find
            method: post
            body: '{"name": "{name}"}'
            parameters:
              name: {}
            extract: { json: { rows: '$[*]' } }
            fields: { id: { type: text } }
        detail: { service: detail }
        """

    private func board(_ yaml: String = whole) throws -> Board {
        try Board(try BoardFile.declaration(of: yaml), name: "contacts", folder: URL(fileURLWithPath: "/"))
    }

    @Test("methods are read, and detail takes its parameters from fields of their names")
    func whole() throws {
        let board = try board()
        #expect(board.services.map(\.name) == ["contacts.detail", "contacts.find"])
        let (detail, find) = (board.services[0], board.services[1])
        #expect(detail.about == "All of one.")
        #expect(detail.keeping == .fixed(.seconds(600)))
        #expect(detail.timeout == .seconds(5))
        #expect(detail.limit == 64 << 10)
        #expect(!detail.isPost)
        #expect(detail.body == nil)
        #expect(detail.access == .bearer(secret: "directory"))
        #expect(detail.headers.map(\.name) == ["Accept"])
        #expect(find.isPost)
        #expect(find.body?.isJSON == true)
        #expect(find.keeping == .asAnswered)
        #expect(find.limit == 8 << 20)
        guard case .records(_, let schema) = find.answer, case .open(let open) = detail.answer else { return #expect(Bool(false)) }
        #expect(schema.fields.map(\.name) == ["id"])
        #expect(open.name == "xml")
        #expect(board.detail?.service == "contacts.detail")
        #expect(board.detail?.fields == ["id": "id"])
    }

    @Test("cache: none never keeps, standard keeps as the answer says")
    func keeping() throws {
        #expect(try board(Self.whole.replacing("cache: 10m", with: "cache: none")).services[0].keeping == .never)
        #expect(try board(Self.whole.replacing("cache: 10m", with: "cache: standard")).services[0].keeping == .asAnswered)
    }

    @Test(
        "a mistake is named with its line",
        arguments: [
            ("  detail:\n    about", "  Detail:\n    about", 10, "a method is named with lower-case letters"),
            ("https://directory.example/contact.xml?id={id}", "directory.example/{id}", 12, "does not begin as a web address does"),
            ("?id={id}", "?id={number}", 12, "{number} isn't a parameter"),
            ("    about: All of one.", "    abuot: x", 11, "Did you mean 'about'?"),
            ("Accept: application/xml", "Authorization: x", 13, "a secret goes under auth"),
            ("Accept: application/xml", "Cookie: x", 13, "a secret goes under auth"),
            ("{ pattern: '^[0-9]+$' }", "{ type: txet }", 15, "there are text"),
            ("{ bearer: { secret: directory } }", "{ token: x }", 16, "there is no key 'token'"),
            ("cache: 10m", "cache: sometimes", 17, "a duration like"), ("timeout: 5s", "timeout: soon", 18, "a duration like"),
            ("limit: 64k", "limit: lots", 19, "a size like"), ("xml: { rows: /contact }", "csv: {}", 20, "there is no key 'csv'"),
            ("extract: { xml: { rows: /contact } }", "extract: { delimited: {} }", 20, "declare them under fields"),
            ("extract: { xml: { rows: /contact } }", "extract: { xml: {} }", 20, "'rows' is missing"),
            ("method: post", "method: put", 23, "there are get, post"), ("    method: post\n", "", 23, "a body goes with method: post"),
            ("    method: post\n", "    method: post\n    cache: 1h\n", 24, "the answer to a post is never kept"),
            ("\"{name}\"", "{name}", 24, "must be in quotes"),
            ("limit: 64k", "sample: none.xml", 19, "there is no file 'none.xml'"),
            ("limit: 64k", "sample: ../etc/passwd", 19, "there is no file"),
            ("{ service: detail }", "{ service: more }", 29, "there is no method 'more'"),
            ("{ service: detail }", "{ service: detail, with: { nr: id } }", 29, "has no parameter 'nr'"),
            ("{ service: detail }", "{ service: detail, with: { id: nr } }", 29, "there is no field 'nr'"),
        ] as [(String, String, Int, String)])
    func mistakes(found: String, put: String, line: Int, words: String) throws {
        let yaml = Self.whole.replacing(found, with: put)
        try #require(yaml != Self.whole)
        let error = #expect(throws: DeclarationError.self) { try board(yaml) }
        #expect(error?.line == line)
        #expect(error?.detail.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("detail names a field for each parameter it needs")
    func detailNeedsFields() throws {
        let yaml = Self.whole.replacing("id: { pattern: '^[0-9]+$' }", with: "nr: {}").replacing("?id={id}", with: "?id={nr}")
        let error = #expect(throws: DeclarationError.self) { try board(yaml) }
        #expect(error?.detail.contains("needs its parameter 'nr'; say under with which field it comes from") == true)
        let told = yaml.replacing("{ service: detail }", with: "{ service: detail, with: { nr: id } }")
        #expect(try board(told).detail?.fields == ["nr": "id"])
    }

    @Test("arguments are checked before anything is asked, and one nobody knows is named")
    func arguments() throws {
        let method = try board().services[0]
        #expect(try method.values(["id": " 7 "]) == ["id": "7"])
        let unknown = #expect(throws: ParameterError.self) { try method.values(["id": "7", "town": "Bern"]) }
        #expect(unknown?.description == "parameter 'town' is not known to contacts.detail; it takes id")
        #expect(throws: ParameterError.self) { try method.values([:]) }
        #expect(throws: ParameterError.self) { try method.values(["id": "seven"]) }
    }
}

@Suite("How a source lets us in, declared") struct SourceAccessTests {
    private func access(_ yaml: String) throws -> SourceAccess { try SourceAccess(BoardFile.declaration(of: yaml)) }

    @Test("four kinds, each naming its secret")
    func kinds() throws {
        #expect(try access("password: { user: reader, secret: directory }") == .password(user: "reader", secret: "directory"))
        #expect(try access("bearer: { secret: api_1 }") == .bearer(secret: "api_1"))
        #expect(try access("header: { name: X-Api-Key, secret: api }") == .header(name: "X-Api-Key", secret: "api"))
        #expect(try access("query: { name: key, secret: api }") == .query(name: "key", secret: "api"))
        #expect(try access("bearer: { secret: api_1 }").secret == "api_1")
    }

    @Test(
        "what is wrong is said, a secret in place of its name above all",
        arguments: [
            ("bearer: { secret: eyJhbGciOi }", "is the name of a secret"), ("bearer: { secret: 'a-b' }", "is the name of a secret"),
            ("bearer: { secret: '9f86d081884c7d659a2feaa0c55ad015' }", "is the name of a secret"), ("bearer: {}", "'secret' is missing"),
            ("password: { secret: a }", "'user' is missing"), ("header: { secret: a }", "'name' is missing"),
            ("bearer: { user: a, secret: b }", "there is no key 'user'"), ("basic: { secret: a }", "there is no key 'basic'"),
            ("{ bearer: { secret: a }, query: { name: b, secret: c } }", "one of password, bearer, header, query is expected"),
        ])
    func mistakes(yaml: String, words: String) {
        let error = #expect(throws: DeclarationError.self) { try access(yaml) }
        #expect(error?.detail.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.description.contains("9f86d081") != true)
    }

    @Test("a header's name is one")
    func headerNames() {
        #expect(throws: DeclarationError.self) { try access("header: { name: 'X Key: 1', secret: api }") }
        #expect(throws: DeclarationError.self) { try access("header: { name: Host, secret: api }") }
    }
}
