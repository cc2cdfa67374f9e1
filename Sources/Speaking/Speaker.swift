import Crypto
package import Foundation

/// Speaks sentences, each once. It caches the sound in a folder, and removes the oldest files beyond the limits.
///
/// Concurrent requests for the same sentence wait for one run. The folder may be emptied at any time.
package actor Speaker {
    /// Limits of the cached files.
    package struct Limits: Sendable {
        package var count = 500
        package var bytes = 64 << 20

        package init() {}
    }

    /// The longest sentence, in characters.
    package static let sentenceLimit = 300
    /// How many sentences may wait to be spoken.
    static let waitingLimit = 16

    private let engine: (any SpeechEngine)?
    private let folder: URL
    private let limits: Limits
    private var underWay: [String: Task<WaveFile, any Error>] = [:]

    /// Without an engine, `speak` throws the reason. The folder is created on first use.
    package init(_ engine: (any SpeechEngine)?, keptIn folder: URL, limits: Limits = Limits()) {
        self.engine = engine
        self.folder = folder
        self.limits = limits
    }

    /// Speaks a sentence in a language (ISO 639-1). Throws `SpeechError`.
    package func speak(_ sentence: String, in language: String) async throws -> WaveFile {
        guard let engine else { throw SpeechError(.noEngine, "no speech engine is installed") }
        guard let voice = engine.voice(for: language) else { throw SpeechError(.noVoice, "\(engine.name) does not speak '\(language)'") }
        guard (1...Self.sentenceLimit).contains(sentence.count) else {
            throw SpeechError(.sentence, "a sentence has 1 to \(Self.sentenceLimit) characters")
        }
        let name = Self.name(of: [engine.name, voice, sentence])
        if let kept = kept(name) { return kept }
        if let task = underWay[name] { return try await task.value }
        guard underWay.count < Self.waitingLimit else { throw SpeechError(.busy, "\(Self.waitingLimit) sentences wait to be said") }
        let task = Task { try await engine.speak(sentence, with: voice) }
        underWay[name] = task
        defer { underWay[name] = nil }
        let wave = try await task.value
        try keep(wave, as: name)
        return wave
    }

    // MARK: Cached files

    private func kept(_ name: String) -> WaveFile? {
        guard let bytes = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return nil }
        // An incomplete or foreign file is spoken again.
        return WaveFile(mending: Array(bytes))
    }

    private func keep(_ wave: WaveFile, as name: String) throws(SpeechError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(wave.bytes).write(to: folder.appendingPathComponent(name), options: .atomic)
            try makeRoom()
        } catch {
            throw SpeechError(.storage, "what was said cannot be kept: \(error.localizedDescription)")
        }
    }

    private func makeRoom() throws {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys)).map { file in
            let values = try? file.resourceValues(forKeys: keys)
            return (file: file, size: values?.fileSize ?? 0, made: values?.contentModificationDate ?? .distantPast)
        }
        var (count, bytes) = (files.count, files.reduce(0) { $0 + $1.size })
        for old in files.sorted(by: { $0.made < $1.made }) where count > limits.count || bytes > limits.bytes {
            try FileManager.default.removeItem(at: old.file)
            (count, bytes) = (count - 1, bytes - old.size)
        }
    }

    /// A file name that reveals nothing about its content.
    private static func name(of parts: [String]) -> String {
        let digits = SHA256.hash(data: Data(parts.joined(separator: "\u{0}").utf8)).prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return digits.joined() + ".wav"
    }
}
