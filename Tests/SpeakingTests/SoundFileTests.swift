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
            #expect(names.count == 1)
            #expect(names != ["a.wav"])
            try file.finish()
            #expect(names == ["a.wav"])
            let bytes = Array(try Data(contentsOf: url))
            let wave = try #require(WaveFile(mending: bytes))
            #expect(wave.bytes == bytes)
            #expect(wave.sampleRate == 22_050)
            #expect(wave.channels == 1)
            #expect(wave.samples == [1, -1, 1, -1, 1, -1])
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
            #expect(names == ["a.wav"])
            #expect((try? Data(contentsOf: url)) == Data("before".utf8))
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
        "an MP3 file says how many bytes of sound it has and that all of them are played, so that players find a time by its share of them",
        arguments: [16_000, 22_050, 24_000, 44_100])
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
            // Frames of 48 kbit/s, some a byte longer, and nothing else.
            let length = (sampleRate > 24_000 ? 144 : 72) * 48_000 / sampleRate
            var place = frame.end
            while place + 4 <= bytes.count, bytes[place] == 0xFF { place += length + Int(bytes[place + 2] >> 1 & 1) }
            #expect(place == bytes.count)
            #expect(!frame.tellsOfOthers)
            #expect(Data(bytes[..<frame.start]).range(of: Data("A title with “quotes”".utf8)) != nil)
        }
    }

    @Test("sound is in an MP3 file where it is said to be, to the sample", arguments: [8_000, 16_000, 22_050, 24_000, 44_100])
    func places(sampleRate: Int) throws {
        try withFolder {
            let url = folder.appendingPathComponent("a.mp3")
            let file = try SoundFile(url, .mp3, sampleRate: sampleRate)
            // A click every half second, the first at once.
            let sound = (0..<10 * sampleRate).map { sample in
                let place = Double(sample % (sampleRate / 2))
                return Int16(clamping: Int64((12_000 * exp(-place / 40) * sin(place / 3)).rounded()))
            }
            try file.append(sound.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
            try file.finish()
            let decoder = Process()
            decoder.executableURL = SoundFile.ffmpeg()
            decoder.arguments = ["-nostdin", "-loglevel", "error", "-i", url.path, "-f", "s16le", "-"]
            let output = Pipe()
            decoder.standardOutput = output
            try decoder.run()
            let bytes = Array(try output.fileHandleForReading.readToEnd() ?? Data())
            decoder.waitUntilExit()
            let heard = stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
            // The silence after it fills the last frame and is shorter than another.
            #expect((0..<2 * 1152).contains(heard.count - SoundFormat.mp3.lead - sound.count))
            for knock in stride(from: 0, to: sound.count, by: sampleRate / 2) {
                func likeness(_ shift: Int) -> Int {
                    (knock..<knock + 120).reduce(0) {
                        $0 + Int(sound[$1]) * (heard.indices.contains($1 + shift) ? Int(heard[$1 + shift]) : 0)
                    }
                }
                let lead = (SoundFormat.mp3.lead - 40...SoundFormat.mp3.lead + 40).max { likeness($0) < likeness($1) }
                #expect(lead == SoundFormat.mp3.lead, "at \(knock)")
            }
        }
    }

    @Test("what begins otherwise isn't taken for such a frame")
    func otherFrames() throws {
        try withFolder {
            let others: [[UInt8]] = [
                [], [0xFF, 0xF3, 0x64], Array("ID3\u{4}\u{0}\u{0}".utf8), Array("RIFF".utf8) + [UInt8](repeating: 0, count: 500),
            ]
            for bytes in others { #expect(MP3InfoFrame(bytes) == nil) }
            let tag = Array("ID3\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}".utf8)
            var random = SystemRandomNumberGenerator()
            for _ in 0..<500 {
                let head: [UInt8] = [0xFF, 0xE0 | .random(in: 0...31, using: &random)]
                let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
                let file = try PendingFile(folder.appendingPathComponent("a.mp3"))
                defer { file.remove() }
                let bytes =
                    (Bool.random() ? tag : []) + head + noise + Array("Info".utf8) + [0, 0, 0, 3] + [UInt8](repeating: 0, count: 300)
                #expect(bytes.write(to: file.descriptor, until: .now + .seconds(600)) == nil)
                #expect(MP3InfoFrame.correct(file.descriptor))
            }
        }
    }
}
