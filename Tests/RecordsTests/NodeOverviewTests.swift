import Records
import Testing

@Suite("Servers that share a store, as administrators see them") struct NodeOverviewTests {
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)

    private func node(
        _ name: String, boards: String = "a", started: Duration = .seconds(-3600), seen: Duration = .seconds(-2),
        _ report: NodeReport? = nil
    ) -> ServerNode {
        ServerNode(
            id: "run of \(name)", name: name, version: "1", boards: boards, started: Self.now + started, seen: Self.now + seen,
            report: report)
    }

    private func report(_ fill: (inout NodeReport) -> Void) -> NodeReport {
        var report = NodeReport()
        fill(&report)
        return report
    }

    @Test("a server without a fault has none, and its clock may be a few seconds off")
    func well() {
        let nodes = [node("east"), node("west", report { $0.clock = .seconds(5) }), node("north", report { $0.waiting = 9 })]
        let overview = NodeOverview(nodes: nodes, now: Self.now)
        #expect(nodes.map(overview.faults) == [[], [], []])
        #expect(overview.living == nodes)
    }

    @Test("each fault is named for the server that has it")
    func faults() {
        let nodes = [
            node("east"), node("west"), node("south", boards: "b"),
            node("slow", report { $0.clock = .seconds(-6) }), node("fast", report { $0.clock = .milliseconds(5001) }),
            node("blind", report { $0.unseenFolders = ["documents"] }), node("deaf", report { $0.isHearing = false }),
            node("old", report { $0.laterSteps = 1 }),
        ]
        let overview = NodeOverview(nodes: nodes, now: Self.now)
        let expected: [[NodeFault]] = [
            [], [], [.boards], [.clock(.seconds(-6))], [.clock(.milliseconds(5001))], [.files(["documents"])], [.deaf], [.outdated],
        ]
        #expect(nodes.map(overview.faults) == expected)
        #expect(expected.joined().allSatisfy { NodeFault.names.contains($0.name) })
    }

    @Test("a server that is gone is only that, and its boards don't count")
    func gone() {
        let gone = [
            node("one", boards: "b", seen: .seconds(-61), report { $0.isHearing = false }), node("two", boards: "b", seen: .seconds(-600)),
        ]
        let living = node("three", boards: "a", seen: .seconds(-60))
        let overview = NodeOverview(nodes: gone + [living], now: Self.now)
        #expect(gone.map(overview.faults) == [[.gone], [.gone]])
        #expect(overview.faults(of: living).isEmpty)
        #expect(overview.living == [living])
    }

    @Test("of two servers with different boards, the one that started later differs")
    func two() {
        let nodes = [node("new", boards: "b", started: .seconds(-60)), node("old", boards: "a")]
        let overview = NodeOverview(nodes: nodes, now: Self.now)
        #expect(nodes.map(overview.faults) == [[.boards], []])
    }

    @Test("a report is read as it was stored, also one of another version")
    func reports() throws {
        let whole = report { report in
            (report.clock, report.longestWait) = (.milliseconds(-1500), .milliseconds(70))
            (report.streams, report.staleFeeds, report.missingEvents, report.missingSettings) = (1, 2, 3, 4)
            (report.waiting, report.isHearing, report.unseenFolders, report.laterSteps) = (5, false, ["exports"], 6)
        }
        #expect(NodeReport(whole.text) == whole)
        #expect(NodeReport(#"{"streams": 7, "weather": "fair"}"#) == report { $0.streams = 7 })
        #expect(NodeReport("") == nil)
    }
}
