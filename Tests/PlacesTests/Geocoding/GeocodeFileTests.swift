import Foundation
import Places
import Records
import Testing

@Suite("The file of known positions") struct GeocodeFileTests {
    @Test("addresses with quotes and without, with commas, in any case; the last of two lines for one counts")
    func reading() {
        let file = GeocodeFile(
            "\u{FEFF}address,lat,lon\r\n\"120 Hay Street, Subiaco\",-31.94,115.82\r\n1 Rokeby Road, Subiaco , -31.95 , 115.83\r\n\r\n"
                + "\"The \"\"Corner\"\"\",1,2\r\n1 rokeby road SUBIACO,-31.96,115.84")
        #expect(file.problems.isEmpty)
        #expect(file.count == 3)
        #expect(file.position(of: "120 hay street Subiaco") == Position("-31.94,115.82"))
        #expect(file.position(of: "1 Rokeby Road, Subiaco") == Position("-31.96,115.84"))
        #expect(file.position(of: "The \"corner\"") == Position("1,2"))
        #expect(file.position(of: "elsewhere") == nil)
    }

    @Test("a line that cannot be read is left out and told, the heading is not")
    func problems() {
        let file = GeocodeFile("address,lat,lon\nA street,0,0\nB street,91,0\nC street\n,1,2\nD street,1,2\n\"\",3,4\n")
        #expect(file.problems.map(\.line) == [2, 3, 4, 5, 7])
        #expect(file.count == 1)
        #expect(file.problems[2].detail == "is not address,lat,lon")
    }

    @Test("a file that is not there, or is no text, is an error and not an empty one")
    func unreadable() throws {
        #expect(throws: GeocodeFileError.self) { try GeocodeFile(at: URL(fileURLWithPath: "/nowhere/at/all.csv")) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([0x41, 0xFF, 0x2C]).write(to: file)
        #expect(throws: GeocodeFileError.self) { try GeocodeFile(at: file) }
    }
}
