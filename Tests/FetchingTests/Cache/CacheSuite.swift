import Foundation
import NIOHTTP1
import Synchronization
import TestSupport

@testable import Fetching

/// The tests of a suite for RFC 9111 from its file, adapted to this client and origin.
///
/// Each test has its own address and requests that are sent in sequence through the cache. The origin answers request *i* as the test
/// specifies. Where the test pauses, the clock shared by cache and origin advances. A whole number for a date means seconds relative to the
/// origin's answer (`Server-Now`).
struct CacheSuite {
    struct Case: Decodable, Sendable {
        let id: String
        var kind: String?
        var browser_only: Bool?
        var cdn_only: Bool?
        var requests: [Step]

        var isRequired: Bool { (kind ?? "required") == "required" }
    }

    struct Step: Decodable, Sendable {
        var request_method: String?
        var request_headers: [[Scalar]]?
        var query_arg: String?
        var filename: String?
        var pause_after: Bool?
        var disconnect: Bool?
        var magic_locations: Bool?
        var magic_ims: Bool?
        var interim_responses: [[Interim]]?
        var rfc850date: [String]?
        var response_status: [Scalar]?
        var response_headers: [[Scalar]]?
        var response_body: String?
        var response_pause: Int?
        var check_body: Bool?
        var expected_type: String?
        var expected_method: String?
        var expected_status: Scalar?
        var expected_request_headers: [Expected]?
        var expected_request_headers_missing: [Expected]?
        var expected_response_headers: [Expected]?
        var expected_response_headers_missing: [Expected]?
        var expected_response_text: String?
        var setup: Bool?
        var setup_tests: [String]?

        /// Keys with the value null, which mean "do not check", unlike missing keys.
        var nulls: Set<String>?

        func isNull(_ key: String) -> Bool { nulls?.contains(key) ?? false }
        var status: Int { response_status?.first?.number ?? 200 }
        func header(_ name: String) -> String? {
            response_headers?.last { $0[0].text.lowercased() == name }?[1].text
        }

        /// The header fields of a request.
        /// - Parameter last: When the origin made the previous answer.
        func requestHeaders(after last: Date?) -> [(name: String, value: String)] {
            (request_headers ?? []).map { field in
                let isCounted = magic_ims == true && field[0].text.lowercased() == "if-modified-since"
                return (field[0].text, last.flatMap { isCounted ? date(field, from: $0) : nil } ?? field[1].text)
            }
        }

        /// Returns nil if the field's value isn't a number of seconds.
        func date(_ field: [Scalar], from now: Date) -> String? {
            guard let seconds = field[1].number else { return nil }
            let date = now + TimeInterval(seconds)
            guard rfc850date?.contains(field[0].text.lowercased()) == true else { return HTTPDate.text(date) }
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.dateFormat = "EEEE, dd-MMM-yy HH:mm:ss 'GMT'"
            return formatter.string(from: date)
        }
    }

    enum Scalar: Decodable, Sendable {
        case text(String)
        case number(Int)
        case flag(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) { self = .flag(flag); return }
            if let number = try? container.decode(Int.self) { self = .number(number); return }
            self = .text(try container.decode(String.self))
        }

        var text: String {
            switch self {
            case .text(let text): text
            case .number(let number): "\(number)"
            case .flag(let flag): "\(flag)"
            }
        }

        var number: Int? { if case .number(let number) = self { number } else { nil } }
    }

    /// A name, optionally with its expected value.
    enum Expected: Decodable, Sendable {
        case present(String)
        case fields([Scalar])

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) { self = .present(name); return }
            self = .fields(try decoder.singleValueContainer().decode([Scalar].self))
        }
    }

    enum Interim: Decodable, Sendable {
        case status(Int)
        case headers([[Scalar]])

        init(from decoder: any Decoder) throws {
            if let status = try? decoder.singleValueContainer().decode(Int.self) { self = .status(status); return }
            self = .headers(try decoder.singleValueContainer().decode([[Scalar]].self))
        }
    }

    private struct Suite: Decodable {
        let tests: [Case]
    }

    let cases: [Case]

    init(_ data: Data) throws {
        var cases = try JSONDecoder().decode([Suite].self, from: data).flatMap(\.tests)
        let raw = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        let steps = raw.flatMap { $0["tests"] as? [[String: Any]] ?? [] }.map { $0["requests"] as? [[String: Any]] ?? [] }
        for (test, steps) in steps.enumerated() {
            for (number, step) in steps.enumerated() {
                cases[test].requests[number].nulls = Set(step.filter { $0.value is NSNull }.keys)
            }
        }
        self.cases = cases
    }
}

/// The suite's origin: answers by the number in the request.
final class CacheSuiteOrigin: Sendable {
    struct Seen: Sendable {
        let method: String
        let headers: HTTPHeaders
        /// The header fields of its answer.
        let answered: [String: String]
    }

    private let server: ScriptedServer
    private let log: Log

