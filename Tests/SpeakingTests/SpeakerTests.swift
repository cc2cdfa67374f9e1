import Foundation
import TestSupport
import Testing

@testable import Speaking

/// Uses the installed espeak-ng (`Scripts/prepare test`), and misbehaving programs.
@Suite("Speaking") struct SpeakerTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("speech-\(UUID().uuidString)")

    private func withSpeaker(
        _ engine: (any SpeechEngine)?, _ limits: Speaker.Limits = .init(), _ body: (Speaker) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(Speaker(engine, keptIn: folder, limits: limits))
    }

    private func installed() throws -> Espeak {
        var espeak = try #require(Espeak.installed())
        espeak.deadline = .seconds(600)
        return espeak
    }

    private func kept() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    /// A script in a file as an engine.
    private func engine(_ script: String) throws -> Espeak {
        let file = folder.appendingPathComponent("program")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try makeProgram(script, at: file)
        return Espeak(file: file)
    }

    @Test("a sentence is a sound that lasts as long as one, and another sentence is another sound")
    func speech() async throws {
        try await withSpeaker(try installed()) { speaker in
            let first = try await speaker.speak("Number A17, please come to counter 2.", in: "en")
            #expect(first.bytes.starts(with: Array("RIFF".utf8)))
            #expect(first.sampleRate == 22_050)
            #expect(first.duration > .seconds(1))
            #expect(first.duration < .seconds(15))
            // Silence is below a hundredth of full scale.
            #expect(first.samples.count { abs(Int($0)) > 1_000 } > first.sampleRate / 4)
            let second = try await speaker.speak("Number A18, please come to counter 2.", in: "en")
            let german = try await speaker.speak("Number A17, please come to counter 2.", in: "de")
            #expect(Set([first, second, german]).count == 3)
        }
    }

    @Test("all languages of pages have a voice", arguments: ["ar", "de", "en", "es", "fr", "ja", "pl"])
    func voices(language: String) async throws {
        try await withSpeaker(try installed()) { speaker in
            let wave = try await speaker.speak("17", in: language)
            #expect(wave.duration > .milliseconds(300))
        }
    }

    @Test("a sentence is never an option")
    func option() async throws {
        try await withSpeaker(try installed()) { speaker in
            let wave = try await speaker.speak("--version", in: "en")
            #expect(wave.duration > .milliseconds(300))
        }
    }

    @Test("what was said is kept, and not said again")
    func cached() async throws {
        try await withSpeaker(try installed()) { speaker in
            async let one = speaker.speak("17", in: "en")
            async let other = speaker.speak("17", in: "en")
            let said = try await [one, other]
            #expect(said[0] == said[1])
            let names = try kept()
            #expect(names.count == 1)
            // The cached sound is used; the failing engine isn't called.
            let silent = Speaker(Espeak(file: URL(fileURLWithPath: "/bin/false")), keptIn: folder)
            #expect(try await silent.speak("17", in: "en") == said[0])
            try Data("half".utf8).write(to: folder.appendingPathComponent(names[0]))
            await #expect(throws: SpeechError.self) { try await silent.speak("17", in: "en") }
            #expect(try await speaker.speak("17", in: "en") == said[0])
        }
    }

    @Test("of what is kept the oldest goes")
    func bounded() async throws {
        var limits = Speaker.Limits()
        limits.count = 3
        try await withSpeaker(try installed(), limits) { speaker in
            for number in 1...5 {
                _ = try await speaker.speak("\(number)", in: "en")
                for name in try kept() {
                    let file = folder.appendingPathComponent(name).path
                    let made = try #require(try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date)
                    try FileManager.default.setAttributes([.modificationDate: made.addingTimeInterval(-10)], ofItemAtPath: file)
                }
            }
            #expect(try kept().count == 3)
            let silent = Speaker(Espeak(file: URL(fileURLWithPath: "/bin/false")), keptIn: folder)
            _ = try await silent.speak("5", in: "en")
            await #expect(throws: SpeechError.self) { try await silent.speak("1", in: "en") }
        }
        limits.bytes = 1
        try await withSpeaker(try installed(), limits) { speaker in
            let (wave, names) = (try await speaker.speak("1", in: "en"), try kept())
            #expect(wave.bytes.count > 1)
            #expect(names.isEmpty)
        }
    }

    @Test("nothing is said without an engine, without a voice, and of an endless sentence")
    func refused() async throws {
        #expect(Espeak.installed(path: "/nowhere:/proc") == nil)
        try await withSpeaker(nil) { speaker in
            await #expect { try await speaker.speak("1", in: "en") } throws: { ($0 as? SpeechError)?.code == .noEngine }
        }
        try await withSpeaker(Espeak(file: URL(fileURLWithPath: "/nowhere"))) { speaker in
            await #expect { try await speaker.speak("1", in: "xx") } throws: { ($0 as? SpeechError)?.code == .noVoice }
            await #expect { try await speaker.speak("1", in: "en") } throws: { ($0 as? SpeechError)?.code == .engine }
            for sentence in ["", String(repeating: "a", count: 301)] {
                await #expect { try await speaker.speak(sentence, in: "en") } throws: { ($0 as? SpeechError)?.code == .sentence }
            }
        }
    }

    @Test("a program that writes without end, or something else, is ended and its word not taken")
    func hostile() async throws {
        for script in ["exec cat /dev/zero", "echo sound", "exit 3"] {
            try await withSpeaker(try engine(script)) { speaker in
                await #expect { try await speaker.speak("1", in: "en") } throws: { ($0 as? SpeechError)?.code == .engine }
            }
        }
        let program = URL(fileURLWithPath: "/bin/sleep")
        #expect(throws: SpeechError.self) { try ProgramOutput.bytes(of: program, ["600"], atMost: 10, within: .milliseconds(50)) }
    }
}
