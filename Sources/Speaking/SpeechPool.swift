import Dispatch
import Synchronization

/// Runs a limited number of helper processes. Requests wait in order while all are busy.
package actor SpeechPool {
    nonisolated let program: SpeechProcess.Program
    private let workers: [SpeechWorker]
    private var idle: [SpeechWorker]
    private var waiting: [CheckedContinuation<SpeechWorker, Never>] = []

    /// Processes start on first use.
    package init(_ program: SpeechProcess.Program, processes: Int = 1) {
        self.program = program
        workers = (0..<max(1, processes)).map { _ in SpeechWorker(program) }
        idle = workers
    }

    /// Throws `SpeechError`.
    package func voices() async throws -> [SpeechVoice] { try await withWorker { try $0.voices() } }

    /// Speaks a sentence. Throws `SpeechError`.
    package func speak(_ words: [SpokenText.Word], with voice: SpeechVoice) async throws -> SpokenSentence {
        let utterance = Utterance(words)
        return try await withWorker { process in
            let (said, sampleRate) = try process.speak(utterance.text, with: voice.identifier)
            let count = said.sound.count / 2
            return SpokenSentence(
                sound: said.sound, sampleRate: sampleRate, times: WordTimes(utterance, said.events, sampleCount: count))
        }
    }

    /// Ends the processes. A later request starts them again.
    package func close() async {
        for worker in workers { try? await worker.perform { $0.close() } }
    }

    /// The ids of the running processes.
    package func processes() async -> [Int32] {
        var ids: [Int32] = []
        for worker in workers { if let id = try? await worker.perform({ $0.id }) { ids.append(id) } }
        return ids
    }

    private func withWorker<Result: Sendable>(_ body: @escaping @Sendable (inout SpeechProcess) throws -> Result) async throws -> Result {
        let worker = if let free = idle.popLast() { free } else { await withCheckedContinuation { waiting.append($0) } }
        defer { if waiting.isEmpty { idle.append(worker) } else { waiting.removeFirst().resume(returning: worker) } }
        return try await worker.perform(body)
    }
}

/// A sentence as sound.
package struct SpokenSentence: Sendable {
    /// Mono, 16 bits, little-endian.
    package let sound: [UInt8]
    /// Samples per second.
    package let sampleRate: Int
    package let times: WordTimes

    package var sampleCount: Int { sound.count / 2 }
}

/// A process and the thread that waits for it.
private final class SpeechWorker: Sendable {
    private let thread = DispatchQueue(label: "tidings.speaking", qos: .userInitiated)
    /// Locked by the worker's thread for each sentence, so it is never contended.
    private let process: Mutex<SpeechProcess>

    init(_ program: SpeechProcess.Program) { process = Mutex(SpeechProcess(program)) }

    deinit { process.withLock { $0.close() } }

    func perform<Result: Sendable>(_ body: @escaping @Sendable (inout SpeechProcess) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { continuation.resume(with: Swift.Result { try self.process.withLock { try body(&$0) } }) }
        }
    }
}
