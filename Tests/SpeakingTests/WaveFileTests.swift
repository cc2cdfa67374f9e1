import Testing

@testable import Speaking

@Suite("Sound files") struct WaveFileTests {
    static func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    /// 16 bits, one channel, 8,000 samples a second.
    static func file(_ samples: [Int16], riff: Int? = nil, data: Int? = nil, before: [UInt8] = []) -> [UInt8] {
        let sound = samples.flatMap { number(Int($0), 2) }
        let format = number(1, 2) + number(1, 2) + number(8_000, 4) + number(16_000, 4) + number(2, 2) + number(16, 2)
        let chunks = Array("fmt ".utf8) + number(16, 4) + format + before + Array("data".utf8) + number(data ?? sound.count, 4) + sound
        return Array("RIFF".utf8) + number(riff ?? chunks.count + 4, 4) + Array("WAVE".utf8) + chunks
    }

    @Test("a file with true lengths stays as it is")
    func whole() throws {
        let bytes = Self.file([0, 1, -1, 300])
        let wave = try #require(WaveFile(mending: bytes))
        #expect(wave.bytes == bytes)
        #expect(wave.samples == [0, 1, -1, 300])
        #expect(wave.sampleRate == 8_000)
        #expect(wave.channels == 1)
        #expect(try #require(WaveFile(mending: Self.file(Array(repeating: 5, count: 4_000)))).duration == .milliseconds(500))
    }

    @Test("a stream's lengths, and half a sample at its end, are put right")
    func stream() throws {
        let wave = try #require(WaveFile(mending: Self.file([7, 8, 9], riff: 0x7fff_f024, data: 0x7fff_f000) + [1]))
        #expect(wave.bytes == Self.file([7, 8, 9]))
    }

    @Test("chunks that nobody knows are passed over, of an odd length too")
    func chunks() throws {
        let note = Array("LIST".utf8) + Self.number(3, 4) + [1, 2, 3, 0]
        #expect(try #require(WaveFile(mending: Self.file([4, 5], before: note))).samples == [4, 5])
    }

    @Test("what is no sound is none, wherever it is cut")
    func none() {
        let whole = Self.file([1, 2])
        for length in 0...45 { #expect(WaveFile(mending: Array(whole.prefix(length))) == nil) }
        #expect(WaveFile(mending: Array("Not a wave file, but longer than the head of one.".utf8)) == nil)
        var packed = whole
        packed[20] = 6
        #expect(WaveFile(mending: packed) == nil)
    }
}
