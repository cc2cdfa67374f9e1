import Fetching
import Foundation
import Places
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

/// Real requests to a stand-in for the service, which records their times on a clock that advances only while all tasks sleep.
@Suite("Geocoding", .timeLimit(.minutes(20))) struct GeocodingTests {
    private static let subiaco = #"""
        [{"place_id": 1, "licence": "Data © OpenStreetMap contributors, ODbL 1.0.", "lat": "-31.9483", "lon": "115.8296",
          "display_name": "120, Hay Street, Subiaco", "address": {"country_code": "au"},
          "boundingbox": ["-31.9484", "-31.9482", "115.8295", "115.8297"]}]
        """#

    private let folder: TemporaryFolder
    private let clock = VirtualClock()

    init() throws { folder = try TemporaryFolder() }

    /// A service with scripted answers, and the times of the requests.
    private final class StandIn: Sendable {
        let server: ScriptedServer
        private let times: Times

        private final class Times: Sendable {
            let list = Mutex<[Timestamp]>([])
        }

        init(_ clock: VirtualClock, _ script: @escaping ScriptedServer.Script) throws {
            let times = Times()
            self.times = times
            server = try ScriptedServer { connection in
                times.list.withLock { $0.append(clock.now) }
                try script(connection)
            }
        }

        /// Between one request and the next.
        var gaps: [Duration] {
            let times = times.list.withLock { $0 }
            return zip(times.dropFirst(), times).map { $0 - $1 }
        }

        var count: Int { server.requests.count }

        /// The requests, in order.
        var addresses: [String] {
            server.requests.compactMap { URLComponents(string: $0.target)?.queryItems?.first { $0.name == "q" }?.value }
        }
    }

    private func standIn(_ body: String = Self.subiaco) throws -> StandIn {
        try StandIn(clock) { try $0.answer(body: Array(body.utf8)) }
    }

    /// A process: its own store on the common data, its own connections.
    private func withProcess<Result>(
        _ server: URL?, _ kind: any Geocoder.Type = Nominatim.self, countries: [String] = ["au"], file: GeocodeFile = GeocodeFile(),
        _ body: (Geocoding) async throws -> Result
    ) async throws -> Result {
        var configuration = Fetcher.Configuration.loopback
        configuration.userAgent = "Tidings/0.1 (+mailto:ada@home.example)"
        let fetcher = Fetcher(configuration)
        let geocoding = Geocoding(
            server.map { Geocoding.Service(kind, at: $0) }, countries: countries, file: file, store: try Store(in: folder.url),
            fetcher: fetcher, now: { [clock] in clock.now }, sleep: { [clock] in try await clock.sleep($0) })
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(geocoding)) } catch { result = .failure(error) }
        try await fetcher.shutdown()
        return try result.get()
    }

    private func find(_ geocoding: Geocoding, _ address: String = "120 Hay Street, Subiaco") async throws -> GeocodeFinding {
        let question = try #require(GeocodeQuestion(address, countries: geocoding.countries))
        return try await clock.working([{ try await geocoding.find(question, for: .interactive) }])[0]
    }

    @Test("over a whole run of two processes: never two within a second, no address twice, and after a restart none at all")
    func wholeRun() async throws {
        let service = try standIn()
        let addresses = (1...18).map { "\($0) Hay Street, Subiaco" }
        // Two processes, which have some addresses in common; one process gets some of them twice, in another spelling.
        let first = Array(addresses[..<10]), second = Array(addresses[6...]) + ["7  HAY STREET , subiaco", "8 Hay Street; Subiaco"]
        try await withProcess(service.server.url()) { one async throws in
            try await withProcess(service.server.url()) { other async throws in
                let tasks = first.map { (one, $0) } + second.map { (other, $0) }
                let found = try await clock.working(
                    tasks.map { geocoding, address in { try await geocoding.position(of: address) } })
                #expect(found.allSatisfy { $0?.position == Position(latitude: -31.9483, longitude: 115.8296) })
            }
        }
        #expect(Set(service.addresses.map { GeocodeQuestion.folded($0) }).count == 18)
        #expect(service.count == 18)
        #expect(service.gaps.allSatisfy { $0 >= .seconds(1) }, "\(service.gaps)")

        try await withProcess(service.server.url()) { again async throws in
            for address in first + second {
                let answer = try await again.position(of: address)
                #expect(answer?.isKept == true)
                #expect(answer?.attribution == "Data © OpenStreetMap contributors, ODbL 1.0.")
            }
        }
        #expect(service.count == 18)
    }

    @Test("the request says who asks, and nothing of where a person is but whole degrees")
    func request() async throws {
        let service = try standIn()
        try await withProcess(service.server.url("/nominatim/")) { geocoding async throws in
            _ = try await geocoding.position(of: " 120 Hay  Street,Subiaco+1", near: Position(latitude: -31.9523, longitude: 115.8613))
        }
        let request = try #require(service.server.requests.first)
        #expect(request["User-Agent"] == ["Tidings/0.1 (+mailto:ada@home.example)"])
        #expect(
            request.target == "/nominatim/search?q=120%20Hay%20Street,Subiaco%2B1&format=jsonv2&addressdetails=1&limit=5&countrycodes=au"
                + "&viewbox=114,-34,118,-30")
    }

    @Test("in the background four a minute, and whoever waits goes first")
    func background() async throws {
        let service = try standIn()
        try await withProcess(service.server.url()) { geocoding async throws in
            let clock = clock
            let rest = try (1...3).map { try #require(GeocodeQuestion(building: "\($0) Rokeby Road", countries: ["au"])) }
            let typed = try #require(GeocodeQuestion("9 Rokeby Road", countries: ["au"]))
            let tasks: [@Sendable () async throws -> Void] = [
                { for question in rest { _ = try await geocoding.find(question, for: .background) } },
                {
                    // Long enough after the first, and before its turn comes for the second.
                    try await clock.sleep(.seconds(10))
                    _ = try await geocoding.find(typed, for: .interactive)
                },
            ]
            _ = try await clock.working(tasks)
        }
        #expect(service.addresses == ["1 Rokeby Road", "9 Rokeby Road", "2 Rokeby Road", "3 Rokeby Road"])
        #expect(service.gaps.map { $0 >= .seconds(15) } == [false, true, true])
    }

    @Test(
        "a service that turns us away is left alone, by every process and after a restart, and then asked again",
        arguments: [("429 Too Many Requests", "1200", 1200.0), ("403 Forbidden", nil, 600), ("503 Service Unavailable", "1200", 1200)])
    func turnedAway(status: String, retryAfter: String?, pause: Double) async throws {
        let isOpen = Mutex(false)
        let service = try StandIn(clock) { connection in
            if isOpen.withLock({ $0 }) { return try connection.answer(body: Array(Self.subiaco.utf8)) }
            try connection.answer(status, retryAfter.map { [("Retry-After", $0)] } ?? [])
        }
        try await withProcess(service.server.url()) { geocoding async throws in
            #expect(try await find(geocoding) == .failed("nominatim did not answer: it answered \(status)"))
        }
        // The service's pause begins when it is received, on the machine's own clock, which advances while this test waits for its turn.
        clock.advance(by: .seconds(pause * 0.6))
        try await withProcess(service.server.url()) { geocoding async throws in
            let error = try await #require(throws: GeocodingError.self) { _ = try await find(geocoding, "1 Rokeby Road") }
            #expect("\(error)".contains("answered \(status)"))
            #expect(service.count == 1)
        }
        isOpen.withLock { $0 = true }
        clock.advance(by: .seconds(605))
        try await withProcess(service.server.url()) { geocoding async throws in
            #expect(try await find(geocoding).answer != nil)
            #expect(service.count == 2)
        }
    }

    @Test("a service that is down is said to be, is left alone for a while, and the address is asked for again")
    func down() async throws {
        let port = try ClosedPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.port)/"))
        try await withProcess(url) { geocoding async throws in
            guard case .failed = try await find(geocoding) else {
                Issue.record("nobody is there")
                return
            }
            let error = try await #require(throws: GeocodingError.self) { _ = try await find(geocoding, "1 Rokeby Road") }
            guard case .paused = error.code else {
                Issue.record("\(error)")
                return
            }
        }
        let service = try standIn()
        clock.advance(by: .seconds(601))
        try await withProcess(service.server.url()) { geocoding async throws in #expect(try await find(geocoding).answer != nil) }
    }

    @Test(
        "what cannot be is not believed, and remembered with the reason",
        arguments: [
            (#"[{"lat": "0", "lon": "0"}]"#, "isn't on earth, or is 0, 0"), (#"[{"lat": "NaN", "lon": "115.8"}]"#, "isn't on earth"),
            (#"[{"lat": "-131.9", "lon": "115.8"}]"#, "isn't on earth"), (#"[{"lat": [-31.9], "lon": {"a": 1}}]"#, "isn't on earth"),
            (#"[{"lat": "-31.9", "lon": "115.8", "address": {"country_code": "DE"}}]"#, "in the country de, and not in au"),
            (
                #"[{"lat": "-25", "lon": "122", "boundingbox": ["-35.2", "-13.7", "112.9", "129.0"]}]"#,
                "it is a whole region, 2884 km across"
            ),
            (#"[{"lat": "52.5", "lon": "13.4"}]"#, "it lies 13576 km from -31.95,115.86"),
        ])
    func lies(answer: String, why: String) async throws {
        let service = try standIn(answer)
        let near = try #require(Position(latitude: -31.95, longitude: 115.86))
        let question = try #require(GeocodeQuestion("120 Hay Street", near: near, countries: ["au"]))
        for _ in 0..<2 {
            try await withProcess(service.server.url()) { geocoding async throws in
                guard case .unknown(let reason) = try await geocoding.find(question, for: .interactive) else {
                    Issue.record("it was believed")
                    return
                }
                #expect(reason.contains(why), "\(reason)")
            }
        }
        #expect(service.count == 1)
    }

    @Test(
        "what is no answer is remembered for a day, and the service left alone for a while",
        arguments: [
            ("<!DOCTYPE html><title>Log in</title>", "is a web page"), ("", "is empty"),
            (#"{"error": "no"}"#, "isn't an answer of Nominatim"),
            (#"[1, 2]"#, "isn't an answer of Nominatim"), ("[" + String(repeating: " ", count: 300 << 10) + "]", "262144 are allowed"),
            (String(repeating: "[", count: 100_000), "isn't an answer of Nominatim"),
        ])
    func nonsense(answer: String, why: String) async throws {
        let service = try standIn(answer)
        try await withProcess(service.server.url()) { geocoding async throws in
            for _ in 0..<2 {
                guard case .failed(let reason) = try await find(geocoding) else {
                    Issue.record("it was believed")
                    return
                }
                #expect(reason.contains(why), "\(reason)")
            }
            await #expect(throws: GeocodingError.self) { _ = try await find(geocoding, "1 Rokeby Road") }
            #expect(service.count == 1)
            clock.advance(by: .seconds(86_401))
            _ = try await find(geocoding)
            #expect(service.count == 2)
        }
    }

    @Test("where nothing is known, that is remembered for thirty days; where something is, for good")
    func expiry() async throws {
        let service = try StandIn(clock) { connection in
            try connection.answer(body: Array((connection.request.target.contains("Hay") ? Self.subiaco : "[]").utf8))
        }
        try await withProcess(service.server.url()) { geocoding async throws in
            for (days, count) in [(0, 2), (29, 2), (2, 3), (400, 4)] {
                clock.advance(by: .seconds(days * 86_400))
                #expect(try await find(geocoding, "120 Hay Street").answer != nil)
                #expect(try await find(geocoding, "1 Nowhere Road") == .unknown("nominatim does not know it"))
                #expect(service.count == count)
            }
            let store = try Store(in: folder.url)
            #expect(try await store.places.geocodeCounts() == [.found: 1, .unknown: 1])
            #expect(try await store.prune(Retention(), at: clock.now + .seconds(31 * 86_400)) == 1)
            #expect(try await store.places.geocodeCounts() == [.found: 1])
        }
    }

    @Test("a redirect is not followed: it would be a second request within the second")
    func redirect() async throws {
        let service = try StandIn(clock) { try $0.redirect(to: "/elsewhere") }
        try await withProcess(service.server.url()) { geocoding async throws in
            #expect(try await find(geocoding) == .failed("nominatim did not answer: it answered 302 Found"))
        }
        #expect(service.count == 1)
    }

    @Test("an answer is kept though whoever asked has gone")
    func gone() async throws {
        let gate = Gate()
        let service = try StandIn(clock) { connection in
            try gate.block()
            try connection.answer(body: Array(Self.subiaco.utf8))
        }
        try await withProcess(service.server.url()) { geocoding async throws in
            let asker = Task { try await geocoding.position(of: "120 Hay Street, Subiaco") }
            try await eventually("it is asked") { service.count == 1 }
            asker.cancel()
            gate.open()
            _ = try? await asker.value
            let store = try Store(in: folder.url)
            try await eventually("it is kept") { try await store.places.geocodeCounts() == [.found: 1] }
        }
        #expect(service.count == 1)
    }

    @Test("the operator's file comes first, and is enough where no service is set")
    func file() async throws {
        let service = try standIn()
        let file = GeocodeFile("address,lat,lon\n\"120 Hay Street, Subiaco\",-31.5,115.5\n")
        for url in [service.server.url(), nil] {
            try await withProcess(url, file: file) { geocoding async throws in
                let answer = try await geocoding.position(of: "120 hay street subiaco")
                #expect(answer?.position == Position(latitude: -31.5, longitude: 115.5))
                #expect(answer?.attribution == nil)
            }
        }
        #expect(service.count == 0)
        try await withProcess(nil) { geocoding async throws in
            let error = try await #require(throws: GeocodingError.self) { _ = try await find(geocoding) }
            #expect(error.code == .off)
        }
    }

    @Test("at most twenty wait, and the next is told so")
    func bound() async throws {
        let service = try standIn()
        let results = try await withProcess(service.server.url()) { geocoding async throws in
            try await clock.working(
                (1...25).map { number in
                    {
                        do { return try await geocoding.position(of: "\(number) Hay Street") != nil } catch let error as GeocodingError {
                            #expect(error.code == .busy)
                            return false
                        }
                    }
                })
        }
        // On a busy machine some come when others have had their answer.
        #expect((20...25).contains(service.count))
        #expect(results.count { $0 } == service.count)
    }

    @Test(
        "what cannot be an address is not asked for", arguments: ["", "  ", "ab", ", , ,", "a\u{0}b c", String(repeating: "a", count: 201)])
    func noAddress(text: String) async throws {
        try await withProcess(nil) { geocoding async throws in
            let error = try await #require(throws: GeocodingError.self) { _ = try await geocoding.position(of: text) }
            #expect(error.code == .address)
        }
    }
}
