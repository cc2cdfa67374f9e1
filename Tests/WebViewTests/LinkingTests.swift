import BoardPages
import Foundation
import Testing

@testable import Serving
@testable import StationPages
@testable import Web

@Suite("One script and one style sheet for a page")
struct LinkingTests {
    @Test("modules come after what they import, once, each with names of its own")
    func scripts() throws {
        let linker = try ScriptLinker([
            "page.js": "import { say, twice as both } from \"./words.js\";\nimport \"./other-part.js\";\nconst own = 1;\n",
            "other-part.js": "import { say } from \"./words.js\";\nconst own = 2;\n",
            "words.js": "const own = 3;\nexport function say() { return own; }\nexport async function twice() {}\nexport const none = 0;\n",
            "unused.js": "broken(\n",
        ])
        #expect(
            try linker.link(["page.js", "other-part.js"]) == """
                // js/words.js
                const $words = (() => {
                const own = 3;
                function say() { return own; }
                async function twice() {}
                const none = 0;

                return { say, twice, none };
                })();
                // js/other-part.js
                const $other_part = (() => {
                const { say } = $words;
                const own = 2;

                return {  };
                })();
                // js/page.js
                const $page = (() => {
                const { say, twice: both } = $words;

                const own = 1;

                return {  };
                })();

                """)
    }

    @Test(
        "what isn't linked is refused, with file and line",
        arguments: [
            ("import all from \"./b.js\";", "a.js:1"), ("import * as all from \"./b.js\";", "a.js:1"), ("import \"../b.js\";", "a.js:1"),
            ("\nexport default 1;", "a.js:2"), ("export let one = 1;", "a.js:1"), ("export { one };", "a.js:1"),
            ("  export const one = 1;", "a.js:1"),
            ("import { two } from \"./b.js\";", "a.js:1 imports two, which b.js doesn't export"),
            ("import \"./none.js\";", "none.js is not there"),
            ("import \"./c.js\";", "a.js imports itself: a.js → c.js → a.js"),
        ])
    func refused(source: String, problem: String) {
        let error = #expect(throws: LinkProblem.self) {
            try ScriptLinker(["a.js": source, "b.js": "export const one = 1;", "c.js": "import \"./a.js\";"]).link(["a.js"])
        }
        #expect(error?.description.hasPrefix(problem) == true, "\(String(describing: error))")
    }

    @Test("an import of an address that is known later stays")
    func dynamic() throws {
        #expect(try ScriptLinker(["a.js": "const map = () =>\n  import(address);"]).link(["a.js"]).contains("import(address)"))
    }

    @Test("a sheet stands where it is imported, in its layer, if it is expected")
    func styles() throws {
        let sources = [
            "app.css":
                "@layer base, views;\n@import url(\"base.css\") layer(base);\n@import url(\"one.css\") layer(views);\n@import url(\"two.css\") layer(views);\n",
            "base.css": "p {}\n", "one.css": "q {}\n", "two.css": "r {}\n",
        ]
        let linked = try StyleLinker("app.css", of: sources).link { name, layer in layer != "views" || name == "two.css" }
        #expect(
            linked
                == "@layer base, views;\n/* css/base.css */\n@layer base {\np {}\n}\n/* css/two.css */\n@layer views {\nr {}\n}\n")
        #expect(throws: LinkProblem.self) { try StyleLinker("app.css", of: ["app.css": "@import \"x.css\";"]) }
        #expect(throws: LinkProblem.self) {
            try StyleLinker("app.css", of: ["app.css": "@import url(\"x.css\") layer(base);", "x.css": "@charset \"utf-8\";"])
        }
    }

    // Our own

    private static let assets = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../Sources/Serving/Assets")

    private func sources(_ folder: String) throws -> [String: String] {
        let folder = Self.assets.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) })
    }

    @Test("all our modules are written so that they can be linked, and each is on some page or loaded by one when it is needed")
    func ourScripts() throws {
        let scripts = try sources("js")
        let linker = try ScriptLinker(scripts)
        let whole = try linker.link(["app.js"])
        let pages = try Views.pageKinds.map { try linker.link($0.scripts.map { "\($0).js" }) }
        let onDemand = scripts.values.flatMap { $0.matches(of: /import\(new URL\("\.\.\/js\/([\w-]+\.js)"/).map { String($0.1) } }
        for name in scripts.keys where name != "app.js" && !onDemand.contains(name) {
            #expect(whole.contains("// js/\(name)\n"), "app.js doesn't import \(name)")
            #expect(pages.contains { $0.contains("// js/\(name)\n") }, "\(name) is on no page")
        }
    }

    @Test("comments on lines of their own aren't sent, and no text of ours looks like one")
    func comments() throws {
        #expect("a();\n  // No.\nb(\"// c\"); // Stays.\n".withoutCommentLines == "a();\n\nb(\"// c\"); // Stays.\n")
        for (name, script) in try sources("js").merging(try sources("worker"), uniquingKeysWith: { one, _ in one }) {
            var isText = false
            for line in script.split(separator: "\n") {
                let isComment = line.drop { $0 == " " }.hasPrefix("//")
                #expect(!(isText && isComment), "\(name): \(line)")
                if !isComment, line.count(where: { $0 == "`" }) % 2 == 1 { isText.toggle() }
            }
            #expect(!isText, "\(name)")
        }
    }

    @Test("a style sheet is sent without comments on lines of their own and without indentation")
    func styleComments() {
        let sheet = "/* No. */\na {\n    color: red; /* Stays. */\n\n    /* No. */\n    content: \" /* b */\";\n}\n"
        #expect(sheet.withoutStyleComments == "a {\ncolor: red; /* Stays. */\ncontent: \" /* b */\";\n}\n")
    }

    @Test("all our style sheets are imported by app.css, close what they open, and each is on some page")
    func ourStyles() throws {
        let styles = try sources("css")
        let imported = try StyleLinker("app.css", of: styles).link()
        for (name, text) in styles where name != "app.css" {
            #expect(imported.contains("/* css/\(name) */"), "app.css doesn't import \(name)")
            #expect(text.count { $0 == "{" } == text.count { $0 == "}" }, "\(name)")
        }
        let ofViews = imported.matches(of: /\/\* css\/([\w-]+)\.css \*\/\n@layer views/).map { String($0.1) }
        let onPages = Views.pageKinds.reduce(into: Set<String>()) { $0.formUnion($1.styles) }
        #expect(Set(ofViews) == onPages)
    }

    @Test("what belongs to one view isn't on the pages of another")
    func kinds() throws {
        let files = try PageFiles(
            of: Views.pageKinds,
            from: Dictionary(
                uniqueKeysWithValues: try ["css", "js"].flatMap { folder in
                    try sources(folder).map { ("\(folder)/\($0.key)", Array($0.value.utf8)) }
                })
        ).all()
        func text(_ path: String) -> String { String(decoding: files[path] ?? [], as: UTF8.self) }
        #expect(!text(PageKind.home.script).contains("// js/queue-"))
        #expect(!text(PageKind.home.style).contains("queue-console"))
        #expect(!text(PageKind.list.script).contains("stations"))
        #expect(text(PageKind.stations.script).contains("class StationsMap"))
        for kind in Views.pageKinds {
            #expect(text(kind.style).hasPrefix("@layer"))
            #expect(text(kind.script).contains("AppUpdate"))
        }
        #expect(text(PageFiles.wholeScript).contains("QueueConsole"))
        #expect(text(PageFiles.wholeStyle).contains("queue-console"))
    }
}
