import Markup
import Testing

struct WellFormednessTests {
    @Test("what the grammar forbids is refused, streamed, streamed byte by byte and whole")
    func refused() {
        var refused = 0
        for (production, broken, document) in NotWellFormed.documents {
            let bytes = Array(document.utf8)
            #expect(throws: MarkupError.self, "\(production), \(broken): \(document)") { try rows(in: bytes, cut: bytes.count) }
            #expect(throws: MarkupError.self, "\(production), \(broken), byte by byte: \(document)") { try rows(in: bytes, cut: 1) }
            let error = #expect(throws: MarkupError.self, "\(production), \(broken), whole: \(document)") { try Document(xml: bytes) }
            if error != nil { refused += 1 }
        }
        print(
            "not well-formed: \(refused) of \(NotWellFormed.documents.count) documents refused, after \(Set(NotWellFormed.documents.map(\.production)).count) productions and constraints"
        )
        #expect(NotWellFormed.documents.count >= 120)
    }

    @Test(
        "bytes that are no characters are refused",
        arguments: [
            [0x80], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0],
        ] as [[UInt8]])
    func bytes(_ bytes: [UInt8]) {
        for (before, after) in [("<a>", "</a>"), ("<a b='", "'/>"), ("<a><!--", "--></a>"), ("<a><![CDATA[", "]]></a>"), ("<a", "/>")] {
            let document = Array(before.utf8) + bytes + Array(after.utf8)
            #expect(throws: MarkupError.self) { try rows(in: document, cut: document.count) }
            #expect(throws: MarkupError.self) { try rows(in: document, cut: 1) }
        }
    }

    @Test("what the grammar allows is read, streamed, streamed byte by byte and whole")
    func accepted() throws {
        for (shows, document, count) in WellFormed.documents {
            let bytes = Array(document.utf8)
            for cut in [bytes.count, 1] {
                do { #expect(try rows(in: bytes, cut: cut).count == count, "\(shows): \(document)") } catch {
                    Issue.record("\(shows), cut \(cut): \(document): \(error)")
                }
            }
            do { _ = try Document(xml: bytes) } catch { Issue.record("\(shows), whole: \(error)") }
        }
        print("well-formed: \(WellFormed.documents.count) documents read")
        #expect(WellFormed.documents.count >= 40)
    }

    private func rows(in bytes: [UInt8], cut: Int) throws -> [Element] {
        let reader = try MarkupReader(rows: RowPath("//a"))
        var rows: [Element] = []
        for start in stride(from: 0, to: bytes.count, by: max(1, cut)) {
            try reader.append(Array(bytes[start..<min(start + cut, bytes.count)])) { rows.append($0) }
        }
        try reader.finish { rows.append($0) }
        return rows
    }
}
