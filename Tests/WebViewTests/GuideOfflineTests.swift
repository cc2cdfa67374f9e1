import Testing

@testable import GuidePages
@testable import Web

@Suite("Channels of a guide that are kept offline")
struct GuideOfflineTests {
    private static func channels(_ count: Int) -> [GuideChannel] { (0..<count).map { GuideChannel(id: "c\($0)", name: "Channel \($0)") } }

    @Test("the chosen ones, in the order of the guide; those that the guide doesn't have are left out")
    func chosen() {
        let kept = GuideOfflinePage.kept(of: Self.channels(400), chosen: ["c7", "gone", "c3"])
        #expect(kept.map(\.id) == ["c3", "c7"])
    }

    @Test("of a guide without chosen channels all if there are few, and none if there are many")
    func all() {
        let limit = GuideOfflinePage.Limits.channels
        #expect(GuideOfflinePage.kept(of: Self.channels(limit), chosen: []).count == limit)
        #expect(GuideOfflinePage.kept(of: Self.channels(limit + 1), chosen: []).isEmpty)
    }
}
