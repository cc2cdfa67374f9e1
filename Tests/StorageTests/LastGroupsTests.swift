import Testing

@testable import Storage

@Suite("The last groups of desks") struct LastGroupsTests {
    @Test("the last group of each desk is found by the desk's whole name, and old names make room")
    func groups() {
        var text = ""
        for (group, desk) in [("1-1", "one"), ("2-1", "big one"), ("1-2", "one")] { text = LastGroups(text).noting(group, of: desk) }
        #expect(LastGroups(text)["one"] == "1-2")
        #expect(LastGroups(text)["big one"] == "2-1")
        #expect(LastGroups(text)["big"] == nil)
        for number in 0..<40 { text = LastGroups(text).noting("3-1", of: "node \(number)") }
        #expect(LastGroups(text)["one"] == nil)
        #expect(text.split(separator: "\n").count == 32)
    }
}
