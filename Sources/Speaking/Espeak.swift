import Dispatch
package import Foundation
import Operating

/// Runs [eSpeak NG](https://github.com/espeak-ng/espeak-ng) as the program `espeak-ng`: small, offline, more than a hundred languages.
///
/// Speaks one sentence at a time, on its own thread. The sentence is the last argument, after `--`, so that it can't be parsed as an
/// option.
package struct Espeak: SpeechEngine {
    private static let program = "espeak-ng"
    /// Half a minute of speech.
    private static let outputLimit = 30 * 22_050 * 2
    /// Slightly slower than the default, because halls echo.
    private static let wordsPerMinute = 145
    /// Voices by ISO 639-1 code, for the languages of the pages.
    private static let voices = ["ar": "ar", "de": "de", "en": "en-gb", "es": "es", "fr": "fr-fr", "ja": "ja", "pl": "pl"]

    private let file: URL
    /// From the program's start to its last byte.
    var deadline = Duration.seconds(10)
    private let thread = DispatchQueue(label: "tidings.speaking", qos: .userInitiated)

    package init(file: URL) { self.file = file }

    /// The installed program, if any.
    package static func installed(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> Espeak? {
        ChildProcess.installed(program, path: path).map { Espeak(file: $0) }
    }

    package var name: String { "\(Self.program) \(Self.wordsPerMinute)" }

    package func voice(for language: String) -> String? { Self.voices[language] }

    package func speak(_ sentence: String, with voice: String) async throws -> WaveFile {
        let arguments = ["-v", voice, "-s", "\(Self.wordsPerMinute)", "-b", "1", "--stdout", "--", sentence]
        let (file, deadline, thread) = (file, deadline, thread)
        return try await withCheckedThrowingContinuation { continuation in
            thread.async {
                continuation.resume(
                    with: Result {
                        let bytes = try ProgramOutput.bytes(of: file, arguments, atMost: Self.outputLimit, within: deadline)
                        guard let wave = WaveFile(mending: bytes) else {
                            throw SpeechError(.engine, "\(Self.program) has written no sound")
                        }
                        return wave
                    })
            }
        }
    }
}
