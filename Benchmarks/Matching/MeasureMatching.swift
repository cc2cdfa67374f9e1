import Foundation
import Records
import Watching

/// Matches a fetch's changes against very many watches of one list, by the index and by holding each change against each watch.
///
///     MeasureMatching [WATCHES] [ROWS] [CHANGES]
///
/// Prints CPU seconds and memory: what `Docs/Benchmarks.md` says of matching. Built only when TIDINGS_BENCHMARKS is set.
@main struct MeasureMatching {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let (watches, rows, changes) = (
            numbers.first ?? 1_000_000, numbers.dropFirst().first ?? 40_000, numbers.dropFirst(2).first ?? 100
        )
        var batch = Field(name: "batch", kind: .text)
        batch.isKey = true
        let schema = Schema(fields: [
            batch, Field(name: "status", kind: .text), Field(name: "date", kind: .date), Field(name: "fee", kind: .number),
        ])
        func record(_ row: Int, _ status: String) -> Record {
            Record([
                .text(String(20_120_000_000 + row)), .text(status), CalendarDate(year: 2012, month: 3, day: 7).map(Value.date),
                .number(Double(row)),
            ])
        }
        let fetch = (0..<changes).map { number in
            let row = number * rows / changes
            return Change.altered(before: record(row, "Pending"), after: record(row, "Issued"))
        }
        let moment = Moment(now: Timestamp(Date()), zone: .gmt)
        print("watches rows changes kind: MB, bytes/watch, build s, index CPU s, told, brute CPU s, ratio")
        for (kind, condition) in [
            ("equals", { Condition.field("batch", .equals(String(20_120_000_000 + $0 % rows))) }),
            ("range", { Condition.field("fee", .between(String($0 % rows), String($0 % rows + 2))) }),
        ] as [(String, (Int) -> Condition)] {
            let empty = residentBytes()
            var index = MatchIndex()
            let build = try seconds { for watch in 0..<watches { index.add(Int64(watch), try condition(watch).bound(to: schema)) } }
            let bytes = residentBytes() - empty
            var told = 0
            let indexed = seconds { for change in fetch { told += index.watches(concernedBy: change, moment).watches.count } }
            var found = 0
            // Every change against every watch; a tenth of the changes, times ten, is enough to know.
            let bound = try (0..<watches).map { try condition($0).bound(to: schema) }
            let sample = fetch.prefix(max(1, changes / 10))
            let brute =
                try seconds {
                    for change in sample { for condition in bound where try condition.matches(change, moment) { found += 1 } }
                } * Double(changes) / Double(sample.count)
            print(
                watches, rows, changes, "\(kind):", bytes >> 20, bytes / max(1, watches), build, indexed, told, brute, brute / indexed,
                found * changes / sample.count == told ? "same" : "differ: \(found)")
        }
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
