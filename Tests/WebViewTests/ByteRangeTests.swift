import HTTPTypes
import Testing

@testable import Serving
@testable import Web

/// RFC 9110, section 14.
@Suite("Ranges of bytes")
struct ByteRangeTests {
    private static let version: HTTPFields = [.eTag: "\"a\"", .lastModified: "Sat, 07 Mar 2026 12:00:00 GMT"]

    private static func asked(_ range: String?, of count: Int = 100, ifRange: String? = nil, _ method: HTTPRequest.Method = .get)
        -> ByteRange
    {
        var headers = HTTPFields()
        headers[.range] = range
        headers[.ifRange] = ifRange
        return ByteRange(method, headers, of: count, version: version)
    }

    @Test(
        "a part is cut at the end of what there is",
        arguments: [
            ("bytes=0-1", 0..<2), ("bytes=0-0", 0..<1), ("bytes=99-99", 99..<100), ("bytes=90-", 90..<100), ("bytes=90-1000", 90..<100),
            ("bytes=-1", 99..<100), ("bytes=-100", 0..<100), ("bytes=-1000", 0..<100), ("Bytes=5-6", 5..<7), ("bytes=0-", 0..<100),
            ("bytes=5-99999999999999999999999", 5..<100), ("bytes=-99999999999999999999999", 0..<100),
        ])
    func parts(field: String, part: Range<Int>) { #expect(Self.asked(field) == .part(part)) }

    @Test("nothing that there is", arguments: ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999999-"])
    func unsatisfiable(field: String) { #expect(Self.asked(field) == .unsatisfiable) }

    @Test(
        "what is not one well-formed range in bytes is answered with all",
        arguments: [
            nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,5-6", "lines=0-1", "bytes=0x1-2", "bytes=+1-2",
            "bytes=1--2",
        ] as [String?])
    func whole(field: String?) { #expect(Self.asked(field) == .whole) }

    @Test("of an empty representation there is no first byte, and its end is all of it")
    func empty() {
        #expect(Self.asked("bytes=0-", of: 0) == .unsatisfiable)
        #expect(Self.asked("bytes=-5", of: 0) == .whole)
    }

    @Test(
        "only of the version that one has a part of, and only a GET",
        arguments: [
            ("\"a\"", true), ("Sat, 07 Mar 2026 12:00:00 GMT", true), ("\"b\"", false), ("W/\"a\"", false),
            ("Sat, 07 Mar 2026 12:00:01 GMT", false),
            ("*", false),
        ])
    func versions(condition: String, isPart: Bool) {
        #expect(Self.asked("bytes=0-1", ifRange: condition) == (isPart ? .part(0..<2) : .whole))
        #expect(Self.asked("bytes=0-1", ifRange: condition, .head) == .whole)
    }
}
