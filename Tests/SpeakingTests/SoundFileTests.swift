import Foundation
import Testing

@testable import Speaking

@Suite("Sound files that are written") struct SoundFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sound-\(UUID().uuidString)")

    private func withFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body()
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    init() { signal(SIGPIPE, SIG_IGN) }

    @Test("a WAVE file has its name when it is whole, and the lengths it should have")
    func wave() throws {
        try withFolder {
            let url = folder.appendingPathComponent("a.wav")
            let file = try SoundFile(url, .wav, sampleRate: 22_050)
            for _ in 0..<3 { try file.append([1, 0, 255, 255]) }
            #expect(names.count == 1 && names != ["a.wav"])
            try file.finish()
            #expect(names == ["a.wav"])
            let bytes = Array(try Data(contentsOf: url))
            let wave = try #require(WaveFile(mending: bytes))
            #expect(wave.bytes == bytes && wave.sampleRate == 22_050 && wave.channels == 1 && wave.samples == [1, -1, 1, -1, 1, -1])
        }
    }

    @Test("what is cancelled leaves nothing, and a file of that name stays")
    func cancelled() throws {
        try withFolder {
            let url = folder.appendingPathComponent("a.wav")
            try Data("before".utf8).write(to: url)
            let file = try SoundFile(url, .wav, sampleRate: 22_050)
            try file.append([1, 0])
            file.cancel()
            #expect(names == ["a.wav"] && (try? Data(contentsOf: url)) == Data("before".utf8))
        }
    }

    @Test("without ffmpeg, with one that fails, and where nothing can be written, there is an error and no file")
    func failures() throws {
        try withFolder {
            let url = folder.appendingPathComponent("a.mp3")
            #expect { try SoundFile(url, .mp3, sampleRate: 22_050, ffmpeg: nil) } throws: { ($0 as? SpeechError)?.code == .noEngine }
            let failing = try SoundFile(url, .mp3, sampleRate: 22_050, ffmpeg: URL(fileURLWithPath: "/bin/false"))
            #expect(throws: SpeechError.self) {
                try failing.append([1, 0])
                try failing.finish()
            }
            failing.cancel()
            #expect(names.isEmpty)
            #expect(throws: SpeechError.self) { try SoundFile(URL(fileURLWithPath: "/proc/nothing/a.wav"), .wav, sampleRate: 22_050) }
        }
    }

    @Test(
        "an MP3 file says how many bytes of sound it has, so that players find a time by its share of them",
        arguments: [22_050, 24_000, 44_100])
    func sizes(sampleRate: Int) throws {
        try withFolder {
            let url = folder.appendingPathComponent("a.mp3")
            let file = try SoundFile(url, .mp3, sampleRate: sampleRate, tags: [("title", "A title with “quotes”")])
            var random = SystemRandomNumberGenerator()
            for _ in 0..<20 { try file.append((0..<sampleRate * 2).map { _ in UInt8.random(in: 0...255, using: &random) }) }
            try file.finish()
            let bytes = Array(try Data(contentsOf: url))
            let frame = try #require(MP3InfoFrame(bytes))
            #expect(frame.size == bytes.count - frame.end)
            // Frames of 48 kbit/s, each a byte longer or not, and nothing else.
            let length = (sampleRate > 24_000 ? 144 : 72) * 48_000 / sampleRate
            var place = frame.end
            while place + 4 <= bytes.count, bytes[place] == 0xFF { place += length + Int(bytes[place + 2] >> 1 & 1) }
            #expect(place == bytes.count)
        }
    }

    @Test("what begins otherwise isn't taken for such a frame")
    func otherFrames() {
        let others: [[UInt8]] = [
            [], [0xFF, 0xF3, 0x64], Array("ID3\u{4}\u{0}\u{0}".utf8), Array("RIFF".utf8) + [UInt8](repeating: 0, count: 500),
        ]
        for bytes in others { #expect(MP3InfoFrame(bytes) == nil) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let head: [UInt8] = [0xFF, 0xE0 | .random(in: 0...31, using: &random)]
            let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            var frame = MP3InfoFrame(head + noise + Array("Info".utf8) + [0, 0, 0, 3] + [UInt8](repeating: 0, count: 300))
            frame?.count(inFileOf: 1000)
        }
    }
}
