import Foundation
import Records
import Testing

@testable import Places

@Suite("The file of a gazetteer") struct GazetteerFileTests {
    private func bytes() throws -> [UInt8] {
        var dice = Points(seed: 11)
        return try Gazetteer([
            PlaceList(PlaceSource(name: "dice"), (0..<40).map { Place("Ort \($0)", at: dice.position(), postcode: "\($0)") })
        ]).encoded
    }

    private func code(_ bytes: [UInt8]) -> PlacesError.Code? {
        do {
            _ = try Gazetteer.read(bytes)
            return nil
        } catch { return error.code }
    }

    @Test("whatever byte of it is altered, it is not used")
    func altered() throws {
        let whole = try bytes()
        for at in whole.indices {
            var altered = whole
            altered[at] ^= 0x41
            #expect(code(altered) != nil)
        }
    }

    @Test("wherever it is cut, it is not used")
    func cut() throws {
        let whole = try bytes()
        for length in 0..<whole.count { #expect(code(Array(whole[..<length])) != nil) }
        #expect(code(whole + [0]) == .damaged)
    }

    @Test("one that was made up, with a right checksum, is an error or a gazetteer, and never a crash")
    func madeUp() throws {
        let whole = try bytes()
        var dice = Points(seed: 12)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<(1 + dice.next() % 4) {
                bytes[Int(dice.next() % UInt64(whole.count - 24)) + 20] = UInt8(truncatingIfNeeded: dice.next())
            }
            var writer = ByteWriter()
            writer.append(Array(bytes.dropLast(4)))
            writer.close(lengthAt: 12)
            guard let gazetteer = try? Gazetteer.read(writer.bytes) else { continue }
            _ = gazetteer.nearest(to: dice.position(), count: 3)
            _ = gazetteer.places(named: "Ort 7")
            _ = gazetteer.places(postcode: "7")
            _ = gazetteer.counts
            for number in 0..<gazetteer.count { _ = gazetteer[number] }
        }
    }

    @Test("a file of another kind, or of a version to come, says so")
    func others() throws {
        #expect(code(Array("name,lat,lon\nPerth,-31.9,115.8\n".utf8)) == .format)
        var newer = try bytes()
        newer[8] = 2
        #expect(code(newer) == .format)
        #expect(throws: PlacesError(.file, file: "none", "cannot be read")) { try Gazetteer(contentsOf: URL(fileURLWithPath: "/none")) }
    }
}
