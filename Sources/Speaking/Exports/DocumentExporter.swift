package import Foundation
import Logging
package import LongJobs
package import Records
import ServiceLifecycle
package import Storage

/// Exports whole documents as sound files, one at a time, as visible jobs, and keeps the files for a limited time.
///
/// A service. Files are named by their export's number, which is never reused. An export interrupted by a shutdown restarts.
package actor DocumentExporter: Service {
    nonisolated package let folder: URL
    nonisolated private let maker: PartMaker
    nonisolated private let store: Store
    private let jobs: Jobs
    private let now: Now
    private let news = Bell()
    private let logger = Logger(label: "tidings.exports")
    /// The export in progress.
    private var making: (id: DocumentExport.ID, task: Task<Void, any Error>, report: JobReport?)?

    private static let attempts = 3
    private static let pause = Duration.seconds(300)
    /// How often and how long to retry a sentence while listeners have priority.
    private static let (asks, again) = (600, Duration.seconds(1))

    /// Throws if the folder can't be created.
    package init(in folder: URL, maker: PartMaker, store: Store, jobs: Jobs, now: @escaping Now = Timestamp.system) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        (self.folder, self.maker, self.store, self.jobs, self.now) = (folder, maker, store, jobs, now)
        // Drafts left by an earlier process.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(".") {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Whether ffmpeg, which creates the files, is installed.
    nonisolated package var canMake: Bool { SoundFile.ffmpeg() != nil }

    // MARK: What people do

    /// Adds an export through the person's store.
    package func add(
        _ format: DocumentExport.Format, of id: StoredDocument.ID, for person: Person.ID, anew: Bool = false, through store: Store
    ) async throws -> DocumentStore.AddedExport {
        let added = try await store.documents.addExport(format, of: id, for: person, anew: anew, at: now())
        news.ring()
        return added
    }

    /// Cancels exports that were deleted from the store and removes their files.
    package func tidy() async throws {
        if let making, try await store.documents.allExports().contains(where: { $0.id == making.id }) == false, self.making?.id == making.id
        {
            making.task.cancel()
        }
        news.ring()
    }

    /// Finished parts of the total; nil while the export waits.
    package func progress(of id: DocumentExport.ID) -> LongJob.Progress? {
        guard let making, making.id == id else { return nil }
        return making.report?.progress
    }

    nonisolated package static func name(of export: DocumentExport) -> String { "\(export.id).\(export.format.ending)" }

    // MARK: The service

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await self.removeFiles()
                    try await self.makeAll()
                } catch is CancellationError {} catch {
                    self.logger.error("documents can’t be exported", metadata: ["error": "\(error)"])
                }
                await self.news.wait(atMost: Self.pause)
            }
        }
    }

    /// Processes the queue, alternating between people.
    private func makeAll() async throws {
        var last: Person.ID?
        while !Task.isCancelled {
            let waiting = try await store.documents.allExports().filter { $0.state == .making }
            guard let next = waiting.first(where: { $0.person != last }) ?? waiting.first else { return }
            last = next.person
            try await make(next)
            try await removeFiles()
        }
    }

    private func make(_ export: DocumentExport) async throws {
        // An export that repeatedly crashes the process is abandoned.
        guard try await store.documents.beginExport(export.id) <= Self.attempts else {
            return try await store.documents.failExport(export.id, .voice)
        }
        let subject = DocumentLibrary.subject
        let task = Task {
            try await jobs.run(.exports, about: subject, for: export.person) { report in
                await self.begin(export.id, report)
                try await self.write(export, report)
            }
        }
        making = (export.id, task, nil)
        defer { making = nil }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch let error as SpeechError {
            logger.error("an export can’t be made", metadata: ["export": "\(export.id)", "error": "\(error)"])
            try await store.documents.failExport(export.id, .init(error))
        } catch is CancellationError {
            // If the server stops, the export restarts at the next start. Otherwise its person cancelled it.
            if Task.isCancelled {
                let noting = Task { try await store.documents.interruptExport(export.id) }
                _ = await noting.result
                throw CancellationError()
            }
            try await store.documents.failExport(export.id, .cancelled)
        }
    }

    private func begin(_ id: DocumentExport.ID, _ report: JobReport) { if making?.id == id { making?.report = report } }

    // MARK: Files

    nonisolated private func write(_ export: DocumentExport, _ report: JobReport) async throws {
        guard let document = try await store.documents.document(export.document, of: export.person), let extent = document.extent else {
            throw CancellationError()
        }
        let voice = try await maker.voice(document.voice, for: extent.language)
        let rules = try await store.documents.pronunciations(of: export.person).map(\.rule)
        let manner = ReadingManner(
            Pronouncing(rules), language: extent.language, followsLanguages: document.followsLanguages, leaving: document.leaving)
        let starts = try await store.documents.documentPartStarts(document.id)
        let chapters = DocumentPieces.pieces(
            try await store.documents.documentChapters(document.id), partStarts: starts, words: extent.words)
        let file = folder.appendingPathComponent(Self.name(of: export))
        var (writer, next): (ExportWriter?, Int) = (nil, 0)
        do {
            for number in starts.indices {
                report.say(number, of: starts.count)
                // The document was deleted in the meantime.
                guard let part = try await store.documents.documentPart(number, of: document.id) else { throw CancellationError() }
                let reading = try await maker.reading(of: part, manner, by: voice)
                for (one, word) in zip(reading, part.sentenceStarts) {
                    try Task.checkCancellation()
                    let sentence = one.sentence
                    var speech = try await said(one, else: voice)
                    let begun =
                        try writer
                        ?? ExportWriter(
                            export.format, to: file, title: document.title, chapters: chapters.count, sampleRate: speech.sampleRate)
                    writer = begun
                    speech = speech.resampled(to: begun.sampleRate)
                    var chapter: String?
                    if next < chapters.count, chapters[next].word <= word {
                        chapter = Self.title(chapters[next], sentence)
                        next += 1
                    }
                    let pause = sentence.endsParagraph ? SpokenTiming(sampleRate: speech.sampleRate).paragraphPause : 0
                    let sound = speech.sound + [UInt8](repeating: 0, count: 2 * pause)
                    try await BlockingWork.run { [chapter] in
                        if let chapter { try begun.begin(chapter) }
                        try begun.append(sound)
                    }
                }
            }
            report.say(starts.count, of: starts.count)
            try Task.checkCancellation()
            guard let finished = writer else { throw CancellationError() }
            let (made, bytes) = try await BlockingWork.run { try finished.finish() }
            chmod(file.path, 0o600)
            let edition = document.edition(by: voice.documentEdition, rules)
            let whole = DocumentExport.Made(bytes: bytes, at: now(), voice: voice.identifier, chapters: made, edition: edition)
            guard try await store.documents.finishExport(export.id, whole) else { throw CancellationError() }
        } catch {
            writer?.cancel()
            unlink(file.path)
            throw error
        }
    }

    /// Uses the document's voice if the voice for another language fails.
    nonisolated private func said(_ one: SaidByVoice, else voice: SpeechVoice) async throws -> SpokenSentence {
        do { return try await said(one.sentence, one.voice) } catch let error as SpeechError {
            guard one.voice != voice else { throw error }
            return try await said(one.sentence, voice)
        }
    }

    /// Yields to listeners' sentences.
    nonisolated private func said(_ sentence: SaidSentence, _ voice: SpeechVoice) async throws -> SpokenSentence {
        for _ in 0..<Self.asks {
            do { return try await maker.say(sentence, voice) } catch let error as SpeechError where error.code == .busy {
                try await Task.sleep(for: Self.again)
            }
        }
        return try await maker.say(sentence, voice)
    }

    /// The chapter's title; an untitled chapter is named by its first words.
    private static func title(_ chapter: DocumentChapter, _ sentence: SaidSentence) -> String {
        guard chapter.title.isEmpty else { return chapter.title }
        let words = sentence.heard.isEmpty ? sentence.shown : sentence.heard
        return words.prefix(8).joined(separator: " ").limited(to: StoredDocument.Limits.title)
    }

    /// Removes files without an export, exports without a file, and expired exports.
    private func removeFiles() async throws {
        var known = try await store.documents.allExports()
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") })
        let leaving = Set(
            DocumentExport.leaving(known, at: now()).map(\.id)
                + known.filter { $0.made != nil && !files.contains(Self.name(of: $0)) }.map(\.id))
        try await store.documents.dropExports(leaving.sorted())
        known.removeAll { leaving.contains($0.id) }
        let kept = Set(known.map(Self.name))
        for name in files where !kept.contains(name) { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
    }
}

extension DocumentExport.Fault {
    init(_ error: SpeechError) {
        self =
            switch error.code {
            case .noEngine: .noEngine
            case .noVoice: .noVoice
            case .storage: .storage
            default: .voice
            }
    }
}
