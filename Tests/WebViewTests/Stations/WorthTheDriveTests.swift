import Boards
import Records
import Testing

@testable import StationPages
@testable import Web

@Suite("Worth the drive")
struct WorthTheDriveTests {
    private let drive = WorthTheDrive(litres: 50, consumption: 8)
    private let nearest = WorthTheDrive.Stop(price: 160, metres: 1000)

    @Test("what a fill saves, less the fuel that the longer way takes there and back")
    func verdict() {
        // 10 km farther in a straight line: 26 km more by road, 2.08 l of 140 cents.
        let verdict = drive.verdict(on: .init(price: 140, metres: 11_000), against: nearest)
        #expect(verdict.saving == 1000)
        #expect(abs(verdict.cost - 291.2) < 0.001)
        #expect(abs(verdict.net - 708.8) < 0.001)
        #expect(abs(verdict.breakEven - 5.824) < 0.001)
    }

    @Test("at the break-even nothing is won and nothing lost")
    func breakEven() {
        let far = WorthTheDrive.Stop(price: 150, metres: 8000)
        let even = drive.verdict(on: far, against: nearest).breakEven
        let verdict = drive.verdict(on: far, against: .init(price: far.price + even, metres: nearest.metres))
        #expect(abs(verdict.net) < 0.000_001)
    }

    @Test("the nearest costs no way and saves nothing; a dearer one farther away loses twice")
    func bounds() {
        let same = drive.verdict(on: nearest, against: nearest)
        #expect(same.net == 0)
        #expect(same.cost == 0)
        #expect(same.breakEven == 0)
        let dearer = drive.verdict(on: .init(price: 170, metres: 2000), against: nearest)
        #expect(dearer.saving == -500)
        #expect(dearer.net < -500)
    }

    @Test("one that is as near as the nearest is never nearer than that")
    func never() { #expect(drive.verdict(on: .init(price: 150, metres: 0), against: nearest).cost == 0) }

    @Test("a car that somebody has set counts, else a usual one")
    func car() {
        #expect(WorthTheDrive(StationSettings(board: "fuel")) == .standard)
        let settings = Pumps.settings { ($0.tank, $0.consumption) = (70, 11.5) }
        #expect(WorthTheDrive(settings) == WorthTheDrive(litres: 70, consumption: 11.5))
    }
}
