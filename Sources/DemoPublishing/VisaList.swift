/// A row of the embassy's list.
package struct VisaRow: Sendable, Hashable {
    /// 11 digits, from 20000000000 up to (not including) 29000000000.
    package var batch: String
    package var status: String
    /// Like 07-Mar-12.
    package var date: String

    package init(batch: String, status: String, date: String) {
        self.batch = batch
        self.status = status
        self.date = date
    }
}

/// The sample embassy's list: invented batch numbers with a status and a date, in ascending order.
///
/// The same seed gives the same rows on every machine. One number in fifty has two or three consecutive rows, each with another status and
/// a later date. `wellKnownBatch` is in the middle of every list, so reading half the document finds it.
package struct VisaList: Sendable {
    /// The number that demos and tests look up.
    package static let wellKnownBatch = "20121456171"

    /// In the order of an application's progress.
    package static let statuses = [
        "Administrative Processing", "Documents Requested", "Documents Received", "Interview Scheduled", "Approved",
        "Ready for Collection", "Issued", "Refused",
    ]

    package var rows: [VisaRow]
    let seed: UInt64

    /// A list of `count` rows, at least one, at most some ten million. The row with index count / 2 is the only one of the well-known
    /// number.
    package init(rows count: Int, seed: UInt64) {
        let count = max(1, count)
        let middle = count / 2
        let wellKnown = 20_121_456_171
        let reach = count < 1_000_000 ? 21_456_171 : 121_456_171  // five years of batches, or the whole range
        var random = SplitMix64(seed: seed)
        self.seed = seed
        rows = []
        rows.reserveCapacity(count + 16)
        append(middle, from: wellKnown - reach, upTo: wellKnown, of: count, &random)
        let marchSeventh = CalendarDay(year: 2012, month: 3, day: 7)
        rows.append(VisaRow(batch: Self.wellKnownBatch, status: Self.statuses[0], date: marchSeventh.listText))
        append(count - middle - 1, from: wellKnown + 2, upTo: wellKnown + reach, of: count, &random)
    }

    /// The same rows in another order, determined by the seed.
    package func shuffled(seed: UInt64) -> VisaList {
        var random = SplitMix64(seed: seed)
        var list = self
        for index in stride(from: rows.count - 1, to: 0, by: -1) {
            list.rows.swapAt(index, random.below(index + 1))
        }
        return list
    }

    /// Appends `wanted` rows with batches spread over the range, at least two apart.
    private mutating func append(_ wanted: Int, from low: Int, upTo high: Int, of count: Int, _ random: inout SplitMix64) {
        let firstDay = CalendarDay(year: 2010, month: 5, day: 3).daysSince1970
        var made = 0
        while made < wanted {
            let room = (high - low) / wanted
            let batch = String(low + (high - low) * made / wanted + random.below(room / 2))
            let size = min(wanted - made, random.below(50) == 0 ? 2 + random.below(2) : 1)
            var day = firstDay + 1300 * rows.count / count + random.below(180)
            var status = random.below(Self.statuses.count)
            for _ in 0..<size {
                rows.append(VisaRow(batch: batch, status: Self.statuses[status], date: CalendarDay(daysSince1970: day).listText))
                day += 4 + random.below(60)
                status = (status + 1 + random.below(Self.statuses.count - 1)) % Self.statuses.count
            }
            made += size
        }
    }
}
