import Foundation
package import Records
package import Storage

/// `MatchMark` in the form of the database.
///
/// An interval without a low or a high end is ordered by its other end. An interval with both is put into at most four cells: sections of
/// the numbers, each a quarter of a cell of the next level. A number is in one cell of each level, and shows all of these cells.
extension WatchMark {
    /// The bits of a number that a cell doesn't distinguish. So the cells of a level are about as large in relation to their numbers; the
    /// smallest are 2⁻³⁶ of them.
    private static let levels = Array(stride(from: Int64(16), through: 62, by: 2))
    private static let cellsOfOne: Int64 = 4

    /// Marks of which every change that fulfils the condition shows at least one.
    package static func marks(of condition: BoundCondition) -> Set<WatchMark> {
        var marks: Set<WatchMark> = []
        for mark in MatchMark.marks(of: condition) {
            switch mark {
            case .feature(let feature): marks.insert(WatchMark(hash: hash(of: feature)))
            case .interval(let axis, let low, let high) where low == -.infinity:
                marks.insert(WatchMark(hash: hash("<", axis), edge: order(of: high)))
            case .interval(let axis, let low, let high) where high == .infinity:
                marks.insert(WatchMark(hash: hash(">", axis), edge: ~order(of: low)))
            case .interval(let axis, let low, let high):
                let (first, last) = (order(of: low), max(order(of: low), order(of: high)))
                let level = levels.first { (last >> $0) - (first >> $0) < cellsOfOne } ?? 62
                for cell in (first >> level)...(last >> level) { marks.insert(WatchMark(hash: hash("\(level)", axis, cell), edge: last)) }
            }
        }
        return marks
    }

    /// The marks that some of the changes show, each with its least edge; nil if they are more than the limit.
    package static func shown(by changes: [Change], upTo limit: Int) -> [WatchMark]? {
        var edges: [Int64: Int64] = [:]
        func show(_ hash: Int64, _ edge: Int64 = 0) { edges[hash] = min(edges[hash] ?? edge, edge) }
        // Marks don't depend on the time.
        let moment = Moment(now: Timestamp(milliseconds: 0), zone: .gmt)
        for change in changes {
            let sight = Sight(change, moment)
            MatchMark.forEachShown(in: sight) { show(hash(of: $0)) }
            for axis in sight.record.values.indices.map(Int32.init) {
                guard let point = MatchMark.point(of: sight, on: axis).map(order) else { continue }
                show(hash("<", axis), point)
                show(hash(">", axis), ~point)
                for level in levels { show(hash("\(level)", axis, point >> level), point) }
            }
            if edges.count > limit { return nil }
        }
        return edges.map { WatchMark(hash: $0.key, edge: $0.value) }
    }

    /// An integer in the order of numbers, which are finite.
    private static func order(of number: Double) -> Int64 {
        // Zero has one form.
        let bits = Int64(bitPattern: (number + 0).bitPattern)
        return bits >= 0 ? bits : bits ^ .max
    }

    private static func hash(of feature: MatchMark.Feature) -> Int64 {
        switch feature {
        case .anything: hash("anything", 0)
        case .appeared: hash("appeared", 0)
        case .altered: hash("altered", 0)
        case .gone: hash("gone", 0)
        case .changed(let field): hash("changed", field)
        case .value(let value, let field): hash("= \(value.text.canonical)", field)
        }
    }

    /// Not negative.
    private static func hash(_ name: String, _ field: Int32, _ cell: Int64 = 0) -> Int64 {
        Int64(Fingerprint("\(field) \(cell) \(name)").value & UInt64(Int64.max))
    }
}

extension String {
    /// The same text for all texts that Swift counts as equal.
    fileprivate var canonical: String { utf8.allSatisfy { $0 < 0x80 } ? self : decomposedStringWithCanonicalMapping }
}

extension Marking {
    /// To be increased when conditions get other marks, or changes show others: the stored marks are then made again.
    private static let edition = 1

    /// Decides by the same code as watches in memory. `report`: hears of watches that can't be evaluated.
    init(_ schema: Schema, _ due: Due, _ limits: Limits, _ report: @Sendable @escaping ([IndexedWatches.Unfit]) -> Void) {
        // What conditions are bound to.
        let fields = schema.fields.map { "\($0.name) \($0.kind) \($0.currency ?? "") \($0.digits ?? 0) \($0.pattern?.description ?? "")" }
        let madeFor = "\(Self.edition) \(Fingerprint(fields.joined(separator: "\n")))"
        self.init(madeFor: madeFor, schema: schema, limits: limits) { watch in
            do { return WatchMark.marks(of: try watch.settings.condition.bound(to: schema)) } catch {
                report([.init(watch: watch.id, reason: "\(error)")])
                return []
            }
        } shown: { changes in
            WatchMark.shown(by: changes, upTo: limits.shown)
        } drafts: { changes, watches, stored, now in
            var indexed = IndexedWatches()
            // What isn't fit has no marks; where all watches are candidates, it was reported when marks were made.
            for watch in watches { try? indexed.add(watch, schema, due) }
            let found = try indexed.drafts(for: changes, stored, due, at: now)
            report(found.unfit)
            return found.drafts
        }
    }
}
