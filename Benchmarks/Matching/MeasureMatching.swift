import Foundation
import Records
import Watching

/// Matches a fetch's changes against very many watches of one list, by the index and by holding each change against each watch.
///
///     MeasureMatching equals|range [WATCHES] [ROWS] [CHANGES]
///
/// Prints memory and CPU seconds: what `Docs/Building/Benchmarks.md` says of matching. Built only when TIDINGS_BENCHMARKS is set.
@main struct MeasureMatching {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.dropFirst().map { Int($0) ?? 0 } + [1_000_000, 40_000, 100].dropFirst(max(0, arguments.count - 1))
        guard let kind = arguments.first, numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else {
            return print("usage: MeasureMatching equals|range [WATCHES] [ROWS] [CHANGES]")
        }
        let (watches, rows, changes) = (numbers[0], numbers[1], numbers[2])
        var batch = Field(name: "batch", kind: .text)
        batch.isKey = true
        let schema = Schema(fields: [batch, Field(name: "status", kind: .text), Field(name: "fee", kind: .number)])
        func bound(_ watch: Int) throws -> BoundCondition {
            let row = watch % rows
            let condition: Condition =
                kind == "range"
                ? .field("fee", .between(String(row), String(row + 2))) : .field("batch", .equals(String(20_120_000_000 + row)))
            return try condition.bound(to: schema)
        }
        func record(_ row: Int, _ status: String) -> Record {
            Record([.text(String(20_120_000_000 + row)), .text(status), .number(Double(row))])
        }
        let fetch = (0..<changes).map { number in
            let row = number * rows / changes
            return Change.altered(before: record(row, "Pending"), after: record(row, "Issued"))
        }
        let moment = Moment(now: Timestamp(Date()), zone: .gmt)
        let json = (0..<1000).map { Condition.field("batch", .equals(String(20_120_000_000 + $0))).json }
        let reading = try seconds { for text in json { _ = try Condition(json: text).bound(to: schema) } }

        let empty = residentBytes()
        var index = MatchIndex()
        let filling = try seconds { for watch in 0..<watches { index.add(Int64(watch), try bound(watch)) } }
        let bytes = residentBytes() - empty
        var told = 0
        let indexed = seconds { for change in fetch { told += index.watches(concernedBy: change, moment).watches.count } }

        // Every change against every watch; a tenth of the changes, times ten, is enough to know.
        let sample = fetch.prefix(max(1, changes / 10))
        let all = try (0..<watches).map(bound)
        var (byHand, byIndex) = (0, 0)
        let scanned = try seconds {
            for change in sample { for condition in all where try condition.matches(change, moment) { byHand += 1 } }
        }
        for change in sample { byIndex += index.watches(concernedBy: change, moment).watches.count }
        guard byHand == byIndex else { return print("the index finds \(byIndex), the scan \(byHand)") }
        let scan = scanned * Double(changes) / Double(sample.count)
        print("\(watches) watches (\(kind)) of \(rows) rows, \(changes) changes, \(told) told")
        print("memory: \(bytes >> 20) MB, \(bytes / watches) bytes a watch")
        print("filled in \(filling) s; a condition is read from JSON in \(reading * 1000) µs")
        print("matched in \(indexed) s by the index, \(scan) s by a scan: 1 to \(Int(scan / indexed))")
    }

    /// CPU seconds of the process, user and system.
    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        try body()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }

    private static func residentBytes() -> Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst().first
        return (pages.flatMap { Int($0) } ?? 0) * 4096
    }
}
