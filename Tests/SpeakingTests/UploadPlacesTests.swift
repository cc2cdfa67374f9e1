import Operating
import Testing

@testable import Speaking

@Suite("Places of uploads") struct UploadPlacesTests {
    private let start = ContinuousClock.now
    private let slow = 600.0
    private let normal = 1_000_000.0

    /// Four people with two files each, numbers 0 to 7.
    private func full() -> UploadPlaces {
        var places = UploadPlaces()
        for number in 0..<8 { #expect(places.enter(number, for: Int64(number / 2 + 1), at: start, paces: [:]) == .goes) }
        return places
    }

    @Test("a person has two places, and all people eight")
    func width() {
        var places = full()
        let paces = Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, normal) })
        #expect(places.enter(8, for: 1, at: start, paces: paces) == .isFull)
        #expect(places.enter(9, for: 5, at: start, paces: paces) == .isFull)
        places.leave(0)
        #expect(places.enter(10, for: 5, at: start, paces: paces) == .goes)
    }

    @Test("files that hardly come lose their places as soon as others need them, the slowest first")
    func slowness() {
        var places = full()
        var paces = Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, slow + Double($0)) })
        paces[3] = 1
        #expect(places.enter(8, for: 5, at: start, paces: paces) == .goesInstead(of: 3))
        paces[3] = nil
        #expect(places.enter(9, for: 5, at: start, paces: paces) == .goesInstead(of: 0))
        // Those that have only begun have no pace yet.
        #expect(places.enter(10, for: 6, at: start, paces: [:]) == .isFull)
        #expect(!places.hasPace(start, at: start + .seconds(1)))
        #expect(places.hasPace(start, at: start + .seconds(2)))
    }

    @Test("a third file of a person takes the place of one of theirs that hardly comes, and of no other")
    func share() {
        var places = full()
        #expect(places.enter(8, for: 1, at: start, paces: [0: normal, 1: normal, 5: slow]) == .isFull)
        #expect(places.enter(9, for: 1, at: start, paces: [0: normal, 1: slow, 5: 1]) == .goesInstead(of: 1))
    }

    @Test("the floor rises with each person who waits and while they wait, and falls when they have gone")
    func floor() {
        var places = full()
        let paces = Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, 100_000.0) })
        func goes(_ answer: UploadPlaces.Answer) -> Bool { answer != .isFull }
        #expect(!goes(places.enter(8, for: 5, at: start, paces: paces)), "16 KB a second")
        #expect(!goes(places.enter(9, for: 5, at: start, paces: paces)), "the same person again, at once: 32")
        #expect(!goes(places.enter(10, for: 6, at: start, paces: paces)), "32")
        #expect(!goes(places.enter(11, for: 7, at: start, paces: paces)), "64")
        #expect(goes(places.enter(12, for: 8, at: start, paces: paces)), "128 KB a second, because three wait")
        var patient = full()
        #expect(!goes(patient.enter(8, for: 5, at: start, paces: paces)))
        #expect(!goes(patient.enter(9, for: 5, at: start + .seconds(9), paces: paces)), "32")
        #expect(goes(patient.enter(10, for: 5, at: start + .seconds(25), paces: paces)), "128 KB a second after 20 seconds")
        // A minute after the last refusal, the floor is where it was.
        #expect(!goes(patient.enter(11, for: 6, at: start + .seconds(26), paces: [1: 20_000])))
        #expect(!goes(patient.enter(12, for: 6, at: start + .seconds(120), paces: [1: 20_000])))
    }

    @Test("no floor is above a megabyte a second")
    func ceiling() {
        var places = full()
        let paces = Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, 1_100_000.0) })
        for person in 10..<100 { #expect(places.enter(person, for: Int64(person), at: start, paces: paces) == .isFull) }
        #expect(places.enter(1_000, for: 10, at: start + .seconds(59), paces: paces) == .isFull)
    }

    @Test("a pace is bytes a second, forgets what came long ago, and is true from the first seconds on")
    func pace() {
        var pace = Pace(at: start)
        for second in 1...3 { pace.add(1_000, at: start + .seconds(second)) }
        #expect(abs(pace.bytesPerSecond(at: start + .seconds(3)) - 1_000) < 120)
        for second in 4...60 { pace.add(1_000, at: start + .seconds(second)) }
        #expect(abs(pace.bytesPerSecond(at: start + .seconds(60)) - 1_000) < 120)
        #expect(pace.bytesPerSecond(at: start + .seconds(120)) < 5)
    }
}
