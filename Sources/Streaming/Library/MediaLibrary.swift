package import Foundation
import Logging
package import LongJobs
package import Operating
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// The media library: the operator's folders, the known details of their files, and the files made from them for playing.
///
/// A service. It scans the folders at its start, soon after something in them changes, every five minutes, and on request; new
/// and changed files are probed, a few at once, as a visible job. If a folder or subfolder can't be read, such as one on a
/// missing disk, its entries are kept. Of several servers one scans for all.
package struct MediaLibrary: Service {
    package let maker: SegmentMaker
    private let folders: [LibraryFolder]
    private let probe: Probe
    private let store: Store
    private let jobs: Jobs?
    private let roles: Roles
    private let now: Now
    private let pause: Duration
    private let news: AsyncSignal
    private let notes = NoteReader()
    /// Sent when the library's works may have changed.
    package let arranged = AsyncSignal()
    private let leftOut = LeftOut()
    /// Changes that it misses are found by the next scan.
    private let watch: InotifyWatch?
    private let logger = Logger(label: "tidings.media")

    /// The most files that are probed at once. ffprobe mostly spends its time starting.
    private let width: Int
    /// The most files that are stored at once, and how long the first of them may wait.
    private static let notedAtOnce = 50
    private static let longestWait = Duration.seconds(1)
    /// The least pause between scans, in which further changes may arrive: a scan of 50,000 files takes a second.
    private static let leastRest = Duration.seconds(1)
    private static let restsPerLook = 10
    package static let subject = LongJob.Subject(board: "media", title: "Media")

    /// `cache` is the folder for segments.
    package init(
        _ folders: [String], ffmpeg: FFmpeg, store: Store, jobs: Jobs? = nil, roles: Roles = .all, cache: URL,
        now: @escaping Now = Timestamp.system, pause: Duration = .seconds(300), widths: Widths = Widths()
    ) {
        self.folders = folders.map { LibraryFolder($0) }
        probe = Probe(ffmpeg)
        maker = SegmentMaker(ffmpeg, keptIn: cache, widths: widths, now: now)
        width = widths.probes
        (self.store, self.jobs, self.roles, self.now, self.pause) = (store, jobs, roles, now, pause)
        let news = AsyncSignal()
        self.news = news
        watch = InotifyWatch(label: "tidings.media", isNoticed: LibraryFolder.isNoticed) { _ in news.send() }
        if watch == nil { logger.notice("the system watches no more folders; new files show after a few minutes") }
    }

    /// Requests a scan soon.
    package func lookAgain() { news.send() }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await roles.serving(.media) {
                while !Task.isCancelled {
                    var looked = Duration.zero
                    do { looked = try await scan() } catch is CancellationError {} catch {
                        logger.error("the media folders can’t be looked through", metadata: ["error": "\(error)"])
                    }
                    let rest = max(Self.leastRest, looked * Self.restsPerLook)
                    guard await news.wait(atMost: pause) else { continue }
                    try? await Task.sleep(for: min(rest, pause))
                }
            }
        }
    }

    /// How many files of each folder are left out.
    private final class LeftOut: Sendable {
        let counts = Mutex<[String: Int]>([:])
    }

    /// A file that is new, changed or incompletely known.
    private struct Candidate: Sendable {
        let folder: LibraryFolder
        let found: LibraryFolder.Found
        /// The stored version of the file at this path.
        let known: MediaVersion?
        /// The file is unchanged since it was probed, and only lacks the content mark, which earlier versions didn't store.
        let lacksMarkOnly: Bool
    }

    /// A scanned folder.
    private struct Seen: Sendable {
        let folder: LibraryFolder
        let files: [LibraryFolder.Found]
        /// The stored versions, by path.
        var known: [ExactPath: MediaVersion]
    }

    /// The differences between the existing files and the stored ones.
    private struct Findings: Sendable {
        var candidates: [Candidate] = []
        /// Pictures beside files that had another picture, or none.
        var coverArt: [MediaFile.ID: String?] = [:]
        /// Versions of notes beside files that had other notes, or none.
        var notes: [MediaFile.ID: String?] = [:]
        /// The paths of files with changed notes, by folder.
        var noted: [String: Set<String>] = [:]

        /// The directories of the candidates and the changed notes, by folder: a file's neighbours affect its name.
        var directories: [String: Set<String>] {
            candidates.reduce(into: noted) { $0[$1.folder.path, default: []].insert(LibraryNames.directory(of: $1.found.path)) }
        }
    }

    /// Scans all folders once, and probes new files. Returns the duration of the scan, without the probing. Throws `StorageError`, and
    /// `CancellationError`.
    @discardableResult package func scan() async throws -> Duration {
        let began = ContinuousClock.now
        var hasGone = try await store.media.noteMedia(outside: folders.map(\.path), at: now())
        // The directories in which known files have disappeared or reappeared.
        var moved: [String: Set<String>] = [:]
        var room = MediaStore.mediaLimit
        var places: [String] = []
        var seen: [Seen] = []
        for folder in folders {
            do {
                let found = try await FolderCalls.looking(through: folder.path).answered { [room] steps in
                    try folder.scan(atMost: room) { try steps.step() }
                }
                let known = try await store.media.mediaVersions(of: folder.path)
                seen.append(Seen(folder: folder, files: found.files, known: known))
                places += found.folders
                room -= found.files.count
                tell(found.unreadable, of: folder)
                let noted = try await noteGone(seen[seen.count - 1])
                hasGone = hasGone || noted.hasGone
                moved[folder.path] = noted.directories
            } catch let error as StreamingError {
                logger.warning("a media folder is left as it was", metadata: ["folder": "\(folder.path)", "reason": "\(error)"])
            }
        }
        // The next scan finds entries added to a folder before it was watched.
        if let watch, (try? await FolderCalls.looking(through: "").run { [places] _ in watch.watch(places) }) == true { news.send() }
        var beside: [String: [String: NfoNotes]] = [:]
        for seen in seen { beside[seen.folder.path] = try await notes.notes(of: seen.files, in: seen.folder.path) }
        let names = LibraryNames(
            seen.map { ($0.folder.path, $0.files.map(\.path)) }, notes: beside, thisYear: now().calendarYear)
        var found = findings(among: seen)
        let others = found.directories.merging(moved) { $0.union($1) }
        if try await followMoves(to: found.candidates, hasGone: hasGone, names) {
            for index in seen.indices { seen[index].known = try await store.media.mediaVersions(of: seen[index].folder.path) }
            found = findings(among: seen)
        }
        if !found.coverArt.isEmpty { try await store.media.noteMedia(coverArt: found.coverArt) }
        let looked = ContinuousClock.now - began
        let named = Mutex<[String: Set<String>]>([:])
        if !found.candidates.isEmpty {
            let work: @Sendable (JobReport?) async throws -> Void = { [found] report in
                try await look(into: found.candidates, names, report) { place in
                    named.withLock { _ = $0[place.folder, default: []].insert(place.path) }
                }
            }
            if let jobs { try await jobs.run(.media, about: Self.subject, work) } else { try await work(nil) }
        }
        let fresh = named.withLock { $0 }
        for path in seen.map(\.folder.path) {
            try await store.media.nameMedia(of: path, in: others[path] ?? [], except: fresh[path] ?? []) {
                names.name(of: $0, in: path, $1)
            }
        }
        if !found.notes.isEmpty { try await store.media.noteMedia(notes: found.notes) }
        try await store.media.settleMediaWorks()
        arranged.send()
        return looked
    }

    /// Logs once how many files of a folder are left out for their names.
    private func tell(_ unreadable: Int, of folder: LibraryFolder) {
        let isNews = leftOut.counts.withLock { counts in
            defer { counts[folder.path] = unreadable }
            return counts[folder.path, default: 0] != unreadable
        }
        guard isNews, unreadable > 0 else { return }
        logger.warning(
            """
            media files are left out, because their names aren’t UTF-8 or their paths are longer than 1024 bytes; \
            rename them to have them
            """,
            metadata: ["folder": "\(folder.path)", "count": "\(unreadable)"])
    }

    /// Records which files of a folder have disappeared or reappeared. Returns whether some have disappeared, and the directories of both.
    private func noteGone(_ seen: Seen) async throws -> (hasGone: Bool, directories: Set<String>) {
        let (files, known) = (seen.files, seen.known)
        let paths = Set(files.map { ExactPath($0.path) })
        let left = known.filter { !paths.contains($0.key) && !$0.value.isGone }
        let gone = left.map(\.value.id)
        let returned = files.filter { file in known[ExactPath(file.path)].map { $0.isGone && $0.isOf(file) } ?? false }
        let back = returned.compactMap { known[ExactPath($0.path)]?.id }
        if !gone.isEmpty || !back.isEmpty { try await store.media.noteMedia(gone: gone, back: back, at: now()) }
        return (!gone.isEmpty, Set((left.keys.map(\.text) + returned.map(\.path)).map(LibraryNames.directory)))
    }

    private func findings(among seen: [Seen]) -> Findings {
        var findings = Findings()
        for seen in seen {
            for file in seen.files {
                let version = seen.known[ExactPath(file.path)]
                if let version, version.coverArt != file.coverArt { findings.coverArt.updateValue(file.coverArt, forKey: version.id) }
                if let version, version.notes != file.noteStamp {
                    findings.notes.updateValue(file.noteStamp, forKey: version.id)
                    findings.noted[seen.folder.path, default: []].insert(LibraryNames.directory(of: file.path))
                }
                let isAsKnown = version?.isOf(file) ?? false
                if isAsKnown, version?.isMarked == true { continue }
                findings.candidates.append(Candidate(folder: seen.folder, found: file, known: version, lacksMarkOnly: isAsKnown))
            }
        }
        return findings
    }

    /// Lets moved or renamed files keep their numbers. Only opens files that may be such. Returns whether there were some.
    private func followMoves(to candidates: [Candidate], hasGone: Bool, _ names: LibraryNames) async throws -> Bool {
        let news = candidates.filter { !$0.lacksMarkOnly }
        guard hasGone || !news.isEmpty else { return false }
        let lost = try await store.media.lostMedia(and: news.compactMap { $0.known?.isGone == false ? $0.known?.id : nil })
        let sizes = Set(lost.filter { $0.mark != nil }.map(\.size))
        var found: [MovedFiles.Found] = []
        for candidate in news where sizes.contains(candidate.found.size) {
            try Task.checkCancellation()
            let (folder, path) = (candidate.folder.path, candidate.found.path)
            guard let mark = try? await OpenFile.open(path, in: folder).mark() else { continue }
            found.append(.init(folder: folder, path: path, mark: mark, occupant: candidate.known?.id))
        }
        if hasGone {
            found += try await store.media.spareMedia().compactMap { spare in
                spare.mark.map { MovedFiles.Found(folder: spare.folder, path: spare.path, mark: $0, occupant: spare.id, isSpare: true) }
            }
        }
        let moves = MovedFiles.moves(of: lost, to: found)
        guard !moves.isEmpty else { return false }
        try await store.media.move(moves, naming: { names.name(of: $0.path, in: $0.folder, $1) }, at: now())
        return true
    }

    /// `isNamed` gets the path of each stored file.
    private func look(
        into candidates: [Candidate], _ names: LibraryNames, _ report: JobReport?, isNamed: @Sendable (MediaFile.Place) -> Void
    ) async throws {
        report?.update(0, of: candidates.count)
        let failures = try await withThrowingTaskGroup(of: Look.self) { group in
            var failures: [StreamingError] = []
            var (found, since): ([FoundMedia], ContinuousClock.Instant) = ([], .now)
            var (done, waiting) = (0, candidates[...])
            for candidate in waiting.prefix(width) { group.addTask { try await look(into: candidate, names) } }
            waiting = waiting.dropFirst(width)
            for try await look in group {
                done += 1
                report?.update(done, of: candidates.count)
                if let next = waiting.popFirst() { group.addTask { try await self.look(into: next, names) } }
                switch look {
                case .found(let file):
                    if found.isEmpty { since = .now }
                    found.append(file)
                case .failed(let failure): failures.append(failure)
                case .nothing: break
                }
                guard found.count >= Self.notedAtOnce || done == candidates.count || ContinuousClock.now - since > Self.longestWait else {
                    continue
                }
                try await store.media.note(found, at: now())
                found.forEach { isNamed($0.place) }
                found = []
            }
            return failures
        }
        guard let first = failures.first else { return }
        logger.warning("media files couldn’t be looked into", metadata: ["count": "\(failures.count)", "reason": "\(first)"])
    }

    /// The result of probing one file.
    private enum Look: Sendable {
        case found(FoundMedia)
        /// Nothing is stored, so the next scan tries again.
        case failed(StreamingError)
        /// Only its mark was missing, or it has disappeared again.
        case nothing
    }

    private func look(into candidate: Candidate, _ names: LibraryNames) async throws -> Look {
        try Task.checkCancellation()
        let (path, folder) = (candidate.found.path, candidate.folder.path)
        let file: OpenFile
        let mark: MediaMark
        // It may have disappeared again, or be unreadable for the server.
        do {
            file = try await OpenFile.open(path, in: folder)
            mark = try await file.mark()
        } catch is StreamingError { return .nothing }
        if candidate.lacksMarkOnly, let known = candidate.known {
            try await store.media.noteMedia(marks: [known.id: mark])
            return .nothing
        }
        let contents: MediaFile.Contents
        do { contents = try await probe.contents(of: file) } catch let error as StreamingError { return .failed(error) }
        var tracks: MediaTracks?
        if case .playable(let found, _) = contents { tracks = found }
        return .found(
            FoundMedia(
                place: .init(folder: folder, path: path, size: file.size, modified: file.modified),
                name: names.name(of: path, in: folder, tracks), contents: contents, mark: mark, coverArt: candidate.found.coverArt,
                notes: candidate.found.noteStamp))
    }

    /// The picture in a series' folder; nil if there is none any more.
    package func poster(of work: MediaWork, for person: Person.ID) async throws -> SegmentMaker.Art? {
        guard let poster = work.poster, folders.contains(where: { $0.path == poster.folder }) else { return nil }
        return try await maker.art(at: poster, of: work.id, for: person)
    }

    /// The open file, if it is still the version that the library knows. Throws `StreamingError`.
    package func open(_ file: MediaFile) async throws -> OpenFile {
        guard folders.contains(where: { $0.path == file.place.folder }) else {
            throw StreamingError(.missing, "its folder isn’t in the library")
        }
        let open = try await OpenFile.open(file.place.path, in: file.place.folder)
        guard open.size == file.place.size, open.modified == file.place.modified else {
            throw StreamingError(.missing, "the file has changed since the library looked at it")
        }
        return open
    }
}

extension Timestamp {
    /// In UTC.
    fileprivate var calendarYear: Int { CalendarDate(iso: description.prefix(10)).map { Int($0.year) } ?? 1970 }
}

extension MediaVersion {
    /// Whether it is this version of the file, and completely known.
    fileprivate func isOf(_ file: LibraryFolder.Found) -> Bool { isComplete && size == file.size && modified == file.modified }
}
