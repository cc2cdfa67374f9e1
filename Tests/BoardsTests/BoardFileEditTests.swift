import Boards
import Fetching
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
        #expect(both.contains("  price:\n    quiet: false\n    type: number"))
        #expect(both.contains("empty, quiet: false }"))
        #expect(BoardFileEdit.decided(in: both) == ["price", "views"])
        #expect(BoardFileEdit.decided(in: Self.file) == ["price"])
    }

    @Test("what can't be said isn't written: a quiet key, an unknown field, a file that is none")
    func refused() {
        #expect(BoardFileEdit.file(Self.file, quiet: true, ["name"]) == nil)
        #expect(BoardFileEdit.file(Self.file, quiet: true, ["other"]) == nil)
        #expect(BoardFileEdit.file(Self.file, quiet: true, []) == nil)
        #expect(BoardFileEdit.file("fields: [", quiet: true, ["views"]) == nil)
        #expect(BoardFileEdit.decided(in: "fields: [").isEmpty)
        let several = Self.file.replacing("views: { type: number,", with: "views: { type: number,\n   ")
        #expect(BoardFileEdit.file(several, quiet: true, ["views"]) == nil)
    }

    private static let order = RenderOrder(hosts: ["api.lan:8080"], steps: [.open("/login"), .fill(selector: "#user", .value("a, 'b' }"))])
    private static let render = ##"{ hosts: ["api.lan:8080"], steps: [{ open: "/login" }, { fill: "#user", value: "a, 'b' }" }] }"##

    @Test(
        "how a browser opens the page is said under the source, on one line or several, and nothing else changes",
        arguments: [
            ("source: { url: 'https://lamps.example', every: 1h }", "source: { url: 'https://lamps.example', every: 1h, render: NEW }"),
            (
                "source: { url: 'https://lamps.example/?a={b}, \"c', render: { quiet: 2s, hosts: [a.b] }, every: 1h } # ours",
                "source: { url: 'https://lamps.example/?a={b}, \"c', render: NEW, every: 1h } # ours"
            ),
            (
                "source: { render: true,\n  # a } in a comment\n  url: 'https://lamps.example', every: 1h }",
                "source: { render: NEW,\n  # a } in a comment\n  url: 'https://lamps.example', every: 1h }"
            ),
            (
                "source:  # ours\n  url: https://lamps.example\n  every: 1h",
                "source:  # ours\n  render: NEW\n  url: https://lamps.example\n  every: 1h"
            ),
            (
                "source:\n  render:\n    # first\n    steps:\n    - open: /old\n\n    - press: a\n\n  # then\n  url: https://lamps.example\n  every: 1h",
                "source:\n  render: NEW\n\n  # then\n  url: https://lamps.example\n  every: 1h"
            ),
        ])
    func rendered(source: String, wanted: String) throws {
        let line = "source: { url: 'https://lamps.example', every: 1h }"
        let file = Self.file.replacing(line, with: source)
        let edited = try #require(BoardFileEdit.file(file, render: Self.order))
        #expect(edited == Self.file.replacing(line, with: wanted.replacing("NEW", with: Self.render)))
        #expect(BoardFileEdit.file(edited, render: RenderOrder()) == edited.replacing(Self.render, with: "true"))
    }

    @Test(
        "a file that is written otherwise stays as it is",
        arguments: [
            "fields: [", "title: Lamps", "{ title: Lamps, source: { url: 'https://lamps.example' } }",
            "source: { url: 'https://lamps.example', 'render': true }",
        ])
    func unrendered(file: String) { #expect(BoardFileEdit.file(file, render: Self.order) == nil) }

    @Test("rows with a text are left out, unless the file has rules already")
    func leftOut() throws {
        let edited = try #require(BoardFileEdit.file(Self.file, leavingOut: ["It's 5 o'clock", "b"], of: "name"))
        #expect(edited == Self.file + "only:\n  name: { lacks: ['It''s 5 o''clock', 'b'] }\n")
        #expect(BoardFileEdit.file(edited, leavingOut: ["c"], of: "name") == nil)
        #expect(BoardFileEdit.file(Self.file, leavingOut: ["c"], of: "other") == nil)
    }
}
