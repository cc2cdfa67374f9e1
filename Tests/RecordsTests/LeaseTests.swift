import Records
import Testing

@Suite("Leases") struct LeaseTests {
    @Test("a lease is prolonged after a third of its time, and over at its end, counted from before it was asked for")
    func times() {
        let asked = ContinuousClock.now
        let held = HeldLease(Lease(name: "feed 1", holder: "a", fence: 1), lasting: .seconds(30), asked: asked)
        let states = [0, 9, 10, 29, 30, 3600].map { seconds in
            let now = asked + .seconds(seconds)
            return (held.isToBeProlonged(at: now) ? "prolong" : "") + (held.isOver(at: now) ? " over" : "")
        }
        #expect(states == ["", "", "prolong", "prolong", "prolong over", "prolong over"])
        let later = held.prolonged(asked: asked + .seconds(20))
        #expect(!later.isOver(at: asked + .seconds(49)))
        #expect(later.isOver(at: asked + .seconds(50)))
        #expect(later.lease == held.lease)
    }

    @Test("a server takes as many as it has room for, in their order, and leaves out hosts that have their share")
    func choice() {
        func chosen(_ due: [String], room: Int = 10, perHost: Int = 2, leased: [String: Int] = [:]) -> [String] {
            LeaseChoice(room: room, perHost: perHost, leased: leased).chosen(of: due) { $0.hasPrefix("-") ? nil : String($0.prefix(1)) }
        }
        #expect(chosen(["a1", "a2", "a3", "b1", "-1", "-2", "-3"]) == ["a1", "a2", "b1", "-1", "-2", "-3"])
        #expect(chosen(["a1", "a2", "b1"], leased: ["a": 1]) == ["a1", "b1"])
        #expect(chosen(["a1", "b1"], leased: ["a": 5]) == ["b1"])
        #expect(chosen(["a1", "a2", "b1", "b2"], room: 3) == ["a1", "a2", "b1"])
        #expect(chosen(["a1"], room: 0).isEmpty)
        #expect(chosen([], room: 3).isEmpty)
    }
}
