import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import Fetching

/// The folder of the public suites, which aren't in the repository.
let suites = ProcessInfo.processInfo.environment["TIDINGS_SUITES"].map { URL(fileURLWithPath: $0) }

@Suite("HTTP cache tests")
struct CacheSuiteTests {
    /// Where the cache deliberately deviates from permitted or common behaviour.
    private static let different: [String: String] = [
        "other-authorization-public": "what one person's credentials opened is not handed to another",
        "other-authorization-must-revalidate": "as above", "other-authorization-smaxage": "as above",
        "method-POST": "answers to POST are not kept",
        "partial-store-partial-reuse-partial": "parts are not kept; resuming a download is the job's",
        "partial-store-partial-reuse-partial-byterange": "as above", "partial-store-partial-reuse-partial-absent": "as above",
        "partial-store-partial-reuse-partial-suffix": "as above", "partial-store-partial-complete": "as above",
        "cc-resp-private-private": "a test for browsers: anonymous answers are for everyone here",
    ]

    @Test("the required ones all pass, and the optimal ones but for those named", .enabled(if: suites != nil))
    func suite() async throws {
        let folder = try #require(suites)
        let suite = try CacheSuite(Data(contentsOf: folder.appendingPathComponent("http-cache-tests/tests.json")))
        let cases = suite.cases.filter { $0.cdn_only != true && $0.browser_only != true }
        #expect(cases.count > 240)
        var passed: [String: Int] = [:]
        var all: [String: Int] = [:]
        var failures: [(CacheSuite.Case, String)] = []
        for (test, failure) in try await Self.outcomes(of: cases) {
            let kind = test.kind ?? "required"
            all[kind, default: 0] += 1
            if let failure { failures.append((test, failure)) } else { passed[kind, default: 0] += 1 }
        }
        for kind in ["required", "optimal", "check"] { print("http-cache-tests: \(kind) \(passed[kind] ?? 0) of \(all[kind] ?? 0)") }
        for (test, failure) in failures { print("  \(test.kind ?? "required") \(test.id): \(Self.different[test.id] ?? failure)") }
        #expect(all["required"] == 123)
        for (test, failure) in failures where test.isRequired { Issue.record("\(test.id): \(failure)") }
        for (test, failure) in failures where test.kind == "optimal" && Self.different[test.id] == nil {
            Issue.record("\(test.id): \(failure)")
        }
    }

    /// The suite's preconditions for conditional requests: dates relative to the origin's answer, and fields that requests must not have.
    private static let conditions = """
        [{"tests": [
            {"id": "since-after", "requests": [
                {"response_headers": [["Cache-Control", "max-age=9999"], ["Last-Modified", -3000], ["Date", 0]], "pause_after": true},
                {"request_headers": [["If-Modified-Since", -2000]], "magic_ims": true, "expected_type": "cached", "expected_status": 304}]},
            {"id": "since-the-same", "requests": [
                {"response_headers": [["Cache-Control", "max-age=9999"], ["Last-Modified", -3000], ["Date", 0]], "pause_after": true},
                {"request_headers": [["If-Modified-Since", -3000]], "magic_ims": true, "rfc850date": ["if-modified-since"],
                 "expected_type": "cached", "expected_status": 304}]},
            {"id": "since-before", "requests": [
                {"response_headers": [["Cache-Control", "max-age=9999"], ["Last-Modified", -3000], ["Date", 0]], "pause_after": true},
                {"request_headers": [["If-Modified-Since", -3001]], "magic_ims": true, "expected_type": "cached", "expected_status": 200}]},
            {"id": "date-as-sent", "requests": [
                {"response_headers": [["Cache-Control", "max-age=2"], ["Last-Modified", -3000], ["Date", 0]], "pause_after": true},
                {"expected_type": "lm_validated"}]},
            {"id": "tag-of-another-variant", "requests": [
                {"request_headers": [["Abc", "1"]], "pause_after": true,
                 "response_headers": [["Cache-Control", "max-age=2"], ["ETag", "\\"abcdef\\""], ["Date", 0], ["Vary", "Abc"]]},
                {"request_headers": [["Abc", "2"]], "expected_request_headers_missing": [["If-None-Match", "\\"abcdef\\""]]}]},
            {"id": "nothing-to-name", "requests": [{"expected_request_headers_missing": ["If-None-Match"]}]}
        ]}]
        """

