import CZlib
import Testing

@testable import DemoPublishing

@Suite("Portraits")
struct PortraitTests {
    @Test("a portrait is a whole PNG of at most 12 KB, 192 pixels high and wide", arguments: [1, 2, 17, 55, 100, 108])
    func png(id: Int) throws {
        let bytes = try #require(DemoContacts().portrait(id))
        #expect(bytes.count <= 12 << 10)
        let png = try PNGReading(bytes)
        #expect(png.width == 192)
        #expect(png.height == 192)
        #expect(Set(png.pixels).count > 16)
    }

    @Test("the same id has the same portrait, in every edition, and nobody else's")
    func determinism() throws {
        let portraits = try (1...12).map { try #require(DemoContacts().portrait($0)) }
        #expect(Set(portraits).count == 12)
        #expect(DemoContacts(edition: 40).portrait(3) == portraits[2])
        #expect(DemoContacts(seed: 8).portrait(3) != portraits[2])
    }

    @Test("a shape's edge covers its pixels by as much as it overlaps them")
    func coverage() {
        var canvas = Canvas(side: 8, Paint(0x000000))
        canvas.fill(.polygon([Point(1.5, 1), Point(4.25, 1), Point(4.25, 3), Point(1.5, 3)]), Paint(0xFFFFFF))
        #expect(canvas.row(0) == [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(canvas.row(1) == [0, 128, 255, 255, 64, 0, 0, 0])
        #expect(canvas.row(2) == canvas.row(1))
        #expect(canvas.row(3) == canvas.row(0))
        canvas.fill(.polygon([Point(4, 4), Point(8, 4), Point(4, 8)]), Paint(0xFFFFFF))
        #expect(canvas.row(4) == [0, 0, 0, 0, 255, 255, 255, 128])
        #expect(canvas.row(7) == [0, 0, 0, 0, 128, 0, 0, 0])
    }

    @Test("a hole stays as it was, a shape that overlaps itself is painted once, and opacity and masks are shares")
    func holes() {
        var canvas = Canvas(side: 8, Paint(0x000000))
        let square = Outline.polygon([Point(0, 0), Point(8, 0), Point(8, 8), Point(0, 8)])
        let inner = Outline.polygon([Point(2, 2), Point(6, 2), Point(6, 6), Point(2, 6)])
        canvas.fill(square + inner.hole, Paint(0xFFFFFF))
        #expect(canvas.row(3) == [255, 255, 0, 0, 0, 0, 255, 255])
        canvas.fill(inner + inner, Paint(0x646464))
        #expect(canvas.row(3) == [255, 255, 100, 100, 100, 100, 255, 255])
        let mask = canvas.mask(.polygon([Point(0, 0), Point(3, 0), Point(3, 8), Point(0, 8)]))
        canvas.fill(square, Paint(0x000000), opacity: 0.5, inside: mask)
        #expect(canvas.row(3) == [128, 128, 50, 100, 100, 100, 255, 255])
    }

    @Test("what lies outside of the picture is left out, and covers what is inside as if it were there")
    func outside() {
        var canvas = Canvas(side: 4, Paint(0x000000))
        canvas.fill(.polygon([Point(-9, -9), Point(2, -9), Point(2, 99), Point(-9, 99)]), Paint(0xFFFFFF))
        #expect((0..<4).allSatisfy { canvas.row($0) == [255, 255, 0, 0] })
        for away in [Point(-50, 1), Point(50, 1), Point(1, -50), Point(1, 50)] { canvas.fill(.ellipse(away, 9, 9), Paint(0x646464)) }
        #expect((0..<4).allSatisfy { canvas.row($0) == [255, 255, 0, 0] })
        canvas.fill(.polygon([Point(-4, -4), Point(8, -4), Point(8, 8), Point(-4, 8)]), Paint(0x0A0A0A))
        #expect((0..<4).allSatisfy { canvas.row($0) == [10, 10, 10, 10] })
    }
}

extension Canvas {
    /// The red values of a row.
    fileprivate func row(_ number: Int) -> [UInt8] { (0..<side).map { pixels[(number * side + $0) * 3] } }
}

/// Reads the output of `PNGFile`: minimal, but strict.
private struct PNGReading {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    init(_ bytes: [UInt8]) throws {
        func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        var chunks: [(name: String, contents: [UInt8])] = []
        var offset = 8
        while offset < bytes.count {
            try #require(offset + 12 <= bytes.count)
            let length = number(at: offset)
            try #require(length <= bytes.count - offset - 12)
            let body = Array(bytes[offset + 4..<offset + 8 + length])
            #expect(UInt(number(at: offset + 8 + length)) == crc32(0, body, uInt(body.count)))
            chunks.append((String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4))))
            offset += 12 + length
        }
        try #require(chunks.map(\.name) == ["IHDR", "IDAT", "IEND"])
        width = number(at: 16)
        height = number(at: 20)
        #expect(chunks[0].contents.suffix(5) == [8, 2, 0, 0, 0])  // 8 bits, RGB, deflate, the five filters, not interlaced

        let stride = width * 3
        var rows = [UInt8](repeating: 0, count: (stride + 1) * height + 1)
        var length = uLong(rows.count)
        try #require(uncompress(&rows, &length, chunks[1].contents, uLong(chunks[1].contents.count)) == Z_OK)
        try #require(length == uLong((stride + 1) * height))
        var pixels: [UInt8] = []
        for row in 0..<height {
            let filter = rows[row * (stride + 1)]
            try #require(filter == 0 || filter == 2)
            for column in 0..<stride {
                let above = filter == 2 && row > 0 ? pixels[(row - 1) * stride + column] : 0
                pixels.append(rows[row * (stride + 1) + 1 + column] &+ above)
            }
        }
        self.pixels = pixels
    }
}
