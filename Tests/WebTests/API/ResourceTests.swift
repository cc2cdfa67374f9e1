import JSONReading
import Records
import Serving
import Testing

/// A resource's table as a value.
@Suite("Resources") struct ResourceTests {
    private struct Shown: Sendable {
        let id = 7
        let port = 993
        var note: String?
    }

    private struct Wish {
        var port = 0
        var password = ""
        var note = "as it was"
    }

    private static let members = Resource<Shown, Wish>([
        .told("id", .identifier) { $1.add("id", $0.id) },
        .set("port", .integer(1...9999), asked: .integer(1...999), askedAbout: "143 if left out.") {
            $1.add("port", $0.port)
        } read: {
            $1.port = $0.number.map { Int(clamping: $0) } ?? 0
        },
        .taken("password", .text(1...20), about: "It is never shown.") { $1.password = $0.text },
        .set("note", .text(), isRequired: false, about: "Left out if there is none.") {
            if let note = $0.note { $1.add("note", note) }
        } read: {
            $1.note = $0.text
        },
    ])

    @Test("an answer has what is shown, in the order of the table, and a password never")
    func answer() {
        #expect(Self.members.line(Shown()).closed == #"{"id":7,"port":993}"#)
        #expect(Self.members.line(Shown(note: "new")).closed == #"{"id":7,"port":993,"note":"new"}"#)
        let expected = JSONSchema.object([
            .init("id", .identifier), .init("port", .integer(1...9999)),
            .init("note", .text(), isRequired: false, about: "Left out if there is none."),
        ])
        #expect(Self.members.schema.json.closed == expected.json.closed)
    }

    @Test("a body may have what can be changed, with its own bounds and words")
    func body() {
        let expected = JSONSchema.object([
            .init("port", .integer(1...999), isRequired: false, about: "143 if left out."),
            .init("password", .text(1...20), about: "It is never shown."),
            .init("note", .text(), isRequired: false, about: "Left out if there is none."),
        ])
        #expect(JSONSchema.object(Self.members.asked(requiring: ["password"])).json.closed == expected.json.closed)
    }

    @Test("what a body doesn't name stays, and what can't be changed is passed over")
    func taking() throws {
        var wish = Wish()
        try Self.members.take(try JSONDocument(Array(#"{"id":8,"port":143,"password":"hush"}"#.utf8)).root, into: &wish)
        #expect(wish.port == 143)
        #expect(wish.password == "hush")
        #expect(wish.note == "as it was")
        try Self.members.take(nil, into: &wish)
        #expect(wish.port == 143)
    }
}
