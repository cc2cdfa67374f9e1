import Foundation
import Testing

@testable import Operating

@Suite("Metrics") struct MetricsTests {
    @Test("counters are written with their labels, in the same order each time")
    func counters() {
        let metrics = Metrics()
        metrics.add(to: .fetches, ("outcome", "same"))
        metrics.add(to: .fetches, ("outcome", "failed"))
        metrics.add(2, to: .fetches, ("outcome", "same"))
        #expect(
            metrics.text(with: []).contains(
                """
                # HELP tidings_fetches_total Fetches ended since the start, by outcome.
                # TYPE tidings_fetches_total counter
                tidings_fetches_total{outcome="failed"} 1
                tidings_fetches_total{outcome="same"} 3

                """))
    }

    @Test("a histogram's buckets hold all that is no longer than their bound")
    func histogram() {
        let metrics = Metrics()
        for milliseconds in [1, 2, 300, 60_000] { metrics.observe(.milliseconds(milliseconds), of: .requestDuration, ("route", "/")) }
        let text = metrics.text(with: [])
        for line in [
            #"_bucket{route="/",le="0.001"} 1"#, #"_bucket{route="/",le="0.005"} 2"#, #"_bucket{route="/",le="0.25"} 2"#,
            #"_bucket{route="/",le="0.5"} 3"#, #"_bucket{route="/",le="10"} 3"#, #"_bucket{route="/",le="+Inf"} 4"#,
            #"_sum{route="/"} 60.303"#, #"_count{route="/"} 4"#,
        ] {
            #expect(text.contains("tidings_http_request_duration_seconds\(line)\n"))
        }
    }

    @Test("a label may hold anything")
    func escaping() {
        let text = Metrics().text(with: [Sample(.build, 1, ("version", "a\"b\\c\nd"))])
        #expect(text.contains(#"tidings_build_info{version="a\"b\\c\nd"} 1"#))
    }

    @Test("there is a bound on how many series there are")
    func bounded() {
        let metrics = Metrics()
        for number in 0..<3_000 { metrics.add(to: .requests, ("route", "\(number)")) }
        #expect(metrics.text(with: []).components(separatedBy: "\n").count < 1_100)
    }

    @Test("the process says how much it uses")
    func process() throws {
        let samples = Dictionary(uniqueKeysWithValues: ProcessFigures.samples().map { ($0.metric, $0.value) })
        #expect(try #require(samples[.memory]) > 1_000_000)
        #expect(try #require(samples[.openFiles]) > 2)
        #expect(try #require(samples[.openFilesLimit]) >= samples[.openFiles] ?? 0)
        #expect(try #require(samples[.processorTime]) > 0)
        let started = try #require(samples[.processStart])
        #expect(abs(Date().timeIntervalSince1970 - started) < 86_400)
    }
}
