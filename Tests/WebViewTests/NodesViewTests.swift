import Foundation
import Localisation
import LongJobs
import Records
import Testing

@testable import Serving
@testable import Web

@Suite("The page of servers") struct NodesViewTests {
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)

    private func page(_ overview: NodeOverview?) -> String {
        NodesView(overview: overview, words: .english).page(Reader(), assets: "/static/x").text
    }

    @Test("is one sentence if the data is in the server's folder, or no server shares the database")
    func alone() {
        #expect(page(nil).contains("stores its data in its own folder"))
        let none = page(NodeOverview(nodes: [], now: Self.now))
        #expect(none.contains("is the only one on its database") && !none.contains("<dl"))
    }

    @Test("says of each server what it does, how far it is behind, and what is wrong with it")
    func servers() {
        var report = NodeReport()
        (report.missingEvents, report.longestWait, report.unseenFolders) = (31, .milliseconds(1234), ["documents"])
        let nodes = ["east", "west"].map { name in
            ServerNode(
                id: "run of \(name)", name: name, version: "1.2.3", started: Self.now, seen: Self.now,
                report: name == "west" ? report : nil)
        }
        let work = ["run of east": NodeOverview.Work(feeds: 47, roles: ["document-folders", "weather"], jobs: 2)]
        let refusal = NodeOverview.Refusal(name: "north", keys: ["channels.key", "vapid.pem"], at: Self.now)
        let text = page(NodeOverview(nodes: nodes, work: work, refusals: [refusal], now: Self.now))
        let order = [
            "north", "channels.key and vapid.pem", "east", "47", "Folders of documents and weather", "west", "documents", "31", "1,234 ms",
        ]
        var rest = text[...]
        for words in order {
            guard let found = rest.firstRange(of: words) else {
                Issue.record("\(words) isn't there, or too early")
                return
            }
            rest = rest[found.upperBound...]
        }
        #expect(notices(text) == notices(page(nil)) + 2, "of the server that didn't start, and of the shared files")
    }

    /// Each page has some that are hidden.
    private func notices(_ text: String) -> Int { text.components(separatedBy: #"class="notice""#).count }

    @Test("has a name for each role", arguments: Role.allCases)
    func roles(_ role: Role) {
        let node = ServerNode(id: "run", name: "east", version: "1", started: Self.now, seen: Self.now)
        let name = String(role.leaseName.dropFirst("role:".count))
        let text = page(NodeOverview(nodes: [node], work: ["run": .init(roles: [name])], now: Self.now))
        #expect(!text.contains("<dd>\(name)</dd>"))
    }
}
