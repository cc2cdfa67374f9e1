import Crypto
package import Foundation
import Logging
import Operating
package import Records

/// The sound of a part of a document.
package struct PartSound: Hashable, Sendable {
    /// The file name in `PartMaker.folder`.
    package let file: String
    package let format: SoundFormat
    /// The start of each word and the end of the last, in milliseconds.
    package let times: [Int]
    /// Whether the engine doesn't report word times. They are then estimated from the sentence by letter counts.
    package let isApproximate: Bool
}

/// Generates the sound of parts on demand and caches it.
///
/// Concurrent requests for a part share one run, which always completes. The number of running and waiting requests is limited, in total
/// and per person; further ones are refused (`SpeechError`, `busy`). File names hash the text, the voice and the pronunciation rules, so
/// any change makes a new file.
///
/// Applying many pronunciation rules is slow. Recently requested parts are therefore found by a hash of their inputs (`key`), and the rules
/// run only for a part that isn't cached, within the person's limit.
package actor PartMaker {
    private let narrator: Narrator
    private let cache: FileCache
    private let format: SoundFormat
    /// By key, and also by name, because different rules may produce the same text.
    private var underWay: [String: (task: Task<PartSound, any Error>, person: Person.ID)] = [:]
    private var beingMade: [String: Task<PartSound, any Error>] = [:]
    /// Names of sounds by key. Cleared when there are too many.
    private var names: [String: String] = [:]
    private static let nameLimit = 10_000
    private let logger = Logger(label: "tidings.documents")
    /// How often the rules were applied, for tests.
    private(set) var readingCount = 0

    /// Part of the sounds' names. Increase it when the generation of all sounds changes.
    private static let version = 4
    package static let byteLimit = 1 << 30
    private static let (limit, share) = (12, 4)

    /// MP3 if ffmpeg is installed, otherwise WAVE.
    package init(_ narrator: Narrator, keptIn folder: URL, atMost limit: Int = byteLimit, ffmpeg: URL? = SoundFile.ffmpeg()) {
        self.narrator = narrator
        cache = FileCache(in: folder, atMost: limit)
        format = ffmpeg == nil ? .wav : .mp3
    }

    nonisolated package var folder: String { cache.folder.path }

    /// The estimated size of a text's sound: a second has 2.6 words and 6,000 bytes of MP3.
    nonisolated package func bytes(ofWords count: Int) -> Int { count * (format == .mp3 ? 2_300 : 17_000) }

    /// All voices, natural ones first. Throws `SpeechError` (`noEngine`, if there are none).
    package func voices() async throws -> [SpeechVoice] { try await narrator.voices() }

    /// The voice for a document: the chosen one, otherwise one for its language, English if unknown. Throws `SpeechError`.
    package func voice(_ chosen: String?, for language: String?) async throws -> SpeechVoice {
        let voices = try await voices()
        if let chosen, let found = voices.first(where: { $0.identifier == chosen }) { return found }
        guard let found = voices.voice(for: language ?? "en") else {
            throw SpeechError(.noVoice, "there is no voice for '\(language ?? "en")'")
        }
        return found
    }

    /// The sound and its voice, which differs from the requested one if a natural voice's engine fails. Throws `SpeechError`.
    package func sound(
        of part: DocumentPart, _ manner: ReadingManner, with voice: SpeechVoice, for person: Person.ID
    ) async throws -> (PartSound, SpeechVoice) {
        do { return (try await made(part, manner, voice, for: person), voice) } catch let failure as VoiceFailure {
            guard failure.voice.isNatural, [.noEngine, .engine, .died, .refused].contains(failure.error.code) else { throw failure.error }
            // A single damaged voice doesn't disable the engine.
            if failure.error.code != .refused { await narrator.spare(failure.voice, after: failure.error) }
            let isOwn = failure.voice == voice
            let other = isOwn ? try await self.voice(nil, for: manner.language) : voice
            var manner = manner
            manner.followsLanguages = manner.followsLanguages && isOwn
            do { return (try await made(part, manner, other, for: person), other) } catch let failure as VoiceFailure {
                throw failure.error
            }
        }
    }

    /// Throws `SpeechError`.
    package func sound(of part: DocumentPart, with voice: SpeechVoice, for person: Person.ID) async throws -> PartSound {
        do { return try await made(part, ReadingManner(), voice, for: person) } catch let failure as VoiceFailure { throw failure.error }
    }

    /// Throws `SpeechError`, or `VoiceFailure`.
    private func made(_ part: DocumentPart, _ manner: ReadingManner, _ voice: SpeechVoice, for person: Person.ID) async throws -> PartSound
    {
        let key = Self.key(of: part, manner, by: voice, of: try await voices())
        if let task = underWay[key]?.task { return try await task.value }
        if let name = names[key], let kept = kept(name) { return kept }
        guard underWay.count < Self.limit, underWay.values.count(where: { $0.person == person }) < Self.share else {
            throw SpeechError(.busy, "too many parts are being made")
        }
        let task = Task { try await readAndMade(part, manner, voice, key) }
        underWay[key] = (task, person)
        defer { underWay[key] = nil }
        return try await task.value
    }

    private func readAndMade(_ part: DocumentPart, _ manner: ReadingManner, _ voice: SpeechVoice, _ key: String) async throws -> PartSound {
        let sentences = try await reading(of: part, manner, by: voice)
        let name = Self.name(of: sentences, voice)
        if names.count >= Self.nameLimit { names = [:] }
        names[key] = name
        if let task = beingMade[name] { return try await task.value }
        if let kept = kept(name) { return kept }
        let task = Task { try await make(sentences, as: name) }
        beingMade[name] = task
        defer { beingMade[name] = nil }
        return try await task.value
    }

    /// The spoken sentences of a part with their voices; passages clearly in another language use another voice. Throws `SpeechError`.
    func reading(of part: DocumentPart, _ manner: ReadingManner, by voice: SpeechVoice) async throws -> [SaidByVoice] {
        let voices = try await voices()
        readingCount += 1
        return try await BlockingWork.run { manner.said(part, by: voice, of: voices) }
    }

    private func kept(_ name: String) -> PartSound? {
        // The sound is touched first: if its times are missing, it is generated again under the same name and must not be evicted next.
        guard cache.use("\(name).\(format.rawValue)"), let times = cache.bytes(named: "\(name).json"),
            let kept = try? JSONDecoder().decode(Kept.self, from: Data(times))
        else { return nil }
        return PartSound(file: "\(name).\(format.rawValue)", format: format, times: kept.times, isApproximate: kept.approximate)
    }

    /// The data stored beside the sound.
    private struct Kept: Codable {
        let times: [Int]
        let approximate: Bool
    }

    nonisolated private func make(_ sentences: [SaidByVoice], as name: String) async throws -> PartSound {
        let file = "\(name).\(format.rawValue)"
        let beginning = try await speak(sentences[0])
        let sampleRate = beginning.sampleRate
        var timing = SpokenTiming(sampleRate: sampleRate, lead: format.lead)
        let url = cache.folder.appendingPathComponent(file)
        let sound = try await BlockingWork.run { [format] in try SoundFile(url, format, sampleRate: sampleRate) }
        var (times, own): ([Int], Int) = ([], 0)
        do {
            for (index, one) in sentences.enumerated() {
                // Voices have different sample rates.
                let speech = index == 0 ? beginning : try await speak(one).resampled(to: sampleRate)
                let pause = one.sentence.endsParagraph ? timing.paragraphPause : 0
                let samples = speech.sound + [UInt8](repeating: 0, count: 2 * pause)
                try await BlockingWork.run { try sound.append(samples) }
                own += speech.times.isOwn.count { $0 }
                // Rounded down, so it is never late.
                times += timing.ranges(of: speech, pause: pause).map { Int(clamping: ($0.lowerBound * 1000).rounded(.down)) }
            }
            try await BlockingWork.run { try sound.finish() }
        } catch {
            sound.cancel()
            if let error = error as? SpeechError, [.storage, .noRoom].contains(error.code) {
                logger.error("the sound of a document can’t be kept", metadata: ["error": "\(error)"])
            }
            throw error
        }
        times.append(Int(clamping: (timing.seconds * 1000).rounded(.down)))
        let made = PartSound(file: file, format: format, times: times, isApproximate: own == 0)
        cache.keep(Array(try JSONEncoder().encode(Kept(times: times, approximate: own == 0))), named: "\(name).json")
        cache.keep(fileNamed: file)
        return made
    }

    /// Throws `VoiceFailure`.
    nonisolated private func speak(_ one: SaidByVoice) async throws -> SpokenSentence {
        do { return try await speak(one.sentence, one.voice) } catch let error as SpeechError {
            throw VoiceFailure(voice: one.voice, error: error)
        }
    }

    /// Speaks a single sentence without caching, with the times of the displayed words. Throws `SpeechError`.
    nonisolated func speak(_ sentence: SaidSentence, _ voice: SpeechVoice) async throws -> SpokenSentence {
        try await narrator.speak(sentence, with: voice)
    }

    /// A hash of all inputs that determine the spoken text and voices. Equal keys imply equal names.
    static func key(of part: DocumentPart, _ manner: ReadingManner, by voice: SpeechVoice, of voices: [SpeechVoice]) -> String {
        var hash = SHA256()
        // Lists and texts are length-prefixed, so their content can't imitate a boundary.
        func add(_ texts: [String]) {
            hash.update(data: Data("\(texts.count);".utf8))
            for text in texts { hash.update(data: Data("\(text.utf8.count):\(text)".utf8)) }
        }
        add([voice.identifier, manner.language ?? "", manner.followsLanguages ? "follows" : "", manner.saysValues ? "values" : ""])
        if manner.followsLanguages { add(voices.map(\.identifier)) }
        add(manner.rules.rules.flatMap { [$0.kind.rawValue, $0.text, $0.said, $0.matchesCase ? "case" : ""] })
        add(manner.leaving.kinds.map(\.rawValue).sorted())
        add(manner.leaving.read.map(String.init))
        for sentence in part.sentences {
            add(sentence.words)
            add(sentence.joined.map(String.init) + [sentence.endsParagraph ? "ends" : ""])
            add(sentence.passages.flatMap { [$0.kind.rawValue, "\($0.words)", "\($0.start)"] })
        }
        return String(hexadecimal: hash.finalize())
    }

    /// A hash of the spoken text, the voices, and the displayed words where they differ, because the times refer to those. It reveals none
    /// of them.
    static func name(of sentences: [SaidByVoice], _ voice: SpeechVoice) -> String {
        var hash = SHA256()
        hash.update(data: Data("\(version)\0\(voice.edition)\0".utf8))
        for one in sentences {
            let sentence = one.sentence
            if one.voice != voice { hash.update(data: Data("\u{2}\(one.voice.edition)\0".utf8)) }
            for word in sentence.words { hash.update(data: Data("\(word)\0".utf8)) }
            if !sentence.isAsWritten { for word in ["\u{1}"] + sentence.shown { hash.update(data: Data("\(word)\0".utf8)) } }
            hash.update(data: Data(sentence.endsParagraph ? "\n\n".utf8 : "\n".utf8))
        }
        return String(hexadecimal: hash.finalize())
    }
}
