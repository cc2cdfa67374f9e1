import Foundation
import Records
import Testing

@Suite("Channels that somebody has chosen")
struct GuideSettingsTests {
    private func settings(_ channels: [String]) -> GuideSettings {
        var settings = GuideSettings(board: "guide")
        for channel in channels { settings.add(channel) }
        return settings
    }

    @Test("they keep their order, each once, and as many as there is room for")
    func order() {
        #expect(settings(["b", "a", "b", ""]).channels == ["b", "a"])
        let full = settings((0..<150).map(String.init))
        #expect(full.channels.count == GuideSettings.Limits.channels)
        #expect(!full.hasRoom(for: "x"))
        #expect(full.hasRoom(for: "0"))
        #expect(settings([String(repeating: "x", count: GuideSettings.Limits.bytes + 1)]).channels.isEmpty)
    }

    @Test(
        "one is moved by a place, as far as the ends",
        arguments: [
            ("b", true, "bac"), ("b", false, "acb"), ("a", true, "abc"), ("c", false, "abc"), ("x", true, "abc"),
        ])
    func moved(channel: String, isUp: Bool, result: String) {
        var settings = settings(["a", "b", "c"])
        settings.move(channel, up: isUp)
        #expect(settings.channels.joined() == result)
        settings.remove("a")
        #expect(!settings.channels.contains("a"))
    }

    @Test("they are kept with a person's other settings, each guide by itself")
    func kept() throws {
        var person = PersonSettings()
        person.set(settings(["a"]))
        var other = GuideSettings(board: "abroad")
        other.add("z")
        person.set(other)
        person.set(settings(["a", "b"]))
        let read = PersonSettings(json: try person.json)
        #expect(read.guide("guide").channels == ["a", "b"])
        #expect(read.guide("abroad").channels == ["z"])
        #expect(read.guide("none").channels.isEmpty)
        let spoilt = #"{"guides": [{"board": "guide", "channels": ["a", "a", ""]}], "language": "de"}"#
        #expect(PersonSettings(json: spoilt).guide("guide").channels == ["a"])
    }

    @Test("a channel is hidden or among the first, not both")
    func hidden() {
        var settings = settings(["a", "b"])
        settings.hide("a")
        #expect(settings.hidden == ["a"])
        #expect(settings.channels == ["b"])
        settings.add("a")
        #expect(settings.hidden.isEmpty)
        #expect(settings.channels == ["b", "a"])
        for number in 0..<600 { settings.hide("h\(number)") }
        #expect(settings.hidden.count == GuideSettings.Limits.hidden)
        #expect(!settings.canHide("x"))
        #expect(settings.canHide("h0"))
    }

    @Test("groups have names and channels, each once; without channels they are gone")
    func groups() throws {
        var settings = settings([])
        settings.set("News", ["b", "a", "b", ""])
        settings.set("Sport", ["c"])
        settings.set("News", ["d"])
        settings.set("", ["x"])
        settings.set(String(repeating: "n", count: 41), ["x"])
        try #require(settings.groups.map(\.name) == ["News", "Sport"])
        #expect(settings.groups[0].channels == ["d"])
        settings.isFolded = true
        var person = PersonSettings()
        person.set(settings)
        let read = PersonSettings(json: try person.json)
        #expect(read.guide("guide") == settings)
        settings.set("News", [])
        #expect(settings.groups.map(\.name) == ["Sport"])
        for number in 0..<30 { settings.set("g\(number)", ["x"]) }
        #expect(settings.groups.count == GuideSettings.Limits.groups)
        #expect(!settings.hasRoom(forGroup: "new"))
    }
}
