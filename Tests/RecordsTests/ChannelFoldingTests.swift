import Records
import Testing

@Suite("Channels that repeat another")
struct ChannelFoldingTests {
    @Test(
        "a name says definition and shift at its end, and is never all of that",
        arguments: [
            ("Harbour 1", "harbour 1", 0, 0), ("Harbour 1 HD", "harbour 1", 1, 0), ("Harbour 1 +1", "harbour 1", 0, 1),
            ("Harbour 1+1", "harbour 1", 0, 1), ("Harbour 1 HD +1", "harbour 1", 1, 1), ("Harbour 1 +1 (HD)", "harbour 1", 1, 1),
            ("Harbour 1 [4K]", "harbour 1", 3, 0), ("HD", "hd", 0, 0), ("+1", "+1", 0, 0), ("HD HD", "hd", 1, 0),
            ("Canal+", "canal+", 0, 0),
            ("Canal+ Sport", "canal+ sport", 0, 0), ("Harbour +25", "harbour +25", 0, 0), ("", "", 0, 0), ("Radio 4", "radio 4", 0, 0),
        ])
    func names(name: String, base: String, definition: Int, shift: Int) {
        let read = ChannelName(name)
        #expect(read.base == base)
        #expect(read.definition == definition)
        #expect(read.shift == shift)
    }

    private static func fold(_ names: [String], keeping kept: Set<String> = []) -> [String] {
        ChannelFolding(names.map { (id: $0, name: $0) }, keeping: kept).lines.map { ([$0.id] + $0.others).joined(separator: "|") }
    }

    @Test("a line is the plain channel, in whatever order they come")
    func folded() {
        #expect(Self.fold(["One +1", "Two", "One HD", "One"]) == ["Two", "One|One +1|One HD"])
        #expect(Self.fold(["One HD", "One HD +1", "Three +1"]) == ["One HD|One HD +1", "Three +1"])
        #expect(Self.fold([]).isEmpty)
    }

    @Test("a chosen channel has its own line, and takes the others where it is at its own time")
    func kept() {
        #expect(Self.fold(["One", "One HD", "One +1"], keeping: ["One HD"]) == ["One HD|One|One +1"])
        #expect(Self.fold(["One", "One HD", "One +1"], keeping: ["One +1"]) == ["One|One HD", "One +1"])
        #expect(Self.fold(["One +1"], keeping: ["One +1"]) == ["One +1"])
    }
}
