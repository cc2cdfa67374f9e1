import Boards
import Foundation
import Records
import Testing

@Suite("Addresses with holes") struct AddressTemplateTests {
    private func template(_ text: String) throws -> AddressTemplate {
        let parameters = try Parameter.all(in: BoardFile.declaration(of: "id: {}\ntown: { optional: true }"))
        return try AddressTemplate(Declaration(.scalar(text), line: 7, path: "services.detail.url"), knowing: parameters)
    }

    private func address(_ text: String, _ values: [String: String]) throws -> String? { try template(text).url(values)?.absoluteString }

    @Test("values are encoded so that none adds a part, a query or a host of its own")
    func encoding() throws {
        let text = "https://example.org/contact/{id}/all?town={town}"
        #expect(try address(text, ["id": "7", "town": "Köln"]) == "https://example.org/contact/7/all?town=K%C3%B6ln")
        #expect(
            try address(text, ["id": "a/b?c#d&e=f @:;+%41", "town": "x&y=z"])
                == "https://example.org/contact/a%2Fb%3Fc%23d%26e%3Df%20%40%3A%3B%2B%2541/all?town=x%26y%3Dz")
        #expect(try address("https://example.org/{id}", ["id": "a-b.c_d~e"]) == "https://example.org/a-b.c_d~e")
        #expect(try address("https://example.org/{id}", ["id": "\u{0}\r\n"]) == "https://example.org/%00%0D%0A")
    }

    @Test("the part of a query whose value is absent is left out, and the others stay")
    func absent() throws {
        let text = "https://example.org/list?town={town}&id={id}&all=1"
        #expect(try address(text, ["id": "7"]) == "https://example.org/list?id=7&all=1")
        #expect(try address("https://example.org/list?town={town}", [:]) == "https://example.org/list")
        #expect(try address("https://example.org/{town}/x", [:]) == "https://example.org//x")
    }

    @Test("a value that would lead out of its folder makes no address", arguments: [".", ".."])
    func dots(value: String) throws {
        #expect(try address("https://example.org/contact/{id}/all", ["id": value]) == nil)
        #expect(try address("https://example.org/contact?id={id}", ["id": value]) == "https://example.org/contact?id=\(value)")
        #expect(try address("https://example.org/contact/{id}.xml", ["id": value]) == "https://example.org/contact/\(value).xml")
    }

    @Test("a hole with a plus keeps slashes and nothing else, and leads nowhere else")
    func slashes() throws {
        let text = "https://example.org/{+id}/all"
        #expect(try address(text, ["id": "a/b"]) == "https://example.org/a/b/all")
        #expect(try address(text, ["id": "a?b#c/d@e"]) == "https://example.org/a%3Fb%23c/d%40e/all")
        #expect(try address(text, ["id": "a/.."]) == nil)
        #expect(try address(text, ["id": "./a"]) == nil)
    }

    @Test("a hole in the host is filled with choices that are labels of a host name, and with nothing else")
    func hosts() throws {
        func template(_ choices: String) throws -> AddressTemplate {
            let parameters = try Parameter.all(in: BoardFile.declaration(of: "lang: { choices: \(choices) }\nid: {}"))
            return try AddressTemplate(Declaration(.scalar("https://{lang}.example.org/{id}"), line: 7, path: "url"), knowing: parameters)
        }
        #expect(try template("[de, zh-yue]").url(["lang": "de", "id": "a"])?.absoluteString == "https://de.example.org/a")
        for choices in ["[de, evil.example/]", "[de, a.b]", "[de, '-']", "[de, DE]"] {
            #expect(throws: DeclarationError.self, "\(choices)") { try template(choices) }
        }
    }

    @Test("an address that people choose is the whole of it, and goes with nothing secret")
    func anyAddress() throws {
        let parameters = try Parameter.all(in: BoardFile.declaration(of: "page: { type: url }"))
        let declaration = Declaration(.scalar("{page}"), line: 7, path: "source.url")
        let template = try AddressTemplate(declaration, knowing: parameters, isOpen: true)
        #expect(template.url(["page": "https://example.org/a?b=c"])?.absoluteString == "https://example.org/a?b=c")
        #expect(throws: DeclarationError.self) { try AddressTemplate(declaration, knowing: parameters) }
        let yaml = """
            title: T
            view: table
            parameters: { page: { type: url, default: 'https://example.org/' } }
            source: { url: '{page}', headers: { X-Key: abc } }
            extract: { json: { rows: '$[*]' } }
            fields: { id: { type: number } }
            """
        let error = #expect(throws: DeclarationError.self) {
            try Board(try BoardFile.declaration(of: yaml), name: "t", folder: URL(fileURLWithPath: "/t"))
        }
        #expect(error?.detail.contains("neither headers, auth nor steps") == true)
    }

    @Test(
        "what is wrong with a template is said with its line",
        arguments: [
            ("https://example.org/{name}", "{name} isn't a parameter; there is id, town"), ("https://example.org/{id", "a { without its }"),
            ("https://{id}/list", "does not begin as a web address does"), ("https://example.{id}/list", "does not begin"),
            ("https://user:{id}@example.org/", "does not begin"), ("{id}", "does not begin"), ("ftp://example.org/{id}", "does not begin"),
            ("https://example.org{id}", "does not begin"), ("https:///list?id={id}", "does not begin"),
        ])
    func mistakes(text: String, words: String) {
        let error = #expect(throws: DeclarationError.self) { try template(text) }
        #expect(error?.line == 7)
        #expect(error?.detail.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
