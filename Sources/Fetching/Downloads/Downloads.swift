public import Foundation

/// Manages concurrent downloads, each of which can be paused, resumed, cancelled and found by its id.
///
/// Identical requests share one download, which ends when the last requester leaves. Partial data is kept and resumed if the server still
/// has the same version; otherwise the download restarts. After a transient failure it retries with growing delays, and not before the
/// server's `Retry-After`. The state of each download is persisted in a folder, so downloads survive a killed process.
///
/// ```swift
/// let downloads = try Downloads(folder: folder, fetcher: fetcher)
/// let id = try await downloads.start(url, to: file, for: "command line")
/// for await update in await downloads.updates(of: id) { … }
/// ```
public actor Downloads {
    /// Consecutive attempts without a byte after which a download fails.
    public static let failureLimit = 8
    /// How many finished downloads are kept.
    private static let endedLimit = 1_000

    private let book: DownloadBook
    private let fetcher: Fetcher
    private let backoff: (first: Duration, longest: Duration)
    private var downloads: [UUID: Download] = [:]
    private var running: [UUID: Task<Void, Never>] = [:]
    private var followers: [UUID: [Int: AsyncStream<JobUpdate>.Continuation]] = [:]
    private var nextFollower = 0
    private var isClosed = false

    /// Loads the downloads recorded in `folder`. `resumeAll` continues the unfinished ones.
    public init(folder: URL, fetcher: Fetcher) throws {
        try self.init(folder: folder, fetcher: fetcher, backoff: (.seconds(2), .seconds(300)))
    }

    init(folder: URL, fetcher: Fetcher, backoff: (first: Duration, longest: Duration)) throws {
        book = try DownloadBook(folder: folder)
        self.fetcher = fetcher
        self.backoff = backoff
        for download in try book.read() { downloads[download.id] = download }
    }

    // MARK: Requests

    /// Starts a download, or joins a running one with the same source and destination. Returns its id.
    ///
    /// The file at `destination` is replaced only when the download is complete.
    public func start(
        _ url: URL, to destination: URL, for requester: String, priority: Priority = .interactive, checksum: Checksum? = nil,
        limit: Int = 64 << 30
    ) throws -> Download.ID {
        let destination = destination.standardizedFileURL
        if var same = downloads.values.first(where: { $0.destination == destination && !$0.state.isEnd }) {
            guard same.url == url else {
                let other = same.url.absoluteString
                throw FetchError(.refused, at: url.absoluteString, "cannot become \(destination.path): \(other) is becoming that")
            }
            if !same.requesters.contains(requester) { same.requesters.append(requester) }
            if let checksum { same.checksum = checksum }
            downloads[same.id] = same
            try resume(same.id)
            return same.id
        }
        // Continue with the partial data of an earlier download to the same destination.
        let left = downloads.values.first { $0.destination == destination && $0.url == url }
        var download = Download(
            id: left?.id ?? UUID(), url: url, destination: destination, priority: priority, checksum: checksum, limit: limit,
            requesters: [requester])
        download.validators = left?.validators
        if let left, case .done = left.state, Self.isThere(destination, left.progress.receivedBytes, checksum) {
            download.known = left.validators
        }
        downloads[download.id] = download
        try book.write(download)
        run(download.id)
        return download.id
    }

    /// Pauses a download and keeps its partial data.
    public func pause(_ id: Download.ID) throws {
        guard let download = downloads[id], !download.state.isEnd, download.state != .paused else { return }
        running[id]?.cancel()
        try enter(.paused, id)
    }

    /// Resumes a paused or waiting download; has no effect on others.
    public func resume(_ id: Download.ID) throws {
        guard let download = downloads[id] else { return }
        switch download.state {
        case .paused, .waiting:
            running[id]?.cancel()
            try enter(.queued, id)
            run(id)
        case .queued, .running: if running[id] == nil { run(id) }
        case .done, .failed: return
        }
    }

    /// Continues all unfinished downloads of an earlier process. Paused ones stay paused.
    public func resumeAll() throws {
        for download in downloads.values where download.state != .paused { try resume(download.id) }
    }

    /// Removes a requester; the download ends with its last one. Its partial data is deleted unless `keepingPart` is set.
    public func cancel(_ id: Download.ID, for requester: String, keepingPart: Bool = false) throws {
        guard var download = downloads[id], !download.state.isEnd else { return }
        download.requesters.removeAll { $0 == requester }
        downloads[id] = download
        guard download.requesters.isEmpty else { return try book.write(download) }
        running[id]?.cancel()
        if !keepingPart { try? FileManager.default.removeItem(at: download.part) }
        try enter(.failed(FetchError(.cancelled, at: download.url.absoluteString, "was cancelled")), id)
    }

    // MARK: State

    /// All downloads, including recently finished ones, in no particular order.
    public var all: [Download] { Array(downloads.values) }

    /// The download with this id; nil if it isn't known.
    public func download(_ id: Download.ID) -> Download? { downloads[id] }

    /// Yields the state and progress of a download now and at every change, until it ends. A slow reader misses some updates but never the
    /// last.
    public func updates(of id: Download.ID) -> AsyncStream<JobUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: JobUpdate.self, bufferingPolicy: .bufferingNewest(1))
        guard let download = downloads[id] else {
            continuation.finish()
            return stream
        }
        continuation.yield(JobUpdate(state: download.state, progress: download.progress))
        guard !download.state.isEnd, !isClosed else {
            continuation.finish()
            return stream
        }
        let number = nextFollower
        nextFollower += 1
        followers[id, default: [:]][number] = continuation
        // This task is short: it ends once the actor has run it.
        continuation.onTermination = { _ in Task { await self.drop(number, of: id) } }
        return stream
    }

    /// Stops all downloads. The next process can resume them.
    public func close() async {
        isClosed = true
        let tasks = running.values
        running = [:]
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        for continuation in followers.values.flatMap(\.values) { continuation.finish() }
        for download in downloads.values where !download.state.isEnd { try? book.write(download) }
    }

    private func drop(_ number: Int, of id: Download.ID) { followers[id]?[number] = nil }

    // MARK: One download

    private func run(_ id: Download.ID) {
        guard !isClosed else { return }
        let previous = running[id]
        // Owned by `running` until it ends or is replaced. The replacement waits for it, so the partial file has a single writer.
        running[id] = Task {
            await previous?.value
            while !Task.isCancelled {
                guard let pause = await self.attempt(id) else { return }
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            }
        }
    }

    /// Makes one attempt. Returns the delay before the next, or nil if there is none.
    private func attempt(_ id: Download.ID) async -> Duration? {
        guard let download = downloads[id] else { return nil }
        let before = download.progress.receivedBytes
        do {
            let outcome = try await DownloadAttempt(download: download, fetcher: fetcher).run(
                began: { await self.began(id, $0) }, update: { await self.record($0, of: id) })
            try Task.checkCancellation()
            try finish(id, outcome)
            return nil
        } catch {
            // If the download was paused, cancelled or closed, that state is already recorded.
            guard !Task.isCancelled, var download = downloads[id] else { return nil }
            let failure = error as? FetchError ?? FetchError(.refused, at: download.url.absoluteString, "cannot be stored: \(error)")
            var backoff = Backoff(
                first: backoff.first, longest: backoff.longest, failures: download.progress.receivedBytes > before ? 0 : download.failures)
            var chance = SystemRandomNumberGenerator()
            let ownWait = backoff.failed(using: &chance)
            download.failures = backoff.failures
            downloads[id] = download
            let wait = max(ownWait, .seconds(failure.pause?.until.timeIntervalSinceNow ?? 0))
            let isFinal = !failure.mayPass || download.failures >= Self.failureLimit
            if isFinal { running[id] = nil }
            try? enter(isFinal ? .failed(failure) : .waiting(until: Date(timeIntervalSinceNow: wait / .seconds(1))), id)
            return isFinal ? nil : wait
        }
    }

    private func began(_ id: Download.ID, _ validators: Validators?) {
        guard !Task.isCancelled, downloads[id] != nil else { return }
        downloads[id]?.validators = validators
        if let download = downloads[id] { try? book.write(download) }
    }

    private func record(_ update: JobUpdate, of id: Download.ID) {
        guard !Task.isCancelled, downloads[id] != nil else { return }
        downloads[id]?.progress = update.progress
        // Receiving all bytes isn't the end: they must still be verified and moved into place.
        if !update.state.isEnd { downloads[id]?.state = update.state }
        tell(id)
    }

    private func finish(_ id: Download.ID, _ outcome: DownloadAttempt.Outcome) throws {
        guard let download = downloads[id] else { return }
        if outcome == .unchanged {
            running[id] = nil
            downloads[id]?.wasUnchanged = true
            downloads[id]?.validators = download.known
            downloads[id]?.progress.receivedBytes = Self.size(of: download.destination) ?? 0
            return try enter(.done, id)
        }
        if let checksum = download.checksum {
            let found = try DownloadAttempt.digest(of: download.part, checksum.algorithm)
            guard found == checksum.digest else {
                try FileManager.default.removeItem(at: download.part)
                throw FetchError(
                    .damaged, at: download.url.absoluteString,
                    "came whole, but its \(checksum.algorithm.rawValue) is \(found), not \(checksum.digest)")
            }
        }
        guard rename(download.part.path, download.destination.path) == 0 else {
            let reason = String(cString: strerror(errno))
            throw FetchError(.refused, at: download.url.absoluteString, "cannot become \(download.destination.path): \(reason)")
        }
        running[id] = nil
        downloads[id]?.failures = 0
        try enter(.done, id)
    }

    private func enter(_ state: JobState, _ id: Download.ID) throws {
        downloads[id]?.state = state
        tell(id)
        if let download = downloads[id] { try book.write(download) }
        forgetSurplus()
    }

    /// Whether the downloaded file still exists and has the expected size and checksum.
    private static func isThere(_ file: URL, _ bytes: Int, _ checksum: Checksum?) -> Bool {
        guard size(of: file) == bytes, let checksum else { return size(of: file) == bytes }
        return (try? DownloadAttempt.digest(of: file, checksum.algorithm)) == checksum.digest
    }

    private static func size(of file: URL) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int
    }

    private func tell(_ id: Download.ID) {
        guard let download = downloads[id] else { return }
        for continuation in (followers[id] ?? [:]).values {
            continuation.yield(JobUpdate(state: download.state, progress: download.progress))
            if download.state.isEnd { continuation.finish() }
        }
        if download.state.isEnd { followers[id] = nil }
    }

    private func forgetSurplus() {
        guard downloads.count > Self.endedLimit else { return }
        for download in downloads.values.filter(\.state.isEnd).prefix(downloads.count - Self.endedLimit) {
            downloads[download.id] = nil
            running[download.id] = nil
            book.remove(download.id)
        }
    }
}

extension FetchError {
    /// Whether the same request may succeed later.
    var mayPass: Bool {
        switch code {
        case .unreachable, .timedOut, .truncated: true
        case .status(let status): [408, 425, 429, 500, 502, 503, 504].contains(status)
        case .refused, .redirects, .tooLarge, .damaged, .browser, .cancelled: false
        }
    }
}
