/// Prometheus' text exposition format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
struct PrometheusText {
    private(set) var text = ""

    mutating func begin(_ metric: Metric) {
        text += "# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
    }

    mutating func add(_ name: String, _ labels: String, _ value: Double) {
        text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(value))\n"
    }

    /// A histogram: each bucket counts all values up to its bound.
    mutating func add(_ name: String, _ labels: String, _ counts: [Int], sum: Double) {
        var count = 0
        for (index, bucket) in counts.enumerated() {
            count += bucket
            let bound = index < Metrics.buckets.count ? Self.number(Metrics.buckets[index]) : "+Inf"
            add("\(name)_bucket", (labels.isEmpty ? "" : "\(labels),") + "le=\"\(bound)\"", Double(count))
        }
        add("\(name)_sum", labels, sum)
        add("\(name)_count", labels, Double(count))
    }

    /// `a="1",b="2"`, with backslash, quote and line feed escaped.
    static func labels(_ labels: [(name: String, value: String)]) -> String {
        labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",")
    }

    /// Called for each request: a value without special characters, as nearly all are, isn't searched three times.
    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") }) else {
            return value
        }
        return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { String($0) } ?? "\(value)"
    }
}
