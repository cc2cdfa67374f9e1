import Foundation
import Records
import Synchronization

/// Writes an export from the sound of sentences: an audiobook with chapters, or an archive with one MP3 file per chapter.
///
/// Used by one task, which must call `finish` or `cancel`; blocks its thread. Unfinished files have names that start with a dot. Throws
/// `SpeechError`.
final class ExportWriter: Sendable {
    private struct State {
        var sound: SoundFile?
        var chapters: [DocumentExport.Chapter] = []
        /// Samples before the current chapter, and in it.
        var (before, samples) = (0, 0)
        var name = ""
        var starts: [SoundChapter] = []
    }

    private let title: String
    /// Metadata of the whole: the author and a description, if known.
    private let tags: [(name: String, text: String)]
    /// A JPEG or PNG for an audiobook.
    private let cover: URL?
    let sampleRate: Int
    private let file: URL
    private let count: Int
    /// nil for an audiobook.
    private let archive: ZipWriter?
    private let state = Mutex(State())

    /// `title` is the document's; `count` is the number of chapters.
    init(
        _ format: DocumentExport.Format, to file: URL, title: String, about: DocumentAbout = DocumentAbout(), cover: URL? = nil,
        chapters count: Int, sampleRate: Int
    ) throws {
        let said = [("artist", about.author), ("album_artist", about.author), ("comment", about.summary), ("description", about.summary)]
        tags = said.filter { !$0.1.isEmpty }.map { (name: $0.0, text: $0.1) }
        self.cover = cover
        (self.title, self.file, self.count, self.sampleRate) = (title, file, count, sampleRate)
        archive = format == .mp3 ? try ZipWriter(file) : nil
    }

    func begin(_ chapter: String) throws {
        try state.withLock { state in
            try close(&state)
            let number = "\(state.chapters.count + 1)/\(count)"
            if archive != nil {
                state.sound = try SoundFile(
                    draft, .mp3, sampleRate: sampleRate,
                    tags: [("title", chapter), ("album", title), ("track", number), ("genre", "Audiobook")] + tags)
            } else {
                if state.sound == nil {
                    let all: [(name: String, text: String)] = [("title", title), ("album", title), ("genre", "Audiobook")] + tags
                    state.sound = try SoundFile(file, .m4b, sampleRate: sampleRate, tags: all, cover: cover)
                }
                state.starts.append(SoundChapter(start: state.before, title: chapter))
            }
            state.name = chapter
        }
    }

    /// Appends samples to the current chapter.
    func append(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            try state.sound?.append(bytes)
            state.samples += bytes.count / 2
        }
    }

    /// Returns the chapters and the size in bytes.
    func finish() throws -> (chapters: [DocumentExport.Chapter], bytes: Int) {
        try state.withLock { state in
            try close(&state)
            if let archive { return (state.chapters, try archive.finish()) }
            try state.sound?.finish(chapters: state.starts)
            state.sound = nil
            return (state.chapters, try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
    }

    func cancel() {
        state.withLock { state in
            state.sound?.cancel()
            state.sound = nil
        }
        archive?.cancel()
        unlink(draft.path)
    }

    /// The file of the current chapter until it is in the archive.
    private var draft: URL { file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).mp3") }

    /// Whether a file with this name is a draft, of any export.
    static func isDraft(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(".mp3") }

    /// Ends the current chapter.
    private func close(_ state: inout State) throws {
        guard let sound = state.sound else { return }
        let milliseconds = state.samples * 1000 / sampleRate
        if let archive {
            try sound.finish()
            state.sound = nil
            let number = String(state.chapters.count + 1)
            let digits = String(repeating: "0", count: max(0, String(count).count - number.count)) + number
            let place = try archive.append(draft, named: "\(digits) \(Self.plain(state.name)).mp3")
            unlink(draft.path)
            state.chapters.append(.init(title: state.name, milliseconds: milliseconds, offset: place.lowerBound, bytes: place.count))
        } else {
            state.chapters.append(.init(title: state.name, milliseconds: milliseconds))
        }
        (state.before, state.samples) = (state.before + state.samples, 0)
    }

    /// The title as a file name that is valid on every system.
    static func plain(_ title: String) -> String {
        let odd = Set("/\\:*?\"<>|".unicodeScalars)
        let scalars = title.unicodeScalars.map { scalar -> Character in
            odd.contains(scalar) || scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        let words = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(words.limited(to: 60).reversed().drop { $0 == "." || $0 == " " }.reversed())
    }
}
