import Foundation
import Testing

@testable import PDFText

@Suite("Every feature has its fixture")
struct FixtureTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    private static let writes = ProcessInfo.processInfo.environment["TIDINGS_WRITE_FIXTURES"] != nil

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

    @Test(
        "a fixture says what stands beside it, from the stream in any cut and as a document", .enabled(if: !writes),
        arguments: PDFSample.all)
    func text(sample: PDFSample) throws {
        if sample.needsCMaps, !FileManager.default.fileExists(atPath: CharacterCollections.directory) { return }
        let bytes = try FixtureTests.bytes(sample.name + ".pdf")
        let expected = String(decoding: try FixtureTests.bytes(sample.name + ".txt"), as: UTF8.self)
        let reading = read(bytes, password: sample.password, includesRules: true)
        #expect(reading.error == nil)
        #expect(sample.text(of: reading.kept) + "\n" == expected)
        #expect(Set(reading.warnings.map(\.code)) == sample.warnings)
        let document = try PDFDocument(bytes: bytes, password: sample.password)
        #expect(document.pages.map(\.runs) == reading.kept.map(\.runs))
        #expect(document.pages.map(\.fonts) == reading.kept.map(\.fonts))
        #expect(document.warnings == reading.warnings)
    }

    @Test(
        "the files are what their generator makes; TIDINGS_WRITE_FIXTURES=1 swift test --filter FixtureTests writes them anew", .serialized,
        arguments: PDFSample.all)
    func fresh(sample: PDFSample) throws {
        let files = [(sample.name + ".pdf", sample.bytes), (sample.name + ".txt", Array((sample.text + "\n").utf8))]
        for case (let name, let bytes?) in files {
            if FixtureTests.writes { try Data(bytes).write(to: FixtureTests.folder.appending(path: name)) }
            #expect((try? FixtureTests.bytes(name)) == bytes, "\(name)")
            #expect(bytes.count < 4_000, "\(name) is no small file")
        }
    }

    @Test("each feature in the list has its fixture, each fixture its feature and its line in the README")
    func complete() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: FixtureTests.folder.path)
        let features = FixtureTests.features.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(Set(features).count == features.count)
        #expect(Set(names.filter { $0.hasSuffix(".pdf") }) == Set(features.map { $0 + ".pdf" }))
        #expect(Set(names.filter { $0.hasSuffix(".txt") }) == Set(features.map { $0 + ".txt" }))
        #expect(PDFSample.all.map(\.name).sorted() == features.sorted())

        var readme = String(decoding: try FixtureTests.bytes("README.md"), as: UTF8.self)
        let list = "| fixture | shows |\n|---|---|\n" + PDFSample.all.map { "| `\($0.name)` | \($0.shows) |\n" }.joined()
        if FixtureTests.writes {
            let head = readme.range(of: "| fixture |").map { readme[..<$0.lowerBound] } ?? readme[...]
            readme = head + list
            try Data(readme.utf8).write(to: FixtureTests.folder.appending(path: "README.md"))
        }
        #expect(readme.hasSuffix(list))
    }

    /// What the library supports, by topic: structure, filters, encryption, fonts, text, layout and tables.
    private static let features = """
        structure-xref-table structure-xref-stream structure-object-stream structure-hybrid structure-linearized structure-update
        structure-no-xref structure-wrong-xref structure-truncated structure-wrong-length structure-late-length structure-marker-in-data
        structure-no-endobj structure-no-endstream structure-junk structure-line-ends structure-contents-parts
        structure-inherited-resources structure-page-order structure-direct-pages structure-no-pages structure-deep-nesting
        structure-length1 structure-taken-for-function structure-missing-contents structure-large-numbers
        structure-mangled-words structure-damaged-node

        filter-flate filter-flate-png-predictors filter-flate-tiff-predictor filter-flate-damaged filter-lzw filter-lzw-late-change
        filter-ascii85 filter-asciihex filter-runlength filter-chain filter-short-names filter-crypt-identity filter-named-later

        encryption-rc4-40 encryption-rc4-128 encryption-aes-128 encryption-clear-metadata encryption-aes-256-r5 encryption-aes-256-r6
        encryption-object-streams encryption-password-rc4 encryption-password-aes encryption-password-prepared

        font-winansi font-macroman font-standard font-macexpert font-symbol font-zapfdingbats font-differences font-glyph-names
        font-base-encoding-only font-tounicode-characters font-tounicode-ranges font-standard-widths font-type1-program
        font-cff-program font-truetype-program font-type3 font-code-32 font-unreadable font-missing
        font-identity font-mixed-lengths font-embedded-cmap font-predefined-cmap font-collection font-unicode-cmap font-gbk-name
        font-truetype-glyphs font-cid-to-glyph font-cff-glyphs font-vertical

        text-moving text-quotes text-spacing text-following text-arrays text-narrow-gaps text-letters text-strings text-graphics-state
        text-scripts text-overprinted text-ligatures text-invisible text-inline-image text-wide-spacing text-outside-page
        text-all-outside text-over-the-edge text-blank-alone text-ellipsis text-edge-gaps text-last-spacing text-word-spacing
        text-printed-twice text-shadow text-narrow-letters text-no-widths text-rotated text-page-rotate text-hebrew-visual
        text-hebrew-numbers text-hebrew-layout text-hebrew-layout-line text-hebrew-date text-hebrew-logical text-hebrew-mixed text-pressed
        text-number-meets-word

        form-matrix form-resources form-recursive annotation-free-text annotation-field annotation-field-value
        annotation-field-choices annotation-field-closed-choice layer-off
        actual-text actual-text-property-list actual-text-structure

        layout-columns layout-columns-wide layout-beside layout-columns-drawn layout-uneven-columns layout-line-numbers
        layout-addresses layout-table-scattered layout-drop-cap layout-paragraphs layout-hyphens
        layout-running-heads table-columns table-wrapped-cell table-ruled
        table-three-rules table-several table-middle-cells table-numbers-meet-words
        """
}
