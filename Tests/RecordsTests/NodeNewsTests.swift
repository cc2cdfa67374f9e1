import Records
import Testing

@Suite("What servers tell each other") struct NodeNewsTests {
    @Test("is understood as it was told", arguments: [NodeNews.feed(17), .queue("front desk"), .settings])
    func text(news: NodeNews) {
        #expect(NodeNews(news.text) == news)
    }

    @Test("is passed over if only another version understands it", arguments: ["", "feed", "feed x", "queue", "settings 3", "board visa"])
    func unknown(text: String) {
        #expect(NodeNews(text) == nil)
    }
}
