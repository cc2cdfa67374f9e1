import Foundation
import NIOHTTP1
import Synchronization
import TestSupport

@testable import Fetching

/// The tests of a suite of RFC 9111, as its file has them, and what this client and origin make of them.
///
/// Each test has an address of its own and requests that are sent one after the other through the cache. The origin answers request
/// *i* with what the test says of it. Where the test pauses, the clock that cache and origin share moves on.
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

        /// Keys that are there with the value null say "do not check", which is not the same as their absence.
        var nulls: Set<String>?

        func isNull(_ key: String) -> Bool { nulls?.contains(key) ?? false }
        var status: Int { response_status?.first?.number ?? 200 }
        func header(_ name: String) -> String? {
            response_headers?.last { $0[0].text.lowercased() == name }?[1].text
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

    /// A name, or a name and what is expected of it.
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

    init(_ file: URL) throws {
        let data = try Data(contentsOf: file)
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

/// The origin of the suite: answers by the number that the request carries.
final class CacheSuiteOrigin: Sendable {
    struct Seen: Sendable {
        let method: String
        let headers: HTTPHeaders
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
            log.note(id, number, Seen(method: request.method, headers: HTTPHeaders(request.headers.map { ($0.name, $0.value) })))
            try connection.send(Self.answer(test, number, request, now: clock.now, host: connection.request["Host"].first ?? ""))
        }
    }

    private final class Log: Sendable {
        let seen = Mutex<[String: [Int: Seen]]>([:])
        func note(_ id: String, _ number: Int, _ what: Seen) { seen.withLock { $0[id, default: [:]][number] = what } }
    }

    func url(_ target: String) -> URL { server.url(target) }

    func seen(_ id: String, _ number: Int) -> Seen? { log.seen.withLock { $0[id]?[number] } }

    /// Everything that goes over the wire, or nothing if the test wants the connection to end.
    private static func answer(
        _ test: CacheSuite.Case, _ number: Int, _ request: ScriptedServer.Request, now: Date, host: String
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
            let before = test.requests[number - 2]
            let date = before.response_headers?.last { $0[0].text.lowercased() == "last-modified" }
                .map { Self.value($0, test, step, now: now, host: host) }
            let isSame =
                (date != nil && request["If-Modified-Since"].first == date)
                || (before.header("etag").map { request["If-None-Match"] == [$0] } ?? false)
            (status, reason) = isSame ? (304, "Not Modified") : (599, "Not Validated")
        }
        var lines = ["Connection: close", "Server-Request-Count: \(number)", "Client-Request-Count: \(number)"]
        for field in step.response_headers ?? [] {
            lines.append("\(field[0].text): \(Self.value(field, test, step, now: now, host: host))")
        }
        let hasBody = ![204, 304].contains(status) && !step.isNull("response_body")
        let body = hasBody ? step.response_body ?? test.id : ""
        let names = Set((step.response_headers ?? []).map { $0[0].text.lowercased() })
        if !names.contains("content-length"), !names.contains("transfer-encoding"), hasBody {
            lines.append("Content-Length: \(body.utf8.count)")
        }
        // A test that sets a length of ten means a body of ten bytes.
        let length = step.header("content-length").flatMap { Int($0) } ?? body.utf8.count
        let sent = request.method == "HEAD" ? "" : String(body.prefix(length)).padding(toLength: length, withPad: "x", startingAt: 0)
        return text + "HTTP/1.1 \(status) \(reason)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + (hasBody ? sent : "")
    }

    /// A whole number for a date is so many seconds from now; locations are under the test's own address.
    static func value(_ field: [CacheSuite.Scalar], _ test: CacheSuite.Case, _ step: CacheSuite.Step, now: Date, host: String) -> String {
        let name = field[0].text.lowercased()
        if ["date", "expires", "last-modified"].contains(name), let seconds = field[1].number {
            return HTTPDate.text(now + TimeInterval(seconds))
        }
        if step.magic_locations == true, ["location", "content-location"].contains(name) {
            return "http://\(host)/\(test.id)" + (field[1].text.isEmpty ? "" : "/\(field[1].text)")
        }
        return field[1].text
    }
}
