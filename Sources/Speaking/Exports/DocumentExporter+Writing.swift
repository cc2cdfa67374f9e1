import Foundation
import LongJobs
import Operating
import Records
import Storage
import Synchronization

/// Writes one export: its parts in turn with those of other people.
extension DocumentExporter {
    /// How often and how long to retry a sentence while listeners have priority.
    private static let (asks, again) = (600, Duration.seconds(1))

    nonisolated func write(_ export: DocumentExport, _ report: JobReport) async throws {
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
        let cover = document.hasCover ? covers.map { DocumentLibrary.cover(document.id, in: $0) } : nil
        // The date of a mail isn't a description.
        let about = document.kind == .mail ? DocumentAbout(author: document.about.author) : document.about
        let open = OpenExport(
            format: export.format, title: document.title, about: about, cover: cover, file: file, chapters: chapters, manner: manner,
            voice: voice)
        do {
            for number in starts.indices {
                report.update(number, of: starts.count)
                // The document was deleted in the meantime.
                guard let part = try await store.documents.documentPart(number, of: document.id) else { throw CancellationError() }
                try await semaphore.run(for: "\(export.person)") { try await write(part, to: open) }
            }
            report.update(starts.count, of: starts.count)
            try Task.checkCancellation()
            guard let finished = open.written.state.withLock({ $0.writer }) else { throw CancellationError() }
            let (made, bytes) = try await BlockingWork.run { try finished.finish() }
            chmod(file.path, 0o600)
            let edition = document.edition(by: voice.documentEdition, rules)
            let whole = DocumentExport.Made(bytes: bytes, at: now(), voice: voice.identifier, chapters: made, edition: edition)
            guard try await store.documents.finishExport(export.id, whole) else { throw CancellationError() }
        } catch {
            open.written.state.withLock { $0.writer?.cancel() }
            unlink(file.path)
            throw error
        }
    }

    /// An export being written, and its progress.
    private struct OpenExport: Sendable {
        let format: DocumentExport.Format
        let title: String
        let about: DocumentAbout
        let cover: URL?
        let file: URL
        let chapters: [DocumentChapter]
        let manner: ReadingManner
        let voice: SpeechVoice
        let written = Written()

        final class Written: Sendable {
            let state = Mutex<(writer: ExportWriter?, chapters: Int)>((nil, 0))
        }
    }

    nonisolated private func write(_ part: DocumentPart, to open: OpenExport) async throws {
        let reading = try await maker.reading(of: part, open.manner, by: open.voice)
        for (one, word) in zip(reading, part.sentenceStarts) {
            try Task.checkCancellation()
            let sentence = one.sentence
            var speech = try await said(one, else: open.voice)
            let (writer, chapter) = try open.written.state.withLock { [speech] written in
                let writer =
                    try written.writer
                    ?? ExportWriter(
                        open.format, to: open.file, title: open.title, about: open.about, cover: open.cover, chapters: open.chapters.count,
                        sampleRate: speech.sampleRate)
                written.writer = writer
                var chapter: String?
                if written.chapters < open.chapters.count, open.chapters[written.chapters].word <= word {
                    chapter = Self.title(open.chapters[written.chapters], sentence)
                    written.chapters += 1
                }
                return (writer, chapter)
            }
            speech = speech.resampled(to: writer.sampleRate)
            let pause = sentence.endsParagraph ? SpokenTiming(sampleRate: speech.sampleRate).paragraphPause : 0
            let sound = speech.sound + [UInt8](repeating: 0, count: 2 * pause)
            try await BlockingWork.run { [chapter] in
                if let chapter { try writer.begin(chapter) }
                try writer.append(sound)
            }
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
            do { return try await maker.speak(sentence, voice) } catch let error as SpeechError where error.code == .busy {
                try await Task.sleep(for: Self.again)
            }
        }
        return try await maker.speak(sentence, voice)
    }

    /// The chapter's title; an untitled chapter is named by its first words.
    private static func title(_ chapter: DocumentChapter, _ sentence: SaidSentence) -> String {
        guard chapter.title.isEmpty else { return chapter.title }
        let words = sentence.heard.isEmpty ? sentence.shown : sentence.heard
        return words.prefix(8).joined(separator: " ").limited(to: StoredDocument.Limits.title)
    }
}
