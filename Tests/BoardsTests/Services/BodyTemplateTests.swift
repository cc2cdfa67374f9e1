import Boards
import Foundation
import Records
import Testing

@Suite("Bodies with holes") struct BodyTemplateTests {
    private func template(_ text: String) throws -> BodyTemplate {
        let parameters = try Parameter.all(in: BoardFile.declaration(of: "name: {}\ntown: {}\ncount: { type: number, optional: true }"))
        return try BodyTemplate(Declaration(.scalar(text), line: 3, path: "services.find.body"), knowing: parameters)
    }

    @Test("in JSON a value is escaped between quotes, and no value adds a member")
    func json() throws {
        let body = try template(#"{"name": "{name}", "of": ["{town}"], "count": {count}}"#)
        let text = body.text(["name": #"a", "admin": "\"#, "town": "{name}\n", "count": "7"])
        #expect(text == #"{"name": "a\", \"admin\": \"\\", "of": ["{name}\n"], "count": 7}"#)
        let members = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(members.keys.sorted() == ["count", "name", "of"])
        #expect(body.mediaType == "application/json")
        #expect(body.text(["name": "", "town": ""]) == #"{"name": "", "of": [""], "count": null}"#)
    }

    @Test("in a form a value is percent-encoded, and one that looks like a hole is none")
    func form() throws {
        let body = try template("name={name}&town={town}")
        #expect(body.text(["name": "a&b=c", "town": "{name}"]) == "name=a%26b%3Dc&town=%7Bname%7D")
        #expect(body.mediaType == "application/x-www-form-urlencoded")
    }

    @Test("outside of quotes only a number or a flag may stand")
    func bare() throws {
        let error = #expect(throws: DeclarationError.self) { try template(#"{"name": {name}}"#) }
        #expect(error?.line == 3)
        #expect(error?.detail.contains("{name} is neither a number nor a flag") == true)
        // A quote that is escaped does not end the string.
        #expect(try template(#"{"a\"{name}": {count}}"#).text(["name": "x", "count": "1"]) == #"{"a\"x": 1}"#)
    }
}
