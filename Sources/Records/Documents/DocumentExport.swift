/// A whole document as audio in one file. Made as a job on request, and stored for a limited time.
package struct DocumentExport: Hashable, Sendable, Identifiable {
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// A ZIP archive with an MP3 file for each chapter.
        case mp3
        /// One audiobook with chapters.
        case m4b

        /// The file's extension.
        package var ending: String { self == .mp3 ? "zip" : rawValue }
    }

    package enum State: Hashable, Sendable {
        /// Being made, or waiting to be made.
        case making
        case ready(Made)
        case failed(Fault)
    }

    /// A finished export.
    package struct Made: Hashable, Sendable {
        /// Size of the file.
        package let bytes: Int
        package let at: Timestamp
        /// The voice that speaks (`SpeechVoice.identifier`).
        package let voice: String
        package let chapters: [Chapter]
        /// The edition it was made from (`StoredDocument.edition`); nil for exports from before editions were recorded.
        package let edition: String?

        package init(bytes: Int, at: Timestamp, voice: String, chapters: [Chapter], edition: String? = nil) {
            (self.bytes, self.at, self.voice, self.chapters, self.edition) = (bytes, at, voice, chapters, edition)
        }

        /// Whether a new export, from this edition with this voice, would differ.
        package func isOutdated(now edition: String, by voice: String) -> Bool {
            self.edition.map { $0 != edition } ?? (self.voice != voice)
        }
    }

    package struct Chapter: Hashable, Codable, Sendable {
        package let title: String
        package let milliseconds: Int
        /// Offset of its MP3 file in the archive, where it is stored uncompressed; nil in an audiobook.
        package let offset: Int?
        package let bytes: Int?

        package init(title: String, milliseconds: Int, offset: Int? = nil, bytes: Int? = nil) {
            (self.title, self.milliseconds, self.offset, self.bytes) = (title, milliseconds, offset, bytes)
        }

        package var range: Range<Int>? {
            guard let offset, let bytes, offset >= 0, bytes > 0 else { return nil }
            return offset..<offset + bytes
        }
    }

    /// Why an export can't be made.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        /// No speech engine or no encoder is installed.
        case noEngine = "no-engine"
        /// There is no voice for the language.
        case noVoice = "no-voice"
        /// The voice failed.
        case voice
        /// The disk is full.
        case storage
        case cancelled
    }

    package let id: Int64
    package let document: StoredDocument.ID
    package let person: Person.ID
    package let format: Format
    package let asked: Timestamp
    package let state: State

    package init(
        id: Int64, document: StoredDocument.ID, person: Person.ID, format: Format, asked: Timestamp, state: State
    ) {
        (self.id, self.document, self.person, self.format) = (id, document, person, format)
        (self.asked, self.state) = (asked, state)
    }

    package var made: Made? { if case .ready(let made) = state { made } else { nil } }

    /// Limits for stored and waiting exports.
    package enum Limits {
        /// Bytes of one person's files, and of all people's files.
        package static let (ownBytes, allBytes) = (3_000_000_000, 10_000_000_000)
        package static let time = Duration.seconds(30 * 86_400)
        /// Exports of one person that are running or waiting.
        package static let waiting = 10
    }

    /// The exports to remove: expired ones, and the oldest beyond the size limits. A person's only export stays, regardless of its size.
    package static func leaving(_ all: [DocumentExport], at now: Timestamp) -> [DocumentExport] {
        var (own, total, leaving): ([Person.ID: Int], Int, [DocumentExport]) = ([:], 0, [])
        let known = all.compactMap { export in export.made.map { (export: export, made: $0) } }
        for (export, made) in known.sorted(by: { ($0.made.at, $0.export.id) > ($1.made.at, $1.export.id) }) {
            let kept = own[export.person] ?? 0
            let isOver = made.at + Limits.time <= now
            let isTooMuch = kept > 0 && kept + made.bytes > Limits.ownBytes || total > 0 && total + made.bytes > Limits.allBytes
            guard !isOver, !isTooMuch else {
                leaving.append(export)
                continue
            }
            own[export.person] = kept + made.bytes
            total += made.bytes
        }
        return leaving
    }
}
