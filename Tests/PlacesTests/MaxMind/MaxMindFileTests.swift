import Foundation
import Records
import Testing

@testable import Places

@Suite("MaxMind DB files") struct MaxMindFileTests {
    private func open(_ bytes: [UInt8]) throws -> MaxMindFile {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString).mmdb")
        try Data(bytes).write(to: file)
        // The mapping stays valid.
        defer { try? FileManager.default.removeItem(at: file) }
        return try MaxMindFile(file)
    }

    private let perth = MaxMindWriter.location(-31.95, 115.86)
    private let berlin = MaxMindWriter.location(52.52, 13.4)

    @Test("an address is found in the smallest network that has it, in records of every size", arguments: [24, 28, 32], [4, 6])
    func found(recordSize: Int, version: Int) throws {
        var writer = MaxMindWriter(recordSize: recordSize, addressVersion: version)
        writer.add([203, 0, 113, 0], 24, perth)
        writer.add([198, 51, 100, 128], 25, berlin)
        if version == 6 { writer.add([0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 12), 32, berlin) }
        let file = try open(writer.file)
        #expect(file.metadata.databaseType == "Test-City")
        #expect(file.metadata.addressVersion == version)
        #expect("\(file.metadata.built)" == "2026-01-01T00:00:00Z")
        #expect(try file.position(of: "203.0.113.7")?.description == "-31.95,115.86")
        #expect(try file.position(of: "198.51.100.200")?.description == "52.52,13.4")
        #expect(try file.position(of: "198.51.100.7") == nil)
        #expect(try file.position(of: "::ffff:203.0.113.7")?.description == "-31.95,115.86")
        #expect(try file.position(of: "2001:db8::1")?.description == (version == 6 ? "52.52,13.4" : nil))
        #expect(try file.position(of: "2001:db9::1") == nil)
        for no in ["", "localhost", "203.0.113", "203.0.113.7:80", "1.2.3.4.5"] { #expect(try file.record(of: no) == nil) }
        #expect(try file.record(of: "203.0.113.7")?["location"]?["accuracy_radius"] == .unsigned(50))
    }

    @Test("a tree whose IPv4 part is one record is asked as well")
    func shallow() throws {
        var writer = MaxMindWriter()
        writer.add(Array(repeating: 0, count: 16), 64, perth)
        #expect(try open(writer.file).position(of: "192.0.2.1")?.latitude == -31.95)
    }

    @Test("values of every type are read")
    func types() throws {
        let long = String(repeating: "ä", count: 40_000)
        let value = MaxMindWriter.map([
            ("text", MaxMindWriter.text("Zürich")), ("medium", MaxMindWriter.text(String(repeating: "x", count: 300))),
            ("long", MaxMindWriter.text(long)), ("empty", MaxMindWriter.text("")), ("double", MaxMindWriter.double(-0.5)),
            ("float", MaxMindWriter.head(15, 4) + MaxMindWriter.bytes(Int(Float(1.5).bitPattern), 4)),
            ("bytes", MaxMindWriter.head(4, 3) + [1, 2, 3]), ("16", MaxMindWriter.head(5, 2) + [1, 0]), ("0", MaxMindWriter.head(6, 0)),
            ("64", MaxMindWriter.head(9, 8) + Array(repeating: 0xFF, count: 8)),
            ("128", MaxMindWriter.head(10, 16) + [0x80] + Array(repeating: 0, count: 15)),
            ("-1", MaxMindWriter.head(8, 4) + [0xFF, 0xFF, 0xFF, 0xFF]), ("1", MaxMindWriter.head(8, 1) + [1]),
            ("yes", MaxMindWriter.head(14, 1)), ("no", MaxMindWriter.head(14, 0)),
            ("list", MaxMindWriter.list([MaxMindWriter.text("a"), MaxMindWriter.list([])])),
        ])
        var writer = MaxMindWriter()
        writer.add([192, 0, 2, 0], 24, value)
        let record = try #require(try open(writer.file).record(of: "192.0.2.1"))
        #expect(record["text"] == .text("Zürich"))
        #expect(record["medium"]?.text?.count == 300)
        #expect(record["long"] == .text(long))
        #expect(record["empty"] == .text(""))
        #expect(record["double"] == .double(-0.5))
        #expect(record["float"] == .float(1.5))
        #expect(record["bytes"] == .bytes([1, 2, 3]))
        #expect(record["16"] == .unsigned(256))
        #expect(record["0"] == .unsigned(0))
        #expect(record["64"] == .unsigned(UInt128(UInt64.max)))
        #expect(record["128"] == .unsigned(1 << 127))
        #expect(record["-1"] == .signed(-1))
        #expect(record["1"] == .signed(1))
        #expect(record["yes"] == .flag(true))
        #expect(record["no"] == .flag(false))
        #expect(record["list"] == .list([.text("a"), .list([])]))
    }

    @Test("a pointer of every length leads to its value")
    func pointers() throws {
        var writer = MaxMindWriter()
        writer.add([192, 0, 2, 1], 32, MaxMindWriter.text("first"))
        writer.add([192, 0, 2, 2], 32, Array(repeating: 0, count: 3000))
        let second = writer.add([192, 0, 2, 3], 32, MaxMindWriter.text("second"))
        writer.add([192, 0, 2, 2], 32, Array(repeating: 0, count: 600_000))
        let third = writer.add([192, 0, 2, 4], 32, MaxMindWriter.text("third"))
        writer.add(
            [192, 0, 2, 9], 32,
            MaxMindWriter.list([
                MaxMindWriter.pointer(0, 1), MaxMindWriter.pointer(second, 2), MaxMindWriter.pointer(third, 3),
                MaxMindWriter.pointer(second, 4),
            ]))
        #expect(try open(writer.file).record(of: "192.0.2.9") == .list([.text("first"), .text("second"), .text("third"), .text("second")]))
    }

    @Test(
        "a value that lies is an error",
        arguments: [
            MaxMindWriter.head(2, 20_000_000), MaxMindWriter.head(7, 1) + MaxMindWriter.double(1) + MaxMindWriter.double(1),
            MaxMindWriter.head(3, 4) + [0, 0, 0, 0], MaxMindWriter.head(6, 5) + [0, 0, 0, 0, 0], MaxMindWriter.head(12, 0),
            MaxMindWriter.head(13, 0), MaxMindWriter.head(14, 2), MaxMindWriter.head(200, 0), MaxMindWriter.head(11, 16_000_000),
            MaxMindWriter.pointer(5_000_000, 4), MaxMindWriter.pointer(0, 1), MaxMindWriter.head(11, 1) + MaxMindWriter.pointer(0, 1),
            (0..<100).flatMap { _ in MaxMindWriter.head(11, 1) },
        ])
    func lies(_ value: [UInt8]) throws {
        var writer = MaxMindWriter()
        writer.add([192, 0, 2, 0], 24, value)
        let file = try open(writer.file)
        #expect(throws: PlacesError.self) { try file.record(of: "192.0.2.1") }
    }

    @Test("a record that repeats a long text by pointers comes to an end")
    func bomb() throws {
        var writer = MaxMindWriter()
        writer.add([192, 0, 2, 1], 32, MaxMindWriter.text(String(repeating: "x", count: 500_000)))
        writer.add([192, 0, 2, 2], 32, MaxMindWriter.list(Array(repeating: MaxMindWriter.pointer(0, 1), count: 5000)))
        let file = try open(writer.file)
        #expect(throws: PlacesError.self) { try file.record(of: "192.0.2.2") }
    }

    @Test("a file cut anywhere, or altered, is an error or an answer, and never a crash")
    func damaged() throws {
        var writer = MaxMindWriter(recordSize: 28)
        writer.add([203, 0, 113, 0], 24, perth)
        writer.add([0x20, 0x01] + Array(repeating: 0, count: 14), 16, berlin)
        let whole = writer.file
        for length in stride(from: 0, to: whole.count, by: 7) { #expect(throws: PlacesError.self) { try open(Array(whole[..<length])) } }
        var dice = Points(seed: 4)
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<3 { bytes[Int(dice.next() % UInt64(whole.count))] = UInt8(truncatingIfNeeded: dice.next()) }
            guard let file = try? open(bytes) else { continue }
            for address in ["203.0.113.7", "2001::1", "8.8.8.8", "fe80::1"] { _ = try? file.record(of: address) }
        }
    }

    @Test("what is no such file says so")
    func others() throws {
        #expect(throws: PlacesError.self) { try open(Array("something else altogether".utf8)) }
        #expect(throws: PlacesError.self) { try open([]) }
        #expect(throws: PlacesError.self) { try MaxMindFile(FileManager.default.temporaryDirectory) }
        #expect(throws: PlacesError.self) { try MaxMindFile(URL(fileURLWithPath: "/none.mmdb")) }
    }
}
