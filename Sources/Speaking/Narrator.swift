/// Reads aloud with all installed engines: it merges their voices and routes each sentence to its voice's engine.
///
/// An engine that fails to list its voices is retried after a minute; the others continue meanwhile.
package actor Narrator {
    private struct Engine {
        let pool: SpeechPool
        var voices: [SpeechVoice] = []
        /// Until when the engine is skipped, and why.
        var rest: (until: ContinuousClock.Instant, reason: SpeechError)?
    }

    private static let rest = Duration.seconds(60)

    private var engines: [Engine]

    /// The first engine's voices come first. Processes start on first use.
    /// Piper has one process: its network uses several threads and 0.4 GB.
    package init(_ programs: [SpeechProcess.Program], processes: Int = 1) {
        engines = programs.map { Engine(pool: SpeechPool($0, processes: $0.engine == .piper ? 1 : processes)) }
    }

    /// The available voices. Throws `SpeechError` if no engine has any.
    package func voices() async throws -> [SpeechVoice] {
        for index in engines.indices where engines[index].voices.isEmpty {
            if let rest = engines[index].rest, .now < rest.until { continue }
            do {
                engines[index].voices = try await engines[index].pool.voices()
                engines[index].rest = nil
            } catch let error as SpeechError { engines[index].rest = (.now + Self.rest, error) }
        }
        let found = engines.flatMap(\.voices).filter { !$0.lacksScript }
        guard found.isEmpty else { return found }
        throw engines.compactMap(\.rest?.reason).last ?? SpeechError(.noEngine, "no speech engine is installed")
    }

    /// Speaks a sentence. Throws `SpeechError`.
    package func speak(_ words: [SpokenText.Word], with voice: SpeechVoice) async throws -> SpokenSentence {
        guard let engine = engine(of: voice) else { throw SpeechError(.noEngine, "the engine of '\(voice.identifier)' isn't installed") }
        return try await engines[engine].pool.speak(words, with: voice)
    }

    /// Disables a voice's engine for a minute after a failure; its voices are unavailable meanwhile.
    package func spare(_ voice: SpeechVoice, after error: SpeechError) {
        guard let engine = engine(of: voice) else { return }
        (engines[engine].voices, engines[engine].rest) = ([], (.now + Self.rest, error))
    }

    /// Ends the helper processes.
    package func close() async { for engine in engines { await engine.pool.close() } }

    private func engine(of voice: SpeechVoice) -> Int? {
        let wanted = SpeechProcess.Program.Engine(of: voice)
        return engines.firstIndex { $0.pool.program.engine == wanted }
    }
}
