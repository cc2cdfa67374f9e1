/// Reads aloud with all engines that there are: their voices together, and each sentence by the engine of its voice.
///
/// An engine that cannot tell its voices is asked again after a minute; the others go on meanwhile.
package actor Narrator {
    private struct Engine {
        let pool: SpeechPool
        var voices: [SpeechVoice] = []
        /// Until when it isn't asked, and why.
        var rest: (until: ContinuousClock.Instant, reason: SpeechError)?
    }

    private static let rest = Duration.seconds(60)

    private var engines: [Engine]

    /// The engine whose voices come first is the first one. Starts nothing before it is asked.
    /// Piper has one process: its network computes with several threads, in 0.4 GB.
    package init(_ programs: [SpeechProcess.Program], processes: Int = 1) {
        engines = programs.map { Engine(pool: SpeechPool($0, processes: $0.engine == .piper ? 1 : processes)) }
    }

    /// Those that can read. Throws `SpeechError` if no engine has any.
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

    /// Says a sentence. Throws `SpeechError`.
    package func say(_ words: [SpokenText.Word], with voice: SpeechVoice) async throws -> SpokenSentence {
        guard let engine = engine(of: voice) else { throw SpeechError(.noEngine, "the engine of '\(voice.identifier)' isn't installed") }
        return try await engines[engine].pool.say(words, with: voice)
    }

    /// Leaves the engine of a voice alone for a minute after it failed: its voices aren't there meanwhile.
    package func spare(_ voice: SpeechVoice, after error: SpeechError) {
        guard let engine = engine(of: voice) else { return }
        (engines[engine].voices, engines[engine].rest) = ([], (.now + Self.rest, error))
    }

    /// Ends the processes.
    package func close() async { for engine in engines { await engine.pool.close() } }

    private func engine(of voice: SpeechVoice) -> Int? {
        let wanted = SpeechProcess.Program.Engine(of: voice)
        return engines.firstIndex { $0.pool.program.engine == wanted }
    }
}
