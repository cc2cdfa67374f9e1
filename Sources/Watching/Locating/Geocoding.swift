package import Fetching
package import Foundation
import Logging
package import Places
package import Records
package import Storage

/// Finds the positions of addresses: from the operator's file, from stored answers, or else from the configured geocoder, each address
/// once. Without a geocoder it sends no requests.
///
/// One per process. All processes share the rate limit of `GeocodeBudget`, because its traffic is in the store, and they share the stored
/// answers. A request that was sent is completed and its answer stored, even if its caller was cancelled.
package actor Geocoding {
    /// The service as the operator configured it.
    package struct Service: Sendable {
        package let geocoder: any Geocoder
        package let address: URL

        package init(_ kind: any Geocoder.Type, at address: URL) {
            geocoder = kind.init(at: address)
            self.address = address
        }

        package var name: String { type(of: geocoder).name }
        /// Identifies the service.
        package var identity: String { "\(name) \(address.absoluteString)" }
    }

    package nonisolated let service: Service?
    /// ISO 3166-1, lower case: the countries in which answers may be; empty for anywhere.
    package nonisolated let countries: [String]
    private let file: GeocodeFile
    private let store: Store
    private let fetcher: Fetcher
    private let now: Now
    private let sleep: @Sendable (Duration) async throws -> Void
    /// Called with the outcome of each request.
    private let onAsked: @Sendable (StoredGeocode.Outcome) -> Void
    private let logger = Logger(label: "tidings.geocoding")

    /// The interactive callers waiting for the service, in order of arrival.
    private var waiting: [Int] = []
    private var nextWaiter = 0

    private static let waitingLimit = 20
    private static let timeout = Duration.seconds(60)
    private static let answerLimit = 256 << 10
    private static let missesAreKept = Duration.seconds(30 * 86_400)
    private static let unreadableIsKept = Duration.seconds(86_400)
    private static let failuresAreKept = Duration.seconds(600)

    package init(
        _ service: Service?, countries: [String] = [], file: GeocodeFile = GeocodeFile(), store: Store, fetcher: Fetcher,
        now: @escaping Now = Timestamp.system,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        onAsked: @escaping @Sendable (StoredGeocode.Outcome) -> Void = { _ in }
    ) {
        self.service = service
        self.countries = countries
        self.file = file
        self.store = store
        self.fetcher = fetcher
        self.now = now
        self.sleep = sleep
        self.onAsked = onAsked
    }

    // MARK: Questions

    /// The position of an address as typed, preferably near `near`; nil: unknown. Throws `GeocodingError`.
    package func position(of address: String, near: Position? = nil, for urgency: GeocodeBudget.Urgency = .interactive) async throws
        -> GeocodeAnswer?
    {
        guard let question = GeocodeQuestion(address, near: near, countries: countries) else {
            throw GeocodingError(.address, "'\(address.prefix(60))' isn't an address: it needs 3 to 200 characters")
        }
        switch try await find(question, for: urgency) {
        case .found(let answer): return answer
        case .unknown: return nil
        case .failed(let why): throw GeocodingError(.failed, why)
        }
    }

    /// The same for any question, with the reason if the position is unknown. Throws `GeocodingError`.
    package func find(_ question: GeocodeQuestion, for urgency: GeocodeBudget.Urgency) async throws -> GeocodeFinding {
        if let finding = try await known([question])[question] { return finding }
        guard let service else { throw GeocodingError(.off, "addresses are not looked up here: no geocoder is set") }
        let number = nextWaiter
        if urgency == .interactive {
            guard waiting.count < Self.waitingLimit else { throw Self.busy }
            nextWaiter += 1
            waiting.append(number)
        }
        defer { waiting.removeAll { urgency == .interactive && $0 == number } }
        let deadline = now() + Self.timeout
        while true {
            // Interactive requests go in order of arrival; background requests go when none of those waits.
            guard urgency == .interactive ? waiting.first == number : waiting.isEmpty else {
                if let finding = try await known([question])[question] { return finding }
                guard urgency == .background || now() < deadline else { throw Self.busy }
                try await sleep(GeocodeBudget.look)
                continue
            }
            let step = try await store.places.beginGeocode(question.key, now: now) { traffic, now in
                var budget = GeocodeBudget(traffic)
                defer { traffic = budget.traffic }
                return budget.take(urgency, from: service.identity, at: now)
            }
            switch step {
            case .known(let stored): return GeocodeFinding(stored, isKept: true)
            case .decided(.wait(let time)): try await sleep(time)
            case .decided(.paused(let until, let why)):
                throw GeocodingError(.paused(until: until), "\(service.name) is left alone until \(until): \(why)")
            case .decided(.go):
                // The task belongs to its request, which ends by its timeouts, so the answer is stored even if the caller is cancelled.
                return GeocodeFinding(try await Task { try await ask(question, of: service) }.value, isKept: false)
            }
        }
    }

    /// The answers that need no request.
    package func known(_ questions: [GeocodeQuestion]) async throws -> [GeocodeQuestion: GeocodeFinding] {
        var findings: [GeocodeQuestion: GeocodeFinding] = [:]
        for question in questions {
            guard let position = file.position(of: question.address) else { continue }
            findings[question] = .found(GeocodeAnswer(position: position, label: nil, attribution: nil, isKept: true))
        }
        let rest = questions.filter { findings[$0] == nil }
        guard !rest.isEmpty else { return findings }
        let stored = try await store.places.geocodes(rest.map(\.key), at: now())
        for question in rest {
            if let one = stored[question.key] { findings[question] = GeocodeFinding(one, isKept: true) }
        }
        return findings
    }

    private static var busy: GeocodingError {
        GeocodingError(.busy, "too many addresses are being looked up; try again in a minute")
    }

    // MARK: One request

    private func ask(_ question: GeocodeQuestion, of service: Service) async throws -> StoredGeocode {
        var request = Request(url: service.geocoder.url(for: question), headers: [("Accept", "application/json")])
        request.priority = .interactive
        // A redirect would be a second request within the same second.
        request.followsRedirects = false
        request.bodyLimit = Self.answerLimit
        (request.timeouts.queued, request.timeouts.firstByte, request.timeouts.total) = (.seconds(10), .seconds(20), .seconds(30))
        let result: Result<[UInt8], any Error>
        do { result = .success(try await fetcher.body(request, for: "geocoding").bytes) } catch { result = .failure(error) }
        let ended = now()
        let answer = Self.answer(to: question, result, of: service, at: ended)
        let failure = Self.failure(answer, result)
        try await store.places.endGeocode(answer) { traffic in
            var budget = GeocodeBudget(traffic)
            if let failure {
                budget.failed(failure.trouble, isRefusal: failure.isRefusal, asksFor: failure.wish, at: ended)
            } else {
                budget.answered(at: ended)
            }
            traffic = budget.traffic
        }
        if let failure {
            // Without the address, which is personal data.
            logger.warning("\(service.name) is left alone for a while", metadata: ["reason": "\(failure.trouble)"])
        }
        onAsked(answer.outcome)
        return answer
    }

    private static func answer(
        to question: GeocodeQuestion, _ result: Result<[UInt8], any Error>, of service: Service, at now: Timestamp
    ) -> StoredGeocode {
        func stored(_ outcome: StoredGeocode.Outcome, _ detail: String? = nil, for time: Duration) -> StoredGeocode {
            StoredGeocode(
                key: question.key, address: question.address, outcome: outcome, detail: detail.map { String($0.prefix(300)) },
                service: service.name, asked: now, expires: now + time)
        }
        do {
            switch question.verdict(on: try service.geocoder.candidates(in: try result.get())) {
            case .found(let candidate, let position):
                return StoredGeocode(
                    key: question.key, address: question.address, outcome: .found, position: position, label: candidate.label,
                    service: service.name, attribution: candidate.attribution ?? type(of: service.geocoder).attribution, asked: now)
            case .unknown: return stored(.unknown, for: missesAreKept)
            case .refused(let why): return stored(.refused, why, for: missesAreKept)
            }
        } catch let error as UnreadableAnswer {
            return stored(.unreadable, "\(error)", for: unreadableIsKept)
        } catch let error as FetchError where error.code == .tooLarge || error.code == .damaged {
            return stored(.unreadable, error.detail, for: unreadableIsKept)
        } catch {
            // Without the requested URL, which contains the question.
            return stored(.failed, (error as? FetchError)?.detail ?? "was not asked: \(error)", for: failuresAreKept)
        }
    }

    /// Why an answer means that the service must be paused; nil if it doesn't.
    private static func failure(_ answer: StoredGeocode, _ result: Result<[UInt8], any Error>) -> (
        trouble: String, isRefusal: Bool, wish: Duration?
    )? {
        guard answer.outcome == .failed || answer.outcome == .unreadable else { return nil }
        guard case .failure(let error as FetchError) = result else { return (answer.detail ?? "", false, nil) }
        let isRefusal = [.status(403), .status(429)].contains(error.code)
        return (error.detail, isRefusal, error.pause.map { .seconds($0.until.timeIntervalSinceNow) })
    }
}
