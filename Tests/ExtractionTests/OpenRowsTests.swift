import Boards
import Extraction
import Foundation
import Records
import Testing

@Suite("Rows of whatever fields come") struct OpenRowsTests {
    private func rows(_ extract: String, _ document: String, _ hints: DocumentHints = DocumentHints()) throws -> [OpenRow] {
        try OpenRows(BoardFile.declaration(of: extract)).rows(of: Array(document.utf8), hints)
    }

    /// `name=text` of each field.
    private func fields(_ extract: String, _ document: String) throws -> [[String]] {
        try rows(extract, document).map { $0.fields.map { "\($0.name)=\($0.text)" } }
    }

    private func failure(_ extract: String, _ document: String) -> ExtractionError? {
        #expect(throws: ExtractionError.self) { try rows(extract, document) }
    }

    @Test("XML: elements and attributes in their order, nested ones with dots, repeated ones each, empty ones not")
    func xml() throws {
        let document = """
            <all><contact id="7"><name>Ada &amp; Co</name><phone kind="work">1</phone><phone>2</phone><notes/> <fax> </fax>
            <address country="CH"><street>12 Harbour Road</street><city><![CDATA[Port <Alma>]]></city></address></contact><contact/></all>
            """
        #expect(
            try fields("xml: { rows: //contact }", document) == [
                [
                    "id=7", "name=Ada & Co", "phone=1", "phone.kind=work", "phone=2", "address.country=CH",
                    "address.street=12 Harbour Road",
                    "address.city=Port <Alma>",
                ], [],
            ])
        #expect(try fields("xml: { rows: /a/b }", "<a><b>one</b><b x='2'>two</b></a>") == [["b=one"], ["x=2", "b=two"]])
        #expect(try rows("xml: { rows: //contact }", document)[0]["address.city"] == "Port <Alma>")
        #expect(try rows("xml: { rows: //contact }", document)[0]["fax"] == nil)
    }

    @Test("XML in another charset is read by what the answer's head says")
    func charset() throws {
        var hints = DocumentHints()
        hints.charset = "iso-8859-1"
        let rows = try OpenRows(BoardFile.declaration(of: "xml: { rows: /a }")).rows(
            of: Array("<a>K".utf8) + [0xF6] + Array("ln</a>".utf8), hints)
        #expect(rows.map { $0["a"] } == ["Köln"])
    }

    @Test("JSON: members in their order, nested ones with dots, lists one by one, null not")
    func json() throws {
        let document =
            #"{"id": 7, "name": "Ada", "value": {"a": true}, "phones": ["1", "2"], "at": [{"x": 1}, {"x": 2.5}], "fax": null, "no": {}}"#
        #expect(try fields("json: {}", document) == [["id=7", "name=Ada", "value.a=true", "phones=1", "phones=2", "at.x=1", "at.x=2.5"]])
        #expect(try fields("json: { rows: '$[*]' }", #"[{"a": 1}, 2, "", null]"#) == [["a=1"], ["value=2"], [], []])
        #expect(try fields("json: {}", #"[{"a": 1}, {"a": 2}]"#) == [["a=1", "a=2"]])
    }

    @Test(
        "what is no such document is an error that says so",
        arguments: [
            ("xml: { rows: /a }", "<!DOCTYPE html><html><title>Log in</title></html>", ExtractionError.Code.wrongFormat),
            ("xml: { rows: /a }", "<html><body>Log in</body></html>", .wrongFormat), ("xml: { rows: /a }", "<a><b>1</b>", .truncated),
            ("xml: { rows: /a }", "", .wrongFormat), ("xml: { rows: /a }", "<a><b></a>", .damaged),
            ("json: {}", #"{"a": 1"#, .truncated), ("json: {}", "", .truncated), ("json: {}", #"{"a": 1,}"#, .damaged),
        ])
    func refused(extract: String, document: String, code: ExtractionError.Code) {
        let error = failure(extract, document)
        #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.detail.isEmpty == false)
    }

    @Test("a page to log in, where XML was wanted, is told by its title")
    func loginPage() {
        let error = failure("xml: { rows: /a }", "<!DOCTYPE html><html><head><title>Please log in</title></head></html>")
        #expect(error?.detail.contains("Please log in") == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("there is a bound to rows and to fields, and it is named")
    func limits() throws {
        let wide = "<a>" + (0...500).map { "<f\($0)>1</f\($0)>" }.joined() + "</a>"
        #expect(failure("xml: { rows: /a }", wide)?.detail == "a row has more than 500 fields")
        let long = "[" + Array(repeating: "1", count: 10_001).joined(separator: ",") + "]"
        #expect(failure("json: { rows: '$[*]' }", long)?.detail == "more than 10000 rows")
        #expect(failure("xml: { rows: /a/b }", "<a>" + String(repeating: "<b/>", count: 10_001) + "</a>")?.code == .limit)
        let deep = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
        #expect(failure("json: {}", deep)?.code == .limit)
    }

    @Test(
        "a field's name is written for people",
        arguments: [
            ("office_hours", "Office hours"), ("address.street", "Address street"), ("jobTitle", "Job title"), ("name", "Name"),
            ("URL", "URL"), ("phone-2", "Phone 2"), ("größe", "Größe"), ("_id", "ID"), ("first__name_", "First name"),
            ("contactid", "Contact ID"), ("user_id", "User ID"), ("paid", "Paid"),
        ])
    func labels(name: String, label: String) {
        #expect(OpenRow.Field(name: name, text: "x").label == label)
    }

    @Test(
        "formats that need declared fields say so, and options are checked",
        arguments: [
            ("delimited: {}", "declare them under fields"), ("xml: {}", "'rows' is missing"), ("xml: { rows: 'a[1]' }", "XPath, "),
            ("{ xml: { rows: /a }, json: {} }", "one format is expected here"),
            ("xlm: {}", "Did you mean 'xml'?"),
        ])
    func declarations(extract: String, words: String) {
        let error = #expect(throws: DeclarationError.self) { try OpenRows(BoardFile.declaration(of: extract)) }
        #expect(error?.detail.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
