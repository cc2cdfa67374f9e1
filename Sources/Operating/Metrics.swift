import Synchronization

/// Counts the server's activity: counters and one histogram, by label.
///
/// A count costs a lock and a dictionary lookup. Labels come only from our code (routes, outcomes, classes of status), so the number of
/// series is limited; series beyond 1,000 aren't counted.
package final class Metrics: Sendable {
    private static let seriesLimit = 1_000
    /// Upper bounds in seconds.
    static let buckets: [Double] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct Series: Hashable {
        let metric: Metric
        /// `outcome="changed"`, as inside the braces of the text format.
        let labels: String
    }

    private struct Histogram {
        /// The number of values up to the bucket's bound and above the previous one. The last bucket has no bound.
        var counts = [Int](repeating: 0, count: Metrics.buckets.count + 1)
        var sum = 0.0
    }

    private struct State {
        var counters: [Series: Double] = [:]
        var histograms: [Series: Histogram] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package func add(_ amount: Int = 1, to metric: Metric, _ labels: (name: String, value: String)...) {
        let series = Series(metric: metric, labels: PrometheusText.labels(labels))
        state.withLock { state in
            guard state.counters[series] != nil || state.counters.count < Self.seriesLimit else { return }
            state.counters[series, default: 0] += Double(amount)
        }
    }

    package func observe(_ duration: Duration, of metric: Metric, _ labels: (name: String, value: String)...) {
        let seconds = duration / .seconds(1)
        let series = Series(metric: metric, labels: PrometheusText.labels(labels))
        let bucket = Self.buckets.firstIndex { seconds <= $0 } ?? Self.buckets.count
        state.withLock { state in
            guard state.histograms[series] != nil || state.histograms.count < Self.seriesLimit else { return }
            state.histograms[series, default: Histogram()].counts[bucket] += 1
            state.histograms[series]?.sum += seconds
        }
    }

    /// All metrics in Prometheus' text format, with `samples` that were measured elsewhere.
    package func text(with samples: [Sample]) -> String {
        let (counters, histograms) = state.withLock { ($0.counters, $0.histograms) }
        var text = PrometheusText()
        for metric in Metric.allCases {
            let measured = samples.filter { $0.metric == metric }
            let counted = counters.filter { $0.key.metric == metric }.sorted { $0.key.labels < $1.key.labels }
            let timed = histograms.filter { $0.key.metric == metric }.sorted { $0.key.labels < $1.key.labels }
            // A counter without labels exists from the start, so that its first increment has a rate.
            let isUntouched = measured.isEmpty && counted.isEmpty && timed.isEmpty
            if isUntouched, ![.fetchedBytes, .changes].contains(metric) { continue }
            text.begin(metric)
            for sample in measured { text.add(metric.rawValue, PrometheusText.labels(sample.labels), sample.value) }
            for (series, value) in counted { text.add(metric.rawValue, series.labels, value) }
            for (series, histogram) in timed { text.add(metric.rawValue, series.labels, histogram.counts, sum: histogram.sum) }
            if isUntouched { text.add(metric.rawValue, "", 0) }
        }
        return text.text
    }
}
