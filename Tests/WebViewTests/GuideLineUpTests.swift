import Records
import Testing

@testable import GuidePages
@testable import Web

@Suite("Channels that somebody sees of a guide")
struct GuideLineUpTests {
    private static let all = [
        GuideChannel(id: "1", name: "Harbour 1", group: "News; Public"), GuideChannel(id: "1hd", name: "Harbour 1 HD", group: "Public"),
        GuideChannel(id: "1+", name: "Harbour 1 +1"), GuideChannel(id: "2", name: "Harbour 2", group: "News"),
        GuideChannel(id: "10", name: "Harbour 10"),
    ]

    private static func shown(group: String? = nil, _ set: (inout GuideSettings) -> Void = { _ in }) -> [String] {
        var settings = GuideSettings(board: "guide")
        set(&settings)
        return GuideLineUp(settings, group: group).channels(of: all).map(\.id)
    }

    @Test("the chosen ones first, the rest by name and number; hidden ones not at all")
    func order() {
        #expect(Self.shown() == ["1", "1+", "1hd", "2", "10"])
        #expect(Self.shown { $0.add("10") } == ["10", "1", "1+", "1hd", "2"])
        #expect(Self.shown { $0.hide("1hd") } == ["1", "1+", "2", "10"])
    }

    @Test("a group is the person's own, or the source's")
    func groups() {
        #expect(Self.shown(group: "News") == ["1", "2"])
        #expect(Self.shown(group: "Public") == ["1", "1hd"])
        #expect(Self.shown(group: "News") { $0.set("News", ["10"]) } == ["10"])
        #expect(Self.shown(group: "none").isEmpty)
        #expect(Self.shown(group: "").count == 5)
        var settings = GuideSettings(board: "guide")
        settings.set("Zebra", ["2"])
        #expect(GuideLineUp(settings).groups(of: Self.all) == ["Zebra", "News", "Public"])
    }

    @Test("it says why it has no channels")
    func absence() {
        var settings = GuideSettings(board: "guide")
        #expect(GuideLineUp(settings).absence(of: Self.all) == nil)
        #expect(GuideLineUp(settings, group: "none").absence(of: Self.all) == .group)
        #expect(GuideLineUp(settings, group: "none").absence(of: []) == .unread)
        for channel in Self.all { settings.hide(channel.id) }
        #expect(GuideLineUp(settings, group: "News").absence(of: Self.all) == .group)
        #expect(GuideLineUp(settings).absence(of: Self.all) == .hidden)
    }

    @Test("HD and +1 are folded into the plain channel, unless they are chosen")
    func folded() {
        #expect(Self.shown { $0.isFolded = true } == ["1", "2", "10"])
        let chosen = Self.shown {
            $0.isFolded = true
            $0.add("1+")
        }
        #expect(chosen == ["1+", "1", "2", "10"])
        #expect(Self.all[2].alike(in: Self.all).map(\.id) == ["1", "1hd"])
        #expect(Self.all[3].alike(in: Self.all).isEmpty)
    }

    @Test("two that show the same have the same marks, two that don't have others")
    func marks() {
        var (one, other) = (GuideSettings(board: "guide"), GuideSettings(board: "guide"))
        one.add("a")
        other.hide("a")
        #expect(GuideLineUp(one).marks != GuideLineUp(other).marks)
        #expect(GuideLineUp(one, group: "x").marks != GuideLineUp(one).marks)
        #expect(GuideLineUp(one, group: "").marks == GuideLineUp(one).marks)
    }
}