    @Test("the runner counts dates from the origin's answer, and the cache passes")
    func conditions() async throws {
        for (test, failure) in try await Self.outcomes(of: CacheSuite(Data(Self.conditions.utf8)).cases) {
            #expect(failure == nil, "\(test.id)")
        }
    }

    @Test("the runner sees fields that must not be asked with")
    func forbiddenFields() async throws {
        let outcomes = try await Self.outcomes(of: CacheSuite(Data(Self.conditions.utf8)).cases) { Meddling(next: $0) }
        let failed = outcomes.filter { $0.failure?.contains("asked with If-None-Match") == true }.map(\.test.id)
        #expect(failed == ["tag-of-another-variant", "nothing-to-name"])
    }

    /// Sends a tag that no answer contained.
    private struct Meddling: Exchange {
        let next: any Exchange

        func answer(to request: Outgoing) async throws -> Answer {
            var request = request
            request.headers.replaceOrAdd(name: "If-None-Match", value: "\"abcdef\"")
            return try await next.answer(to: request)
        }
    }

    /// A result is nil if the test passes.
    private static func outcomes(
        of cases: [CacheSuite.Case], below: @escaping @Sendable (any Exchange) -> any Exchange = { $0 }
    ) async throws -> [(test: CacheSuite.Case, failure: String?)] {
        try await withPlainExchange { exchange in
            var outcomes: [(CacheSuite.Case, String?)] = []
            let clock = ManualClock()
            let origin = try CacheSuiteOrigin(cases, clock: clock)
            let storage = try TemporaryFolder()
            var limits = ResponseCache.Limits()
            // Enables stale answers, so that the tests that forbid them are meaningful.
            limits.staleIfErrorSeconds = 3600
            let cache = try ResponseCache(storage.url, limits: limits) { clock.now }
            for test in cases {
                let exchange = CachingExchange(cache, over: below(exchange))
                outcomes.append((test, try await failure(of: test, origin, clock, cache, exchange)))
            }
            return outcomes
        }
    }

    /// Returns nil if the test passes.
    private static func failure(
        of test: CacheSuite.Case, _ origin: CacheSuiteOrigin, _ clock: ManualClock, _ cache: ResponseCache, _ exchange: CachingExchange
    ) async throws -> String? {
        var last: Date?
        for (index, step) in test.requests.enumerated() {
            let number = index + 1
            let target =
                "/\(test.id)" + (step.filename.map { "/\($0)" } ?? "") + (step.query_arg.map { "?\($0)" } ?? "")
            var request = Outgoing(url: origin.url(target))
            request.method = HTTPMethod(rawValue: step.request_method ?? "GET")
            for field in step.requestHeaders(after: last) { request.headers.add(name: field.name, value: field.value) }
            request.headers.add(name: "Req-Num", value: "\(number)")
            // Bodies are omitted: the scripted origin reads only heads, and no test depends on them.
            var words: String?
            do {
                let answer = try await exchange.answer(to: request)
                let body = try await answer.text()
                let made = answer.headers.first(name: "Server-Now").flatMap { TimeInterval($0) } ?? clock.now.timeIntervalSince1970
                last = Date(timeIntervalSince1970: made)
                words = Self.difference(answer, body, test, number, Date(timeIntervalSince1970: made), origin)
            } catch {
                if !step.isNull("expected_status") || step.disconnect != true { words = "failed: \(error)" }
            }
            await cache.settle()
            if let words { return "request \(number)\(step.setup == true ? " (setup)" : ""): \(words)" }
            if step.pause_after == true { clock.advance(3) }
        }
        return nil
    }

