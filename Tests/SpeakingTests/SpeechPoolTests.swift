import Foundation
import TestSupport
import Testing

@testable import Speaking

/// Uses the helper built beside the tests with the library of espeak-ng (`Scripts/prepare test`), and misbehaving helpers.
@Suite("Texts aloud") struct SpeechPoolTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("texts-\(UUID().uuidString)")

    /// Only a safeguard against hangs.
    private static let timeout = Duration.seconds(ProcessInfo.processInfo.environment["TIDINGS_PATIENCE"].flatMap { Int($0) } ?? 600)

    private func installed() throws -> SpeechProcess.Program {
        var program = try #require(SpeechProcess.Program.installed())
        program.deadline = Self.timeout
        return program
    }

    private func withPool(_ program: SpeechProcess.Program, processes: Int = 1, _ body: (SpeechPool) async throws -> Void) async throws {
        let pool = SpeechPool(program, processes: processes)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result: Result<Void, any Error>
        do { result = .success(try await body(pool)) } catch { result = .failure(error) }
        await pool.close()
        try result.get()
    }

    /// A shell script in place of the helper; its own path is `$0`, the real helper `$REAL`.
    private func helper(_ script: String, deadline: Duration = timeout) throws -> SpeechProcess.Program {
        let file = folder.appendingPathComponent("helper")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try makeProgram("REAL='\(try installed().file.path)'\n\(script)", at: file)
        var program = SpeechProcess.Program(file: file)
        program.deadline = deadline
        return program
    }

    private func english(_ pool: SpeechPool) async throws -> SpeechVoice { try #require(try await pool.voices().voice(for: "en")) }

    /// English sentences with numbers, names and words that espeak-ng speaks as one.
    private func text(words count: Int, seed: UInt64 = 7) -> String {
        let pieces = [
            "of the", "as a", "to be", "is not", "has been", "in the", "it was", "and the", "that is", "would have", "for a", "on the",
            "do not", "river", "machine", "library",
            "12345", "$1,234.56", "Dr. Smith", "well-known", "it’s", "1914–1918", "house", "quickly", "answered", "between", "50%", "café",
            "(almost)", "“quoted”", "e.g.", "3/4/2020",
        ]
        var (state, text, written) = (seed, "", 0)
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(clamping: state >> 33) % bound
        }
        while written < count {
            let length = 4 + next(16)
            var sentence = "The"
            written += 1
            for place in 0..<length {
                let piece = pieces[next(pieces.count)]
                sentence += " " + piece + (next(9) == 0 && place < length - 1 ? "," : "")
                written += piece.split(separator: " ").count
            }
            text += sentence + [".", ".", "!", "?"][next(4)] + (next(6) == 0 ? "\n\n" : " ")
        }
        return text
    }

    init() {
        // As in the program: writing to a dead helper is an error.
        signal(SIGPIPE, SIG_IGN)
    }

    @Test("words have times of their own that only go forward, and before a sentence it is silent")
    func times() async throws {
        // 20,000 take four times as long; `TIDINGS_SPOKEN_WORDS` enables them.
        let count = ProcessInfo.processInfo.environment["TIDINGS_SPOKEN_WORDS"].flatMap { Int($0) } ?? 5_000
        let sentences = SpokenText(text(words: count)).sentences
        try await withPool(try installed()) { pool in
            let voice = try await english(pool)
            var (own, words, silence) = (0, 0, Int.max)
            for sentence in sentences {
                let speech = try await pool.speak(sentence.words, with: voice)
                let starts = speech.times.starts
                #expect(speech.sampleRate == 22_050)
                #expect(starts.count == sentence.words.count)
                #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
                #expect((starts.last ?? 0) <= speech.sampleCount)
                own += speech.times.isOwn.count { $0 }
                words += starts.count
                let samples = stride(from: 0, to: speech.sound.count, by: 2).map {
                    Int16(bitPattern: UInt16(speech.sound[$0]) | UInt16(speech.sound[$0 + 1]) << 8)
                }
                // 50 ms; the part before the first sample belongs to the previous sentence.
                let start = try #require(starts.first)
                #expect(samples[..<start].allSatisfy { abs(Int($0)) <= 16 })
                #expect(silence + start >= 1_102, "before “\(sentence.words.map(\.spoken).joined(separator: " "))”")
                #expect(samples[start...].prefix(2_205).contains { abs(Int($0)) > 200 }, "the sound begins with the first word")
                silence = samples.reversed().prefix { abs(Int($0)) <= 16 }.count
            }
            #expect(words >= count, "\(own) of \(words) words have a time of their own")
            #expect(own == words, "\(own) of \(words) words have a time of their own")
        }
    }

    @Test("languages have voices, and a voice that isn't there is refused")
    func voices() async throws {
        try await withPool(try installed()) { pool in
            let voices = try await pool.voices()
            for (language, identifier) in ["en": "gmw/en", "en-US": "gmw/en-US", "de-CH": "gmw/de", "pt_BR": "roa/pt-BR", "ar": "sem/ar"] {
                #expect(voices.voice(for: language)?.identifier == identifier)
            }
            #expect(voices.named("gmw/en-us")?.identifier == "gmw/en-US")
            #expect(voices.named("German")?.identifier == "gmw/de")
            #expect(voices.voice(for: "tlh-x") == nil)
            #expect(voices.named("nobody") == nil)
            let words = SpokenText("Ein Satz.").sentences[0].words
            let german = try await pool.speak(words, with: try #require(voices.voice(for: "de")))
            let english = try await pool.speak(words, with: try #require(voices.voice(for: "en")))
            #expect(german.sound != english.sound)
            let nobody = SpeechVoice(identifier: "nobody", name: "", languages: [])
            await #expect { try await pool.speak(words, with: nobody) } throws: { ($0 as? SpeechError)?.code == .refused }
            #expect(try await pool.speak(words, with: try #require(voices.voice(for: "de"))).times.starts.count == 2)
        }
    }

    @Test("odd texts are said in every script, and none of it is taken for markup")
    func scripts() async throws {
        let texts = [
            "</speak><audio src=\"/etc/passwd\"/> & <break time=\"600s\"/>", "[[h@l'oU]] {{x}} \\n %s", "日本語のテキスト 我们在北京", "שלום עולם",
            "ذهب الولد إلى المدرسة",
            "👨‍👩‍👧 😀 ❤️", String(repeating: "a\u{301}", count: 400), "\u{202E}abc\u{202C} \u{7}x", "https://example.org/a?b=1&c=<d>",
            "9999999999999999999999999999",
        ]
        try await withPool(try installed()) { pool in
            let voices = try await pool.voices()
            for text in texts {
                for voice in ["en", "de", "ja", "ar"].compactMap({ voices.voice(for: $0) }) {
                    for sentence in SpokenText(text).sentences {
                        let speech = try await pool.speak(sentence.words, with: voice)
                        #expect(speech.times.starts.count == sentence.words.count)
                        #expect(speech.sampleCount < 22_050 * 300)
                    }
                }
            }
        }
    }

    @Test("a helper that dies in a sentence is started again, and the sentence is said")
    func died() async throws {
        let hello = #"printf 'h\004\000\000\000\042\126\000\000'"#
        // The first run accepts a request and dies after a partial answer.
        let mortal = "[ -e \"$0.died\" ] && exec \"$REAL\" \"$@\"\n: > \"$0.died\"\n\(hello)\nhead -c 5 > /dev/null\nprintf 'p\\100'"
        try await withPool(try helper(mortal)) { pool in
            let voices = try await pool.voices()
            #expect(voices.count > 50)
        }
        try await withPool(try helper("\(hello)\nhead -c 5 > /dev/null")) { pool in
            await #expect { try await pool.voices() } throws: { ($0 as? SpeechError)?.code == .engine }
        }
        try await withPool(try helper("exec sleep 600", deadline: .milliseconds(50))) { pool in
            await #expect { try await pool.voices() } throws: { ($0 as? SpeechError)?.code == .engine }
        }
        try await withPool(try helper("exec cat /dev/zero")) { pool in
            await #expect { try await pool.voices() } throws: { ($0 as? SpeechError)?.code == .engine }
        }
        // The real helper, killed from outside.
        try await withPool(try installed()) { pool in
            let (voice, words) = (try await english(pool), SpokenText("One of the men is here.").sentences[0].words)
            let before = try await pool.speak(words, with: voice)
            let id = try #require(await pool.processes().first)
            kill(id, SIGKILL)
            let after = try await pool.speak(words, with: voice)
            #expect(after.times.starts.count == before.times.starts.count)
            #expect(abs(after.sampleCount - before.sampleCount) < 500)
            #expect(await pool.processes() != [id])
        }
    }

    @Test("two texts at the same time are said apart")
    func together() async throws {
        let texts = [text(words: 300, seed: 1), text(words: 300, seed: 2)].map { SpokenText($0).sentences }
        func lengths(_ text: [SpokenText.Sentence], _ pool: SpeechPool) async throws -> [Int] {
            let voice = try await english(pool)
            var found: [Int] = []
            for sentence in text { found.append(try await pool.speak(sentence.words, with: voice).sampleCount) }
            return found
        }
        try await withPool(try installed(), processes: 2) { pool in
            let alone = [try await lengths(texts[0], pool), try await lengths(texts[1], pool)]
            async let one = lengths(texts[0], pool)
            async let other = lengths(texts[1], pool)
            let together = try await [one, other]
            #expect(await pool.processes().count == 2)
            // The same sentence varies by some samples between runs.
            for (before, after) in zip(alone.joined(), together.joined()) { #expect(abs(before - after) < 2_000) }
        }
    }

    @Test("an engine that fails leaves the reading to the other one")
    func narrator() async throws {
        let broken = SpeechProcess.Program(python: try helper("exit 1").file, voices: folder)
        let narrator = Narrator([broken, try installed()], processes: 2)
        let words = SpokenText("One of the men is here.").sentences[0].words
        let voices = try await narrator.voices()
        let voice = try #require(voices.voice(for: "en"))
        #expect(voice.identifier == "gmw/en")
        #expect(!voices.contains { $0.isNatural })
        #expect(try await narrator.speak(words, with: voice).times.starts.count == words.count)
        let natural = SpeechVoice(identifier: "piper/nobody", name: "", languages: [.init("en", priority: 1)])
        await #expect { try await narrator.speak(words, with: natural) } throws: { ($0 as? SpeechError)?.code == .engine }
        #expect((voices + [natural]).voice(for: "en-GB") == voices.voice(for: "en-GB"))
        #expect((voices + [natural]).voice(for: "en") == natural)
        await narrator.spare(voice, after: SpeechError(.engine, "it was too much"))
        await #expect { try await narrator.voices() } throws: { "\($0)" == "it was too much" }
        await narrator.close()
        await #expect { try await Narrator([]).voices() } throws: { ($0 as? SpeechError)?.code == .noEngine }
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("without the helper, or the library, it is said what is missing")
    func missing() async throws {
        var program = try installed()
        program.arguments = ["libespeak-nothing.so.1"]
        try await withPool(program) { pool in
            await #expect { try await pool.voices() } throws: {
                ($0 as? SpeechError)?.code == .noEngine && "\($0)".contains("libespeak-nothing.so.1")
            }
        }
        try await withPool(SpeechProcess.Program(file: URL(fileURLWithPath: "/nowhere/tidings-speech"))) { pool in
            await #expect { try await pool.voices() } throws: { ($0 as? SpeechError)?.code == .noEngine }
        }
        program.arguments = ["libc.so.6"]
        try await withPool(program) { pool in
            await #expect { try await pool.voices() } throws: { ($0 as? SpeechError)?.code == .noEngine }
        }
    }
}
