import Boards
import Testing

@Suite("A board's file with one thing said otherwise") struct BoardFileEditTests {
    private static let file = """
        title: Lamps # ours
        view: table
        source: { url: 'https://lamps.example', every: 1h }
        extract:
          html:
            rows: '//li'
            fields:
              name: b
              views: i
              price: u
        fields:
          name: { type: text, label: 'A name { }', key: true }
          views: { type: number, unreadable: empty }
          price:
            type: number
            quiet: false

        """

    @Test("a field is made quiet where it is declared, on one line or several, and nothing else changes")
    func quiet() throws {
        let edited = try #require(BoardFileEdit.file(Self.file, quiet: true, ["views"]))
        #expect(edited == Self.file.replacing("unreadable: empty }", with: "unreadable: empty, quiet: true }"))
        let block = Self.file.replacing("    quiet: false\n", with: "")
        let both = try #require(BoardFileEdit.file(block, quiet: false, ["price", "views"]))
        #expect(both.contains("  price:\n    quiet: false\n    type: number") && both.contains("empty, quiet: false }"))
        #expect(BoardFileEdit.decided(in: both) == ["price", "views"] && BoardFileEdit.decided(in: Self.file) == ["price"])
    }

    @Test("what can't be said isn't written: a quiet key, an unknown field, a file that is none")
    func refused() {
        #expect(BoardFileEdit.file(Self.file, quiet: true, ["name"]) == nil)
        #expect(BoardFileEdit.file(Self.file, quiet: true, ["other"]) == nil && BoardFileEdit.file(Self.file, quiet: true, []) == nil)
        #expect(BoardFileEdit.file("fields: [", quiet: true, ["views"]) == nil && BoardFileEdit.decided(in: "fields: [").isEmpty)
        let several = Self.file.replacing("views: { type: number,", with: "views: { type: number,\n   ")
        #expect(BoardFileEdit.file(several, quiet: true, ["views"]) == nil)
    }

    @Test("rows with a text are left out, unless the file has rules already")
    func leftOut() throws {
        let edited = try #require(BoardFileEdit.file(Self.file, leavingOut: ["It's 5 o'clock", "b"], of: "name"))
        #expect(edited == Self.file + "only:\n  name: { lacks: ['It''s 5 o''clock', 'b'] }\n")
        #expect(BoardFileEdit.file(edited, leavingOut: ["c"], of: "name") == nil)
        #expect(BoardFileEdit.file(Self.file, leavingOut: ["c"], of: "other") == nil)
    }
}
