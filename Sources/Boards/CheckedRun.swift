import Extraction
import Records

extension ExtractionRun {
    /// The same records, without those that `rules` exclude, and without amounts that can't be prices (`StationPlan.isPrice`), which are
    /// counted. If most texts of a field can't be parsed, the document is refused, even if single such values are skipped: the source has
    /// changed.
    func checked(by plan: StationPlan?, _ schema: Schema, only rules: [RowRule] = []) -> any ExtractionRun {
        guard plan != nil || !rules.isEmpty || schema.fields.contains(where: \.leavesUnreadableEmpty) else { return self }
        return CheckedRun(run: self, plan: plan, rules)
    }
}

private final class CheckedRun: ExtractionRun {
    private var run: any ExtractionRun
    private let plan: StationPlan?
    private let rules: [RowRule]
    private let prices: [(place: Int, mayBeMissing: Bool, name: String)]
    private var leftOut = ReadingNotes()

    /// This few unparsable texts prove nothing.
    private static let fewUnread = 2

    init(run: any ExtractionRun, plan: StationPlan?, _ rules: [RowRule]) {
        (self.run, self.plan, self.rules) = (run, plan, rules)
        let fields = plan?.schema.fields ?? []
        let names = Set(plan?.fuels.map(\.field) ?? [])
        prices = fields.indices.filter { names.contains(fields[$0].name) }.map { ($0, fields[$0].mayBeMissing, fields[$0].name) }
    }

    var pacing: Pacing? { run.pacing }
    var notes: ReadingNotes { run.notes.adding(leftOut) }

    func foresee(_ bytes: [UInt8], at offset: Int) throws { try run.foresee(bytes, at: offset) }

    func partsWorthForeseeing(size: Int) -> [Range<Int>] { run.partsWorthForeseeing(size: size) }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try run.append(bytes) { try receive(checked($0)) }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try run.finish { try receive(checked($0)) }
        for (_, texts) in run.notes.texts.sorted(by: { $0.key < $1.key }) where texts.unread > max(texts.read, Self.fewUnread) {
            guard let failure = texts.failure else { continue }
            throw ExtractionError(failure, in: "\(texts.unread) of \(texts.read + texts.unread) values can't be read")
        }
    }

    private func checked(_ extracted: Extracted) -> Extracted {
        switch extracted {
        case .final(let row, let record): checked(record, isFinal: true).map { .final(row: row, $0) } ?? .withdrawn(row: row)
        case .provisional(let row, let record): checked(record, isFinal: false).map { .provisional(row: row, $0) } ?? .withdrawn(row: row)
        case .withdrawn: extracted
        }
    }

    /// nil for an excluded row, and for a row without a required price.
    private func checked(_ record: Record, isFinal: Bool) -> Record? {
        guard rules.allSatisfy({ $0.keeps(record) }) else { return nil }
        guard let plan else { return record }
        var record = record
        for (place, mayBeMissing, name) in prices {
            guard place < record.values.count, case .number(let amount)? = record.values[place], !plan.isPrice(amount) else { continue }
            if isFinal { leftOut.leaveOut("\(name): no price of a litre") }
            guard mayBeMissing else { return nil }
            record.values[place] = nil
        }
        return record
    }
}
