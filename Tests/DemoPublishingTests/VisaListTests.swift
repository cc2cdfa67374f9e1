import Testing

@testable import DemoPublishing

@Suite("The published list")
struct VisaListTests {
    static let counts = [1, 2, 3, 4, 5, 17, 100, 4_000]

    @Test("the same seed gives the same rows, another seed others")
    func sameSeed() {
        #expect(VisaList(rows: 500, seed: 7).rows == VisaList(rows: 500, seed: 7).rows)
        #expect(VisaList(rows: 500, seed: 7).rows != VisaList(rows: 500, seed: 8).rows)
    }

    @Test("rows are the ones that this seed gave on the machine where this was written")
    func knownRows() {
        let rows = VisaList(rows: 40_000, seed: 7).rows
        #expect(rows[0] == VisaRow(batch: "20100000208", status: "Interview Scheduled", date: "15-Aug-10"))
        #expect(rows[20_000] == VisaRow(batch: "20121456171", status: "Administrative Processing", date: "07-Mar-12"))
        #expect(rows[39_999] == VisaRow(batch: "20142911627", status: "Documents Received", date: "14-Apr-14"))
    }

    @Test("the well-known number is the middle row, and only that", arguments: counts)
    func wellKnown(count: Int) {
        let rows = VisaList(rows: count, seed: 3).rows
        #expect(rows.count == count)
        #expect(rows.indices.filter { rows[$0].batch == VisaList.wellKnownBatch } == [count / 2])
        #expect(rows[count / 2].status == "Administrative Processing")
    }

    @Test("batches are valid and ascend, dates are dates, and no row is there twice", arguments: counts)
    func valid(count: Int) {
        let rows = VisaList(rows: count, seed: 11).rows
        expectAscending(rows)
        #expect(Set(rows).count == count)
        for row in rows {
            #expect(row.batch.utf8.count == 11)
            #expect(CalendarDay(listText: row.date)?.listText == row.date)
        }
    }

    @Test("one number in fifty has two or three rows, with different statuses")
    func severalRows() {
        let rows = VisaList(rows: 40_000, seed: 7).rows
        let sizes = Dictionary(grouping: rows, by: \.batch).mapValues { ($0.count, Set($0.map(\.status)).count) }
        let several = sizes.values.filter { $0.0 > 1 }
        #expect((600...1_000).contains(several.count))
        #expect(several.allSatisfy { $0.0 <= 3 && $0.1 >= 2 })
    }

    @Test("an edition differs from the one before in one to six rows and stays in order", arguments: counts)
    func editions(count: Int) {
        let first = VisaList(rows: count, seed: 5)
        #expect(first.edition(0).rows == first.rows)
        var before = first
        for number in 1...150 {
            let after = first.edition(number)
            let differences = Set(before.rows).symmetricDifference(after.rows)
            #expect((1...6).contains(differences.count), "edition \(number)")
            #expect(after.rows.filter { !differences.contains($0) } == before.rows.filter { !differences.contains($0) })
            #expect(Set(after.rows).count == after.rows.count)
            #expect(after.rows.filter { $0.batch == VisaList.wellKnownBatch }.count == 1)
            expectAscending(after.rows)
            before = after
        }
    }

    @Test("every second edition alters the well-known number")
    func wellKnownChanges() {
        let first = VisaList(rows: 200, seed: 5)
        let rows = (0...6).map { number in first.edition(number).rows.first { $0.batch == VisaList.wellKnownBatch } }
        #expect(rows.map { $0?.date } == ["07-Mar-12", "07-Mar-12", "12-Mar-12", "12-Mar-12", "17-Mar-12", "17-Mar-12", "22-Mar-12"])
        #expect(rows[2]?.status == "Documents Requested")
    }

    @Test("rows appear and go between editions")
    func comingsAndGoings() {
        let first = VisaList(rows: 200, seed: 5)
        #expect((0...4).map { first.edition($0).rows.count } == [200, 201, 201, 200, 200])
    }

    @Test("an edition far away is as valid as the next and the same each time", arguments: [1_000_000, 29_000_001])
    func farEditions(number: Int) {
        let first = VisaList(rows: 1_000, seed: 5)
        let rows = first.edition(number).rows
        #expect(rows == first.edition(number).rows)
        #expect((980...1_010).contains(rows.count))
        expectAscending(rows)
        #expect(rows.allSatisfy { CalendarDay(listText: $0.date) != nil })
        #expect((1...6).contains(Set(rows).symmetricDifference(first.edition(number + 1).rows).count))
    }

    @Test("a shuffled list has the same rows in another order")
    func shuffled() {
        let list = VisaList(rows: 1_000, seed: 5)
        let shuffled = list.shuffled(seed: 1)
        #expect(shuffled.rows != list.rows)
        #expect(shuffled.rows == list.shuffled(seed: 1).rows)
        #expect(shuffled.rows.sorted(by: inOrder) == list.rows.sorted(by: inOrder))
    }

    private func expectAscending(_ rows: [VisaRow]) {
        let batches = rows.compactMap { Int($0.batch) }
        #expect(batches.count == rows.count)
        #expect(batches.allSatisfy { (20_000_000_000..<29_000_000_000).contains($0) })
        #expect(zip(batches, batches.dropFirst()).allSatisfy { $0 <= $1 })
    }

    private func inOrder(_ first: VisaRow, _ second: VisaRow) -> Bool {
        (first.batch, first.status, first.date) < (second.batch, second.status, second.date)
    }
}
