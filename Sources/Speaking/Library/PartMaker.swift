import Crypto
package import Foundation
import Operating
package import Records

/// The sound of a part of a document.
package struct PartSound: Hashable, Sendable {
    /// Its file in `PartMaker.folder`.
    package let file: String
    package let format: SoundFormat
    /// When each of the part's words begins, and the last one ends, in milliseconds.
    package let times: [Int]
    /// Whether the engine doesn't tell when words begin: then each has its share of its sentence, by letters.
    package let isApproximate: Bool
}

/// Makes the sound of parts when it is asked for, and keeps it for a while.
///
/// A part that several ask for is made once, to its end. So many are made or wait at once, fewer for one person; what comes beyond that is refused
/// (`SpeechError`, `busy`). The name of a sound tells what is said and the voice: another text has another sound, and so has another rule for what is said.
///
/// What is said of a part takes long to find where a person has many rules. So a part that was asked for lately is known by what it is said from (`key`), and what
/// costs is done only for a part that isn't ready, within the person's share.
package actor PartMaker {
    private let narrator: Narrator
    private let cache: FileCache
    private let format: SoundFormat
    /// By key; and by name, as different rules may say the same.
    private var underWay: [String: (task: Task<PartSound, any Error>, person: Person.ID)] = [:]
    private var beingMade: [String: Task<PartSound, any Error>] = [:]
    /// The names of sounds by key. All are forgotten when there are too many.
    private var names: [String: String] = [:]
    private static let nameLimit = 10_000
    /// How often it was found out what is said of a part.
    private(set) var readingCount = 0

    /// Part of the names of sounds: another way to make them all, another number.
    private static let version = 4
    package static let byteLimit = 1 << 30
    private static let (limit, share) = (12, 4)

    /// MP3 if there is ffmpeg, else WAVE.
    package init(_ narrator: Narrator, keptIn folder: URL, atMost limit: Int = byteLimit, ffmpeg: URL? = SoundFile.ffmpeg()) {
        self.narrator = narrator
        cache = FileCache(in: folder, atMost: limit)
        format = ffmpeg == nil ? .wav : .mp3
    }

    nonisolated package var folder: String { cache.folder.path }

    /// As many as the sound of a text has, more or less: 2.6 words and 6,000 bytes of MP3 are a second.
    nonisolated package func bytes(ofWords count: Int) -> Int { count * (format == .mp3 ? 2_300 : 17_000) }

    /// All voices, natural ones first. Throws `SpeechError` (`noEngine`, if there are none).
    package func voices() async throws -> [SpeechVoice] { try await narrator.voices() }

    /// The voice that reads a document: the one that was chosen, else one for its language, English if that isn't known. Throws `SpeechError`.
    package func voice(_ chosen: String?, for language: String?) async throws -> SpeechVoice {
        let voices = try await voices()
        if let chosen, let found = voices.first(where: { $0.identifier == chosen }) { return found }
        guard let found = voices.voice(for: language ?? "en") else {
            throw SpeechError(.noVoice, "there is no voice for '\(language ?? "en")'")
        }
        return found
    }

    /// The sound, and the voice that it is in: another one if the engine of a natural voice fails. Throws `SpeechError`.
    package func sound(
        of part: DocumentPart, _ manner: ReadingManner, with voice: SpeechVoice, for person: Person.ID
    ) async throws -> (PartSound, SpeechVoice) {
        do { return (try await made(part, manner, voice, for: person), voice) } catch let failure as VoiceFailure {
            guard failure.voice.isNatural, [.noEngine, .engine, .died, .refused].contains(failure.error.code) else { throw failure.error }
            // One damaged voice says nothing of the others.
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

    /// What is said of a part, and by whom: what is clearly in another language by another voice. Throws `SpeechError`.
    func reading(of part: DocumentPart, _ manner: ReadingManner, by voice: SpeechVoice) async throws -> [SaidByVoice] {
        let voices = try await voices()
        readingCount += 1
        return try await BlockingWork.run { manner.said(part, by: voice, of: voices) }
    }

    private func kept(_ name: String) -> PartSound? {
        // The sound first: one whose times are gone is made again under its name, and must not be the next to go.
        guard cache.use("\(name).\(format.rawValue)"), let times = cache.bytes(named: "\(name).json"),
            let kept = try? JSONDecoder().decode(Kept.self, from: Data(times))
        else { return nil }
        return PartSound(file: "\(name).\(format.rawValue)", format: format, times: kept.times, isApproximate: kept.approximate)
    }

    /// What is kept beside the sound.
    private struct Kept: Codable {
        let times: [Int]
        let approximate: Bool
    }

    nonisolated private func make(_ sentences: [SaidByVoice], as name: String) async throws -> PartSound {
        let file = "\(name).\(format.rawValue)"
        let beginning = try await say(sentences[0])
        let sampleRate = beginning.sampleRate
        var timing = SpokenTiming(sampleRate: sampleRate, lead: format.lead)
        let url = cache.folder.appendingPathComponent(file)
        let sound = try await BlockingWork.run { [format] in try SoundFile(url, format, sampleRate: sampleRate) }
        var (times, own): ([Int], Int) = ([], 0)
        do {
            for (index, one) in sentences.enumerated() {
                // Voices differ in how many samples they have.
                let speech = index == 0 ? beginning : try await say(one).resampled(to: sampleRate)
                let pause = one.sentence.endsParagraph ? timing.paragraphPause : 0
                let samples = speech.sound + [UInt8](repeating: 0, count: 2 * pause)
                try await BlockingWork.run { try sound.append(samples) }
                own += speech.times.isOwn.count { $0 }
                // Never later than it is.
                times += timing.ranges(of: speech, pause: pause).map { Int(clamping: ($0.lowerBound * 1000).rounded(.down)) }
            }
            try await BlockingWork.run { try sound.finish() }
        } catch {
            sound.cancel()
            throw error
        }
        times.append(Int(clamping: (timing.seconds * 1000).rounded(.down)))
        let made = PartSound(file: file, format: format, times: times, isApproximate: own == 0)
        cache.keep(Array(try JSONEncoder().encode(Kept(times: times, approximate: own == 0))), named: "\(name).json")
        cache.keep(fileNamed: file)
        return made
    }

    /// Throws `VoiceFailure`.
    nonisolated private func say(_ one: SaidByVoice) async throws -> SpokenSentence {
        do { return try await say(one.sentence, one.voice) } catch let error as SpeechError {
            throw VoiceFailure(voice: one.voice, error: error)
        }
    }

    /// A sentence by itself, which isn't kept, with the times of the words that are shown. Throws `SpeechError`.
    nonisolated func say(_ sentence: SaidSentence, _ voice: SpeechVoice) async throws -> SpokenSentence {
        try await narrator.say(sentence, with: voice)
    }

    /// Of all that decides what is said, and by whom: where the key is the same, the name of the sound is too.
    static func key(of part: DocumentPart, _ manner: ReadingManner, by voice: SpeechVoice, of voices: [SpeechVoice]) -> String {
        var hash = SHA256()
        // Each list with its length, and each text too: what stands in one is no end of it.
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

    /// Of what is said, of who else says it, and of what is shown where that is something else, as the times are of those words. Reveals nothing of all that.
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