    private static func difference(
        _ answer: Answer, _ body: String, _ test: CacheSuite.Case, _ number: Int, _ made: Date, _ origin: CacheSuiteOrigin
    ) -> String? {
        let step = test.requests[number - 1]
        let from = answer.headers.first(name: "Client-Request-Count").flatMap { Int($0) } ?? 0
        let seen = origin.seen(test.id, number)
        switch step.expected_type {
        case "cached": if from >= number || from == 0 { return "was not answered from the cache" }
        case "not_cached": if from != number { return "was answered from the cache" }
        case "etag_validated": if seen?.headers.contains(name: "If-None-Match") != true { return "was not validated by its tag" }
        case "lm_validated": if seen?.headers.contains(name: "If-Modified-Since") != true { return "was not validated by its date" }
        default: break
        }
        if let method = step.expected_method, seen?.method != method { return "the origin saw \(seen?.method ?? "nothing")" }
        let status =
            step.expected_status?.number
            ?? (step.expected_type?.hasSuffix("validated") == true ? 200 : from > 0 ? test.requests[from - 1].status : step.status)
        if !step.isNull("expected_status"), answer.status != status { return "has status \(answer.status), not \(status)" }
        for expected in step.expected_request_headers ?? [] {
            guard let seen else { return "did not reach the origin" }
            if let words = missing(expected, in: seen.headers, test, step, made) { return "asked with \(words)" }
        }
        for expected in step.expected_request_headers_missing ?? [] {
            guard let seen else { return "did not reach the origin" }
            if let name = present(expected, in: seen.headers) { return "asked with \(name)" }
        }
        for expected in step.expected_response_headers ?? [] {
            if let words = missing(expected, in: answer.headers, test, step, made) { return words }
        }
        for expected in step.expected_response_headers_missing ?? [] {
            if let name = present(expected, in: answer.headers) { return "has \(name)" }
        }
        guard step.check_body != false, answer.status != 304, request(step) != "HEAD", !step.isNull("expected_response_text") else {
            return nil
        }
        let source = from > 0 ? test.requests[from - 1] : step
        let expected = step.expected_response_text ?? (source.isNull("response_body") ? "" : source.response_body ?? test.id)
        return body == expected ? nil : "has the body '\(body)', not '\(expected)'"
    }

    /// The name of a forbidden field that is present, or present with that value.
    private static func present(_ expected: CacheSuite.Expected, in headers: HTTPHeaders) -> String? {
        switch expected {
        case .present(let name): headers.contains(name: name) ? name : nil
        case .fields(let pair): headers[pair[0].text].contains { $0.contains(pair[1].text) } ? pair[0].text : nil
        }
    }

    private static func request(_ step: CacheSuite.Step) -> String { step.request_method ?? "GET" }

    private static func missing(
        _ expected: CacheSuite.Expected, in headers: HTTPHeaders, _ test: CacheSuite.Case, _ step: CacheSuite.Step, _ made: Date
    ) -> String? {
        switch expected {
        case .present(let name): return headers.contains(name: name) ? nil : "no \(name)"
        case .fields(let fields):
            let name = fields[0].text
            let value = headers[name].joined(separator: ", ")
            if fields.count == 3, fields[1].text == ">" { return Int(value) ?? -1 > fields[2].number ?? 0 ? nil : "\(name) '\(value)'" }
            if fields.count == 3, fields[1].text == "=" {
                return value == headers[fields[2].text].joined(separator: ", ") ? nil : "\(name) '\(value)'"
            }
            let wanted = CacheSuiteOrigin.value(fields, test, step, now: made, host: "")
            return value == wanted ? nil : "\(name) '\(value)', not '\(wanted)'"
        }
    }
}
