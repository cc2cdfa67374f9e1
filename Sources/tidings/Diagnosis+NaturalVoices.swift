import Foundation
import Speaking

extension Diagnosis {
    /// Whether Piper can read aloud, if it is configured; tested with its first voice.
    static func naturalVoices(_ settings: Settings) async -> [Finding] {
        let program: SpeechProcess.Program
        do {
            guard let found = try settings.naturalVoices() else {
                let how = "python3 -m venv DIR && DIR/bin/pip install piper-tts onnx, then piper: DIR and piper-voices: a folder of voices"
                return [Finding("piper", .note, "isn't set, so documents are read by voices that sound like machines; \(how)")]
            }
            program = found
        } catch { return [Finding("piper", .amiss, Failure(error).message ?? "")] }
        guard FileManager.default.isExecutableFile(atPath: program.file.path) else {
            return [
                Finding(
                    "piper", .amiss,
                    "\(program.file.path) isn't there; python3 -m venv DIR && DIR/bin/pip install piper-tts onnx, then piper: DIR")
            ]
        }
        let pool = SpeechPool(program)
        let finding = await finding(program, pool)
        await pool.close()
        return [finding]
    }

    private static func finding(_ program: SpeechProcess.Program, _ pool: SpeechPool) async -> Finding {
        let (voices, said): ([SpeechVoice], SpokenSentence)
        do {
            voices = try await pool.voices()
            guard let voice = voices.first else {
                return Finding(
                    "piper", .amiss, "\(program.arguments.last ?? "") has no voice; put files .onnx there, each with its .onnx.json")
            }
            said = try await pool.speak(SpokenText("One two.").sentences[0].words, with: voice)
        } catch {
            return Finding("piper", .amiss, "\(error); \(program.file.path) -m pip install piper-tts onnx")
        }
        guard said.times.isOwn.contains(true) else {
            return Finding(
                "piper", .note,
                """
                \(program.file.path), \(voices.count) voices; times of words are approximate without onnx: \
                \(program.file.path) -m pip install onnx
                """)
        }
        return Finding("piper", .well, "\(program.file.path), \(voices.count) voices")
    }
}
