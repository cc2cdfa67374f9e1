import Foundation
import Records
import Testing

@testable import BoardPages
@testable import Serving
@testable import Web

@Suite("vCards")
struct VCardTests {
    @Test(
        "a file has the person's name, for programs that read only ASCII too",
        arguments: [
            ("Ada Okafor", "attachment; filename=\"Ada Okafor.vcf\""),
            ("Łucja \"x\"/..\r\n", "attachment; filename=\"_ucja _x__..__.vcf\"; filename*=UTF-8''%C5%81ucja%20_x__..__.vcf"),
        ])
    func fileName(name: String, disposition: String) { #expect(Attachment.disposition(name, "vcf") == disposition) }

    @Test("a record's fields become properties by what they are and what they are called")
    func fields() {
        let card = VCard(name: "Ada Okafor", fields: DetailField.fields(of: People.ada))
        #expect(
            card.description.components(separatedBy: "\r\n") == [
                "BEGIN:VCARD", "VERSION:4.0", "FN:Ada Okafor", "TITLE:Head of repairs", "TEL;TYPE=work:+1-555-0117",
                "TEL;TYPE=cell:+1-555-0199",
                "EMAIL:ada.okafor@example.org", "BDAY:19840229", "URL:https://okafor.example/",
                "ADR:;;12 Harbour Road;Port Alma;;;", "END:VCARD", "",
            ])
    }

    @Test("a first and a last name are told apart where the source does so, and what has no place of its own is a note")
    func names() {
        let fields = [("first_name", "Ada"), ("lastName", "Okafor"), ("company", "Quay; Sons"), ("zip", "4207"), ("desk", "3b")].map {
            DetailField(name: $0.0, label: $0.0, value: RecognisedValue($0.1, named: $0.0))
        }
        let lines = VCard(name: "Ada Okafor", fields: fields).description.components(separatedBy: "\r\n")
        #expect(lines.contains("N:Okafor;Ada;;;"))
        #expect(lines.contains("ORG:Quay\\; Sons"))
        #expect(lines.contains("ADR:;;;;;4207;"))
        #expect(lines.contains("NOTE:desk: 3b"))
    }

    @Test(
        "values are escaped and stay on their line",
        arguments: [
            ("a,b;c\\d", "a\\,b\\;c\\\\d"), ("one\r\ntwo\nthree", "one\\ntwo\\nthree"), ("x\u{0}\u{7}y", "xy"),
            ("END:VCARD\r\nBEGIN:VCARD", "END:VCARD\\nBEGIN:VCARD"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(VCard(name: text).description == "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(escaped)\r\nEND:VCARD\r\n")
    }

    @Test("no line is longer than 75 octets, no character is cut, and unfolding gives the text back")
    func folding() {
        for name in [String(repeating: "x", count: 300), String(repeating: "山", count: 100), String(repeating: "a👩‍👩‍👧é", count: 30)] {
            let text = VCard(name: name).description
            let lines = text.components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 75 })
            #expect(text.replacing("\r\n ", with: "").contains("FN:\(name)\r\n"))
        }
    }

    @Test("an address of the web cannot end its line")
    func raw() {
        var card = VCard(name: "x")
        card.add(VCard.Property(name: "URL", components: ["https://a.example/\r\nTEL:1"], isRaw: true))
        #expect(card.description.contains("URL:https://a.example/TEL:1\r\n"))
    }
}
