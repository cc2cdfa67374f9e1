import BoardPages
import Testing

@testable import Serving
@testable import Web

@Suite("The order of the first page")
struct HomeOrderTests {
    private let cards = [
        HomeCard(name: "art", title: "Art", about: "", health: .notSetUp),
        HomeCard(name: "bus", title: "Bus", about: "", health: .neverRead),
        HomeCard(name: "cat", title: "Cat", about: "", health: .running), HomeCard(name: "dog", title: "Dog", about: "", health: nil),
    ]

    private func names(own: [String] = [], unread: Set<String> = [], watched: Set<String> = []) -> [String] {
        HomeOrder(own: own, unread: unread, watched: watched).sorted(cards).map(\.name)
    }

    @Test("news first, then what is watched, what isn't set up last, else as it was")
    func byWhatMatters() {
        #expect(names() == ["bus", "cat", "dog", "art"])
        #expect(names(watched: ["dog"]) == ["dog", "bus", "cat", "art"])
        #expect(names(unread: ["art"], watched: ["dog"]) == ["art", "dog", "bus", "cat"])
    }

    @Test("a person's own order wins, and what it doesn't name follows")
    func own() {
        #expect(names(own: ["art", "dog"], unread: ["cat"]) == ["art", "dog", "cat", "bus"])
        #expect(names(own: ["gone", "dog", "dog"]) == ["dog", "bus", "cat", "art"])
    }

    @Test("a board moves by one place, and not past an end", arguments: [("bus", true), ("art", true), ("dog", false), ("zoo", true)])
    func moving(name: String, up: Bool) {
        let moved = HomeOrder.moved(name, up: up, in: ["art", "bus", "cat", "dog"])
        #expect(moved == (name == "bus" ? ["bus", "art", "cat", "dog"] : ["art", "bus", "cat", "dog"]))
    }
}
