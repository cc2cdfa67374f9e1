import Dispatch
package import Foundation
package import Operating
package import Records

/// Renders pictures of PDF pages on demand with poppler's `pdftoppm` and caches them.
///
/// Two run at once, for two people, each in a process with limits. The number of waiting requests is limited, in total and per person;
/// further ones are refused (`SpeechError`, `busy`). A page that failed to render isn't tried again until the server restarts.
package actor PagePictures {
    /// Pixels of the longer side.
    package enum Size: Int, CaseIterable, Sendable {
        case cover = 240
        case page = 1200
    }

    private let program: URL
    private let cache: FileCache
    private var underWay: [String: Task<ProgramOutput.Outcome, any Error>] = [:]
    private var failed: Set<String> = []
    private let semaphore: FairSemaphore
    private let threads = DispatchQueue(label: "tidings.page-pictures", qos: .userInitiated, attributes: .concurrent)

    package static let byteLimit = 256 << 20
    private static let failedLimit = 10_000
    private static let (outputLimit, timeout) = (8 << 20, Duration.seconds(60))

    /// Returns nil if the program isn't installed.
    package init?(
        keptIn folder: URL, atMost limit: Int = byteLimit, program: URL? = ChildProcess.installed("pdftoppm"), widths: Widths = Widths()
    ) {
        guard let program else { return nil }
        self.program = program
        cache = FileCache(in: folder, atMost: limit)
        semaphore = FairSemaphore(.init(width: widths.pictures, ownWidth: widths.ownPictures, own: 32, waiting: 64))
    }

    /// A JPEG; nil if rendering fails. `content` identifies the file's content, pages count from 1. Throws `SpeechError` (`busy`).
    package func picture(of page: Int, _ size: Size, in file: URL, content: String, for person: Person.ID) async throws -> [UInt8]? {
        let name = "\(content)-\(page)-\(size.rawValue).jpeg"
        if let task = underWay[name] { return Self.jpeg(try await task.value) }
        if let kept = cache.bytes(named: name) { return kept }
        guard !failed.contains(name) else { return nil }
        let task = Task {
            do { return try await semaphore.run(for: "\(person)") { await self.run(page, size, file) } } catch is FairSemaphore.Refused {
                throw SpeechError(.busy, "too many pictures are being made")
            }
        }
        underWay[name] = task
        defer { underWay[name] = nil }
        let outcome = try await task.value
        if case .unavailable = outcome { return nil }
        let picture = Self.jpeg(outcome)
        if let picture { cache.keep(picture, named: name) } else if failed.count < Self.failedLimit { failed.insert(name) }
        return picture
    }

    private static func jpeg(_ outcome: ProgramOutput.Outcome) -> [UInt8]? {
        // The program exits with success even for some files that it can't read.
        guard case .written(let bytes) = outcome, bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        return bytes
    }

    nonisolated private func run(_ page: Int, _ size: Size, _ file: URL) async -> ProgramOutput.Outcome {
        let arguments = ["-jpeg", "-singlefile", "-f", "\(page)", "-l", "\(page)", "-scale-to", "\(size.rawValue)", file.path]
        return await withCheckedContinuation { continuation in
            threads.async { [program] in
                continuation.resume(
                    returning: ProgramOutput.run(program, arguments, atMost: Self.outputLimit, within: Self.timeout))
            }
        }
    }
}