    init(_ cases: [CacheSuite.Case], clock: ManualClock) throws {
        let byID = Dictionary(uniqueKeysWithValues: cases.map { ($0.id, $0) })
        let log = Log()
        self.log = log
        server = try ScriptedServer { connection in
            let request = connection.request
            let path = request.target.split(whereSeparator: { "/?".contains($0) })
            guard let id = path.first.map(String.init)?.removingPercentEncoding, let test = byID[id],
                let number = request["Req-Num"].first.flatMap({ Int($0) }), number >= 1, number <= test.requests.count
            else { return try connection.answer("400 Bad Request") }
            let now = clock.now
            let fields = Self.fields(test, number, now: now, host: request["Host"].first ?? "")
            log.note(
                id, number,
                Seen(
                    method: request.method, headers: HTTPHeaders(request.headers.map { ($0.name, $0.value) }),
                    answered: Dictionary(fields.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })))
            try connection.send(Self.answer(test, number, request, fields, before: log.last(id, before: number), now: now))
        }
    }

    private final class Log: Sendable {
        let seen = Mutex<[String: [Int: Seen]]>([:])
        func note(_ id: String, _ number: Int, _ what: Seen) { seen.withLock { $0[id, default: [:]][number] = what } }
        subscript(id: String, number: Int) -> Seen? { seen.withLock { $0[id]?[number] } }
        /// Requests answered by the cache never reach the origin.
        func last(_ id: String, before number: Int) -> Seen? {
            seen.withLock { $0[id]?.filter { $0.key < number }.max { $0.key < $1.key }?.value }
        }
    }

    func url(_ target: String) -> URL { server.url(target) }

    func seen(_ id: String, _ number: Int) -> Seen? { log[id, number] }

    private static func fields(_ test: CacheSuite.Case, _ number: Int, now: Date, host: String) -> [(name: String, value: String)] {
        let step = test.requests[number - 1]
        return (step.response_headers ?? []).map { ($0[0].text, value($0, test, step, now: now, host: host)) }
    }

    /// The bytes of the answer; empty if the test closes the connection.
    /// - Parameter before: The previous request that reached the origin, whose answer had the current validators.
    private static func answer(
        _ test: CacheSuite.Case, _ number: Int, _ request: ScriptedServer.Request, _ fields: [(name: String, value: String)], before: Seen?,
        now: Date
    ) -> String {
        let step = test.requests[number - 1]
        guard step.disconnect != true else { return "" }
        var text = ""
        for interim in step.interim_responses ?? [] {
            guard case .status(let status) = interim[0] else { continue }
            text += "HTTP/1.1 \(status) Early\r\n"
            if interim.count > 1, case .headers(let fields) = interim[1] {
                for field in fields { text += "\(field[0].text): \(field[1].text)\r\n" }
            }
            text += "\r\n"
        }
        var status = step.status
        var reason = step.response_status.flatMap { $0.count > 1 ? $0[1].text : nil } ?? "OK"
        if step.expected_type?.hasSuffix("validated") == true, number > 1 {
            let isSame =
                before?.answered["last-modified"].map { request["If-Modified-Since"] == [$0] } ?? false
                || before?.answered["etag"].map { request["If-None-Match"] == [$0] } ?? false
            (status, reason) = isSame ? (304, "Not Modified") : (599, "Not Validated")
        }
        var lines = [
            "Connection: close", "Server-Request-Count: \(number)", "Client-Request-Count: \(number)",
            "Server-Now: \(Int(now.timeIntervalSince1970))",
        ]
        lines += fields.map { "\($0.name): \($0.value)" }
        let hasBody = ![204, 304].contains(status) && !step.isNull("response_body")
        let body = hasBody ? step.response_body ?? test.id : ""
        let names = Set((step.response_headers ?? []).map { $0[0].text.lowercased() })
        if !names.contains("content-length"), !names.contains("transfer-encoding"), hasBody {
            lines.append("Content-Length: \(body.utf8.count)")
        }
        // A test that sets a length of ten expects a body of ten bytes.
        let length = step.header("content-length").flatMap { Int($0) } ?? body.utf8.count
        let sent = request.method == "HEAD" ? "" : String(body.prefix(length)).padding(toLength: length, withPad: "x", startingAt: 0)
        return text + "HTTP/1.1 \(status) \(reason)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + (hasBody ? sent : "")
    }

    /// Locations are below the test's address.
    static func value(_ field: [CacheSuite.Scalar], _ test: CacheSuite.Case, _ step: CacheSuite.Step, now: Date, host: String) -> String {
        let name = field[0].text.lowercased()
        if ["date", "expires", "last-modified"].contains(name), let date = step.date(field, from: now) { return date }
        if step.magic_locations == true, ["location", "content-location"].contains(name) {
            return "http://\(host)/\(test.id)" + (field[1].text.isEmpty ? "" : "/\(field[1].text)")
        }
        return field[1].text
    }
}
