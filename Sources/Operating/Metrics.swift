import Synchronization

/// What the server counts while it runs: counters and one histogram, by label.
///
/// A count costs a lock and a look into a dictionary. Labels come from us alone (routes, outcomes, classes of status), so that there is a
/// bound on how many series there are; what is over 1,000 series is not counted.
package final class Metrics: Sendable {
    private static let seriesLimit = 1_000
    /// Upper bounds in seconds.
    static let buckets: [Double] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct Series: Hashable {
        let metric: Metric
        /// `outcome="changed"`: as it stands between the braces.
        let labels: String
    }

    private struct Histogram {
        /// How many were at most as long as the bound, and longer than the one before; the last one has no bound.
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

    /// Everything in Prometheus' text format, together with what others have measured just now.
    package func text(with samples: [Sample]) -> String {
        let (counters, histograms) = state.withLock { ($0.counters, $0.histograms) }
        var text = PrometheusText()
        for metric in Metric.allCases {
            let measured = samples.filter { $0.metric == metric }
            let counted = counters.filter { $0.key.metric == metric }.sorted { $0.key.labels < $1.key.labels }
            let timed = histograms.filter { $0.key.metric == metric }.sorted { $0.key.labels < $1.key.labels }
            // A counter without labels is there from the start, so that a rate can be taken of its first step.
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
