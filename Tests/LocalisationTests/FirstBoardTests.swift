import Foundation
import Testing

@Suite("Words of “Your first board”") struct FirstBoardTests {
    @Test("each button and page that it names is called so in the app")
    func names() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let page = try String(contentsOf: root.appendingPathComponent("Docs/Using/FirstBoard.md"), encoding: .utf8)
        let folder = root.appendingPathComponent("Sources/Localisation/Catalogs")
        let catalogues = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let texts = try catalogues.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        // Its examples of conditions have a number or a quotation.
        let named = page.matches(of: /\*([A-Z][^*\n]+)\*/).map { String($0.1) }.filter { !$0.contains("%") && !$0.contains("“") }
        #expect(named.count > 10)
        #expect(named.filter { !texts.contains("\"\($0)\" : {") } == [])
    }
}
