import Foundation
import PDFText
import Records
import Testing

@testable import Speaking

@Suite("Formats of documents") struct FormatsTests {
    private func read(_ text: String) throws -> DocumentFile { try DocumentFile(Array(text.utf8)) }

    private func said(_ file: DocumentFile) -> [String] {
        file.document.sentences.map { $0.words.map(\.spoken).joined(separator: " ") }
    }

    @Test("Markdown is read without its signs, addresses and codes")
    func markdown() throws {
        let file = try read(
            """
            ---
            draft: true
            ---
            # The *harbour*

            The **old** ferry is _slow_, see [the timetable](https://ferry.example/a/b?c=1) and <https://a.example>.
            It costs 5 * 3, and `snake_case` stays.[^1]

            - oars
            - [ ] ropes

            | Town | Boats |
            |------|------:|
            | Alder | 12 |

            ```swift
            let x = 1
            ```

            > quoted words

            Later
            -----

            ![a lighthouse](l.png)

            ***

            End <b>now</b> \\*here\\*.

            [^1]: As told.
            [ref]: https://ferry.example
            """)
        #expect(file.kind == .markdown)
        #expect(
            said(file) == [
                "The harbour", "The old ferry is slow, see the timetable and https://a.example.", "It costs 5 * 3, and snake_case stays.",
                "oars",
                "ropes", "Town Boats", "Alder 12", "let x = 1", "quoted words", "Later", "End now *here*.",
            ])
        #expect(file.document.skipped.map(\.text) == ["1", "a lighthouse", "As told."])
        #expect(file.document.chapterTitles.map(\.title) == ["The harbour", "Later"])
    }

    @Test(
        "a text is Markdown only by signs of it",
        arguments: [
            ("# One\n\nText.\n\n## Two\n", true), ("# One\n\n- item\n", true), ("See [a](b) and **c**.\n", true), ("# One\nText.\n", false),
            ("- one\n- two\n", false), ("It is 5*3*2, and _so_.\n", false), ("#hashtag and #another\n", false), ("Text [a](b).", false),
        ])
    func markdownSigns(_ text: String, _ isMarkdown: Bool) {
        #expect((DocumentFile.kind(of: Array(text.utf8)) == .markdown) == isMarkdown, "\(text)")
    }

    @Test("a FictionBook has its chapters and its notes, and nothing of its codes")
    func fictionBook() throws {
        let file = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">\
            <description><title-info><author><first-name>Ada</first-name></author><book-title>Small Book</book-title><lang>en</lang></title-info></description>\
            <body><section><title><p>Chapter One</p></title><p>It was a <emphasis>dark</emphasis> night.<a l:href="#n1" type="note">1</a></p></section>\
            <section><title><p>Chapter Two</p></title><p>The morning came.</p><poem><stanza><v>A line</v></stanza></poem></section></body>\
            <body name="notes"><section id="n1"><title><p>1</p></title><p>So it was.</p></section></body><binary id="a" content-type="image/png">AAAA</binary></FictionBook>
            """)
        #expect((file.kind, file.title, file.language) == (.fb2, "Small Book", "en"))
        #expect(file.about.author == "Ada")
        #expect(said(file) == ["Chapter One", "It was a dark night.", "Chapter Two", "The morning came.", "A line"])
        #expect(file.document.skipped.map(\.reason) == [.footnoteMark, .note])
        #expect(file.document.chapterTitles.map(\.title) == ["Chapter One", "Chapter Two"])
    }

    @Test("RTF is its words: without codes, fonts, headers and pictures, in its code page and in Unicode")
    func richText() throws {
        let file = try read(
            #"{\rtf1\ansi\ansicpg1250\deff0{\fonttbl{\f0 Times;}}{\colortbl;\red0;}{\info{\title My Letter}{\author Ada}}{\header\pard Top\par}\f0\fs24 Hello, a {\b rich} text \'b9.\par It has {\*\hidden x}two \u8364? and a caf\u233\'e9, 5 km{\super 2}{\v not}.{\footnote A note.}\par{\pict\bin3 }}}}\line A\{b\}\emdash c\par}"#
        )
        #expect((file.kind, file.title) == (.rtf, "My Letter"))
        #expect(said(file).joined(separator: " ") == "Hello, a rich text ą. It has two € and a café, 5 km². A{b}—c")
        #expect(file.document.skipped.map(\.text) == ["A note."])
        for broken in [#"{\rtf1 a{{{"#, #"{\rtf1 \bin999999999 a"#, #"{\rtf1 \u-1 \'zz \"#, #"{\rtf1}}}}a"#] {
            do { _ = try read(broken) } catch { #expect(error is DocumentError) }
        }
        #expect(throws: DocumentError.tooManyWords) { _ = try read("{\\rtf1 " + String(repeating: "{", count: 5_000)) }
    }

    @Test("a mail's text is read, its header isn't, and its files are listed")
    func mail() throws {
        let file = try read(
            "Return-Path: <a@b.example>\r\nFrom: Ada <a@b.example>\r\nSubject: =?utf-8?q?The_h=C3=A4rbour?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nThe f=E4rry is late.\r\n-- \r\nAda\r\n--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=quay.png\r\n\r\nx\r\n--b--\r\n"
        )
        #expect((file.kind, file.title) == (.mail, "The härbour"))
        #expect(said(file) == ["The färry is late."])
        #expect(file.document.skipped.map(\.reason) == [.apart, .attached])
        #expect(file.document.skipped.last?.text == "quay.png")
        #expect(DocumentFile.kind(of: Array("Note: this\nTo do: that\n\nText".utf8)) == .text)
    }

    @Test("a text's charset is told by its letters, and what can't be told is refused")
    func charsets() throws {
        let chinese = try DocumentFile([0xB6, 0xC9, 0xC2, 0xD6, 0xBE, 0xC5, 0xB5, 0xE3, 0xBF, 0xAA, 0xB4, 0xAC, 0xA1, 0xA3])
        #expect(said(chinese).joined().filter { $0 != " " } == "渡轮九点开船。")
        let wide = try DocumentFile(Array("The tide rises.\n".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(said(wide) == ["The tide rises."])
        // DOS 850.
        #expect {
            _ = try DocumentFile(
                Array("F".utf8) + [0x81] + Array("r die Br".utf8) + [0x81] + Array("cke f".utf8) + [0x84] + Array("hrt".utf8))
        } throws: {
            if case DocumentError.charset = $0 { true } else { false }
        }
        #expect(throws: DocumentError.unknownFormat) {
            _ = try DocumentFile((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ $0 / 7) })
        }
    }

    @Test("a PDF whose letters no language writes says that its fonts don't tell them")
    func letters() throws {
        let page = PDFPageText(id: 1, pageNumber: 1, runs: [TextRun(text: "ǡ ǥ ƭ ȅ ǝ", x: 50, y: 700, endX: 100, fontSize: 10)])
        #expect(!DocumentFile.isReadable(SpokenDocument([page]).text))
        #expect(DocumentFile.isReadable(Array("Łódź, ſtad, ș ț, 港".unicodeScalars)))
    }

    private static let word = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""

    @Test("a DOCX is read with its headings, tables and notes, without what is deleted, hidden or a code")
    func docx() throws {
        let body = """
            <w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>The harbour</w:t></w:r></w:p>\
            <w:p><w:pPr><w:pStyle w:val="Verzeichnis1"/></w:pPr><w:r><w:t>The harbour 1</w:t></w:r></w:p>\
            <w:p><w:r><w:t xml:space="preserve">It is </w:t></w:r><w:r><w:t>early</w:t></w:r><w:del><w:r><w:delText>late</w:delText></w:r></w:del>\
            <w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>\
            <w:ins><w:r><w:t>, 5 km</w:t></w:r></w:ins><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r><w:r><w:t>.</w:t></w:r></w:p>\
            <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Alder</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>12 &lt; 13</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
            """
        let files = [
            ("[Content_Types].xml", "<Types/>"), ("word/document.xml", "<w:document \(Self.word)><w:body>\(body)</w:body></w:document>"),
            (
                "word/styles.xml",
                "<w:styles \(Self.word)><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val=\"en-GB\"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:styleId=\"berschrift1\"><w:name w:val=\"heading 1\"/></w:style><w:style w:styleId=\"Verzeichnis1\"><w:name w:val=\"toc 1\"/></w:style></w:styles>"
            ),
            (
                "word/footnotes.xml",
                "<w:footnotes \(Self.word)><w:footnote w:type=\"separator\" w:id=\"0\"><w:p/></w:footnote><w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>As told.</w:t></w:r></w:p></w:footnote></w:footnotes>"
            ),
            ("docProps/core.xml", "<c:coreProperties xmlns:c=\"c\" xmlns:dc=\"d\"><dc:title>Quays</dc:title></c:coreProperties>"),
        ]
        let bytes = StoredZip.archive(files.map { ($0.0, Array($0.1.utf8)) })
        let file = try DocumentFile(bytes)
        #expect((file.kind, file.title, file.language) == (.docx, "Quays", "en-GB"))
        #expect(DocumentFile.kind(of: Array(bytes.prefix(1024))) == .docx)
        #expect(said(file) == ["The harbour", "It is early, 5 km².", "Alder", "12 < 13"])
        #expect(file.document.skipped.map(\.text) == ["2", "As told."])
        #expect(file.document.chapterTitles.map(\.title) == ["The harbour"])
        let sheet = StoredZip.archive([("[Content_Types].xml", Array("<Types/>".utf8)), ("xl/workbook.xml", Array("<a/>".utf8))])
        #expect(throws: DocumentError.unknownFormat) { _ = try DocumentFile(sheet) }
    }

    @Test("an ODT is read with its headings, lists and notes, and one that is encrypted is refused")
    func odt() throws {
        let spaces = "xmlns:office=\"o\" xmlns:text=\"t\" xmlns:table=\"a\" xmlns:dc=\"d\" xmlns:manifest=\"m\""
        let content = """
            <office:document-content \(spaces)><office:body><office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>\
            <text:h text:outline-level="1">The harbour</text:h><text:p>It<text:s text:c="2"/>is<text:line-break/>early\
            <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>As told.</text:p></text:note-body></text:note>, we say.</text:p>\
            <text:list><text:list-item><text:p>oars</text:p></text:list-item></text:list></office:text></office:body></office:document-content>
            """
        let meta =
            "<office:document-meta \(spaces)><office:meta><dc:title>Quays</dc:title><dc:language>en-GB</dc:language></office:meta></office:document-meta>"
        let type = ("mimetype", "application/vnd.oasis.opendocument.text")
        let bytes = StoredZip.archive([type, ("content.xml", content), ("meta.xml", meta)].map { ($0.0, Array($0.1.utf8)) })
        let file = try DocumentFile(bytes)
        #expect((file.kind, file.title, file.language) == (.odt, "Quays", "en-GB"))
        #expect(DocumentFile.kind(of: Array(bytes.prefix(1024))) == .odt)
        #expect(said(file) == ["The harbour", "It is early, we say.", "oars"])
        #expect(file.document.skipped.map(\.text) == ["1", "As told."])
        let manifest =
            "<manifest:manifest \(spaces)><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
        let locked = StoredZip.archive(
            [type, ("content.xml", content), ("META-INF/manifest.xml", manifest)].map { ($0.0, Array($0.1.utf8)) })
        #expect(throws: DocumentError.protected) { _ = try DocumentFile(locked) }
    }
}
