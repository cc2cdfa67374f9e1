package import Fetching
import Foundation
import Logging
package import LongJobs
package import Records
import ServiceLifecycle
package import Storage

/// Looks up plots, posters and covers that the library lacks, at the services that the operator has enabled. Without any, it only removes
/// expired answers.
///
/// A service. A round begins after each scan and after corrections, and looks up each work once, in sequence (`MediaStore+MediaLookUps`). A
/// failure of one work is recorded there and doesn't stop the round; a failing server is skipped for a while, even across restarts.
package struct MediaLookUps: Service {
    private let sources: [any LookUpSource]
    private let pictures: FoundPictures
    private let store: Store
    private let fetcher: Fetcher
    private let jobs: Jobs?
    private let roles: Roles
    private let news: AsyncSignal
    private let now: Now
    private let sleep: @Sendable (Duration) async throws -> Void
    private let logger = Logger(label: "tidings.media")

    /// The most works in one round.
    private static let roundLimit = 500
    private static let pause = Duration.seconds(600)
    private static let answerLimit = 1 << 20
    /// The number of consecutive failures after which a server is skipped.
    private static let failureLimit = 3
    private static let (foundIsKept, missIsKept, faultIsKept) = (
        Duration.seconds(150 * 86_400), Duration.seconds(30 * 86_400), Duration.seconds(7 * 86_400)
    )
    /// The Movie Database allows data to be stored for half a year.
    private static let oldest = Duration.seconds(180 * 86_400)
    private static let failureIsKept = Duration.seconds(3600)
    private static let (defaultRest, longRest, longestRest) = (Duration.seconds(60), Duration.seconds(600), Duration.seconds(86_400))

    /// `news` is sent when the library has changed.
    package init(
        _ sources: [any LookUpSource], pictures: FoundPictures, store: Store, fetcher: Fetcher, news: AsyncSignal, jobs: Jobs? = nil,
        roles: Roles = .all, now: @escaping Now = Timestamp.system,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.sources, self.pictures, self.store, self.fetcher, self.news) = (sources, pictures, store, fetcher, news)
        (self.jobs, self.roles, self.now, self.sleep) = (jobs, roles, now, sleep)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await roles.serving(.media) {
                while !Task.isCancelled {
                    var isMore = false
                    do { isMore = try await round() } catch is CancellationError {} catch {
                        logger.error("the media library can’t be looked up", metadata: ["error": "\(error)"])
                    }
                    if !isMore { await news.wait(atMost: Self.pause) }
                }
            }
        }
    }

    /// Looks up missing information. Returns whether there may be more to look up at once.
    @discardableResult package func round() async throws -> Bool {
        let old = try await store.media.removeMediaLookUps(before: now() + (Duration.zero - Self.oldest))
        old.forEach(pictures.remove)
        let awake = try await awake()
        guard !awake.isEmpty else { return false }
        let questions = try await store.media.mediaQuestions(
            of: awake.flatMap { $0.source.kinds }, limit: Self.roundLimit, at: now())
        guard !questions.isEmpty else { return false }
        let ask: @Sendable (JobReport?) async throws -> Void = { report in
            var round = Round(by: self, awake, report)
            try await round.ask(questions)
        }
        if let jobs { try await jobs.run(.mediaLookUps, about: MediaLibrary.subject, ask) } else { try await ask(nil) }
        return questions.count == Self.roundLimit
    }

    /// The sources that may be used. A refused key isn't tried again; another key is.
    private func awake() async throws -> [any LookUpSource] {
        let rests = try await store.media.mediaSourceRests()
        var awake: [any LookUpSource] = []
        for source in sources {
            guard let rest = rests.first(where: { $0.source == source.source }) else {
                awake.append(source)
                continue
            }
            if let ends = rest.ends { if ends > now() { continue } } else if rest.key == source.keyDigest { continue }
            try await store.media.note(nil, of: source.source)
            awake.append(source)
        }
        return awake
    }

    /// Why a look-up failed.
    private enum Fault: Error {
        /// The server doesn't know the work.
        case unknown
        case key
        case rest(Duration)
        /// The server couldn't be reached for this request; it may answer the next one.
        case unreached(String)
        /// The response is unusable.
        case useless(String)
    }

    /// One round, in which a failing server may be disabled.
    private struct Round {
        let looker: MediaLookUps
        var awake: [any LookUpSource]
        let report: JobReport?
        var failures: [MediaFinding.Source: Int] = [:]

        init(by looker: MediaLookUps, _ awake: [any LookUpSource], _ report: JobReport?) {
            (self.looker, self.awake, self.report) = (looker, awake, report)
        }

        mutating func ask(_ questions: [MediaQuestion]) async throws {
            for (count, question) in questions.enumerated() {
                report?.update(count, of: questions.count)
                guard let source = awake.first(where: { $0.source.kinds.contains(question.kind) }) else { continue }
                do {
                    try await looker.answer(question, by: source)
                    failures[source.source] = nil
                } catch let fault as Fault {
                    try await note(fault, about: question, of: source)
                }
            }
            report?.update(questions.count, of: questions.count)
        }

        private mutating func note(_ fault: Fault, about question: MediaQuestion, of source: any LookUpSource) async throws {
            let (store, now) = (looker.store.media, looker.now())
            func rest(until ends: Timestamp?, _ key: String = "") async throws {
                try await store.note(MediaSourceRest(source.source, until: ends, key: key), of: source.source)
            }
            switch fault {
            case .unknown: try await looker.note(nil, about: question, of: source, for: MediaLookUps.missIsKept)
            case .key:
                looker.logger.warning("\(source.source.rawValue) has refused the key, and isn’t asked until another one is set")
                try await rest(until: nil, source.keyDigest)
                awake.removeAll { $0.source == source.source }
            case .rest(let time):
                let ends = now + time.clamped(to: .seconds(1)...MediaLookUps.longestRest)
                looker.logger.notice("\(source.source.rawValue) asks for a pause", metadata: ["until": "\(ends)"])
                // Other works are looked up before this one is tried again, in case the failure is specific to it.
                try await store.noteFailedLookUp(from: source.source, of: question, at: now, for: MediaLookUps.failureIsKept)
                try await rest(until: ends)
                awake.removeAll { $0.source == source.source }
            case .unreached(let reason):
                try await store.noteFailedLookUp(from: source.source, of: question, at: now, for: MediaLookUps.failureIsKept)
                failures[source.source, default: 0] += 1
                guard failures[source.source, default: 0] >= MediaLookUps.failureLimit else { return }
                looker.logger.warning("\(source.source.rawValue) can’t be reached", metadata: ["reason": "\(reason)"])
                try await rest(until: now + MediaLookUps.longRest)
                awake.removeAll { $0.source == source.source }
            case .useless(let reason):
                looker.logger.debug("an answer is of no use", metadata: ["work": "\(question.id)", "reason": "\(reason)"])
                try await store.noteFailedLookUp(from: source.source, of: question, at: now, for: MediaLookUps.faultIsKept)
            }
        }
    }

    // MARK: One work

    /// Throws `Fault` and `CancellationError`, and what the store throws.
    private func answer(_ question: MediaQuestion, by source: any LookUpSource) async throws {
        guard let candidate = try await candidate(for: question, by: source) else {
            return try await note(nil, about: question, of: source, for: Self.missIsKept)
        }
        var (name, fault): (String?, Fault?) = (nil, nil)
        if question.wantsPicture, let address = candidate.picture {
            var request = Request(url: address, headers: [("Accept", "image/jpeg, image/png, image/webp")])
            request.followsRedirects = candidate.redirects
            request.bodyLimit = FoundPictures.byteLimit
            do {
                let bytes = try await fetch(request, of: source, isPicture: true)
                name = try await pictures.draw(bytes, for: question.id)
            } catch let error as Fault { fault = error }
        }
        switch fault {
        case .unknown, .key: fault = nil
        case .useless(let reason):
            logger.debug("a picture is of no use", metadata: ["work": "\(question.id)", "reason": "\(reason)"])
            fault = nil
        case .rest, .unreached, nil: break
        }
        // The plot is useful without a picture.
        let plot = question.wantsPlot ? candidate.plot : nil
        let finding = plot == nil && name == nil ? nil : MediaFinding(source.source, id: candidate.id, plot: plot, picture: name)
        let rest = fault != nil ? Self.failureIsKept : finding == nil ? Self.missIsKept : Self.foundIsKept
        try await note(finding, about: question, of: source, for: rest)
        if let fault { throw fault }
    }

    /// nil: the source knows nothing that is certainly about the work.
    private func candidate(for question: MediaQuestion, by source: any LookUpSource) async throws -> LookUpCandidate? {
        guard let address = source.address(for: question) else { return nil }
        var request = Request(url: address, headers: [("Accept", "application/json")])
        source.sign(&request)
        request.followsRedirects = false
        request.bodyLimit = Self.answerLimit
        let bytes = try await fetch(request, of: source)
        do { return try source.candidate(in: bytes, for: question) } catch { throw Fault.useless("\(error)") }
    }

    private func note(
        _ finding: MediaFinding?, about question: MediaQuestion, of source: any LookUpSource, for rest: Duration
    ) async throws {
        let unused = try await store.media.noteLookUp(finding, from: source.source, of: question, at: now(), for: rest)
        if let unused { pictures.remove(unused) }
    }

    /// Sends a request after a pause, so that consecutive requests to a source keep its rate limit. Throws `Fault` and `CancellationError`.
    private func fetch(_ request: Request, of source: any LookUpSource, isPicture: Bool = false) async throws -> [UInt8] {
        var request = request
        request.priority = .background
        request.reachesListed = source.isNamed
        (request.timeouts.queued, request.timeouts.firstByte, request.timeouts.total) = (.seconds(60), .seconds(20), .seconds(60))
        try await sleep(source.spacing)
        do { return try await fetcher.body(request, for: "media look-up").bytes } catch let error as FetchError {
            try Task.checkCancellation()
            throw Self.fault(error, hasKey: !source.keyDigest.isEmpty, isPicture: isPicture)
        }
    }

    private static func fault(_ error: FetchError, hasKey: Bool, isPicture: Bool) -> Fault {
        switch error.code {
        case .status(404), .status(410): .unknown
        case .status(401), .status(403): isPicture ? .unknown : hasKey ? .key : .rest(longRest)
        case .status(429), .status(503): .rest(error.pause.map { Duration.seconds($0.until.timeIntervalSinceNow) } ?? defaultRest)
        case .status(let status) where status >= 500: .unreached(error.detail)
        case .unreachable, .timedOut: .unreached(error.detail)
        default: .useless(error.detail)
        }
    }
}
