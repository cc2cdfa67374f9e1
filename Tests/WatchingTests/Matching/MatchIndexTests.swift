import Foundation
import Records
import Testing
import Watching

@Suite("Matching by index") struct MatchIndexTests {
    /// The generator of Steele, Lea and Flood (2014), so that a failure comes again.
    struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
        mutating func isOneIn(_ count: Int) -> Bool { below(count) == 0 }
    }

    /// A few values of each kind, so that conditions and changes meet.
    static func text(_ kind: Field.Kind, _ chance: inout Chance) -> String {
        let number = chance.below(7) - 2
        switch kind {
        case .text, .url, .image, .phone, .email: return ["a", "b", "ab", "Ä", "cab"][chance.below(5)]
        case .number: return ["-1.5", "0", "-0", "1", "2", "2.5", "1e300"][chance.below(7)]
        case .money: return "\(number).\(chance.below(2))5 \(["EUR", "USD"][chance.below(2)])"
        case .date: return "2026-03-0\(5 + chance.below(5))"
        case .time: return "0\(chance.below(5)):30"
        case .timestamp: return "2026-03-07T1\(chance.below(10)):00:00Z"
        case .duration: return "PT\(1 + chance.below(5))H"
        case .flag: return chance.isOneIn(2) ? "true" : "false"
        case .position: return "\(number * 20),\(chance.below(3) * 90 - 89)"
        case .list: return ["a", "b", "a,b", "b,ab"][chance.below(4)]
        }
    }

    static func schema(_ chance: inout Chance) -> Schema {
        let kinds = (0..<1 + chance.below(4)).map { _ in Field.Kind.allCases[chance.below(Field.Kind.allCases.count)] }
        return Schema(
            fields: kinds.enumerated().map { index, kind in
                var field = Field(name: "f\(index)", kind: kind)
                field.isOptional = true
                return field
            })
    }

    static func record(_ schema: Schema, _ chance: inout Chance) throws -> Record {
        Record(
            try schema.fields.map { field in
                // Pictures and addresses are not read but made: what counts is that there are equal ones and others.
                let text = chance.isOneIn(8) ? "" : text(field.kind, &chance)
                switch field.kind {
                case .url: return text.isEmpty ? nil : .url(text)
                case .phone: return text.isEmpty ? nil : .phone(text)
                case .email: return text.isEmpty ? nil : .email(text)
                default: return try field.value(from: text)
                }
            })
    }

    static func condition(_ schema: Schema, depth: Int, isState: Bool, _ chance: inout Chance) -> Condition {
        func parts(_ chance: inout Chance) -> [Condition] {
            (0..<1 + chance.below(3)).map { _ in condition(schema, depth: depth + 1, isState: isState, &chance) }
        }
        if depth < 3, chance.isOneIn(3) {
            switch chance.below(isState ? 2 : 3) {
            case 0: return .all(chance.isOneIn(10) ? [] : parts(&chance))
            case 1: return .any(parts(&chance))
            default: return .begins(condition(schema, depth: depth + 1, isState: true, &chance))
            }
        }
        if !isState, chance.isOneIn(8) { return [.appeared, .gone, .new][chance.below(3)] }
        let field = schema.fields[chance.below(schema.fields.count)]
        var names = Condition.Test.names(for: field.kind)
        if isState { names.removeAll { $0.hasPrefix("changed") || $0.hasSuffix("By") } }
        guard !names.isEmpty else { return .all([]) }
        func value(_ chance: inout Chance) -> String { text(field.kind == .list ? .text : field.kind, &chance) }
        let test: Condition.Test
        switch names[chance.below(names.count)] {
        case "equals": test = .equals(value(&chance))
        case "oneOf": test = .oneOf([value(&chance), value(&chance)])
        case "contains": test = .contains(["a", "A", "b", "ca"][chance.below(4)])
        case "matches": test = .matches(["^a", "b$", "."][chance.below(3)])
        case "less": test = .less(value(&chance))
        case "atMost": test = .atMost(value(&chance))
        case "greater": test = .greater(value(&chance))
        case "atLeast": test = .atLeast(value(&chance))
        case "between": test = .between(value(&chance), value(&chance))
        case "changed": test = .changed
        case "changedAfter": test = .changedAfter(.seconds(60))
        case "changedBy": test = .changedBy(["1", "50%"][chance.below(2)])
        case "roseBy": test = .roseBy(["1", "50%"][chance.below(2)])
        case "fellBy": test = .fellBy(["1", "50%"][chance.below(2)])
        case "within":
            let metres = [1.0, 1_000_000, 3_400_000, 20_000_000][chance.below(4)]
            test = .within(metres: metres, of: Position(text(.position, &chance)) ?? Position(latitude: 1, longitude: 1)!)
        default: test = .fromNow(from: .seconds(chance.below(3) * 86_400 - 86_400), to: chance.isOneIn(2) ? nil : .seconds(2 * 86_400))
        }
        return .field(field.name, test)
    }

    @Test("the index finds what holding every change against every watch finds: 100,000 pairs of random boards, watches and changes")
    func asByHand() throws {
        var (chance, pairs, told, candidates) = (Chance(state: 5), 0, 0, 0)
        let moment = Moment(now: Timestamp(milliseconds: 1_772_881_200_000), zone: TimeZone(secondsFromGMT: 3600) ?? .gmt)
        while pairs < 100_000 {
            let schema = Self.schema(&chance)
            var (index, bound) = (MatchIndex(), [Int64: BoundCondition]())
            for step in 0..<60 {
                let watch = Int64(chance.below(50))
                if step > 30, chance.isOneIn(2) {
                    index.remove(watch)
                    bound[watch] = nil
                } else if let condition = try? Self.condition(schema, depth: 0, isState: false, &chance).bound(to: schema) {
                    index.add(watch, condition)
                    bound[watch] = condition
                }
            }
            #expect(index.count == bound.count)
            for _ in 0..<20 {
                let (before, after) = (try Self.record(schema, &chance), try Self.record(schema, &chance))
                let change: Change = [.appeared(after), .altered(before: before, after: after), .gone(before)][chance.below(3)]
                let found = index.watches(concernedBy: change, moment)
                let wanted = try bound.filter { try $0.value.matches(change, moment) }.keys.sorted()
                guard found.watches.sorted() == wanted else {
                    Issue.record("found \(found.watches.sorted()), wanted \(wanted) for \(change)")
                    return
                }
                (pairs, told, candidates) = (pairs + bound.count, told + wanted.count, candidates + found.candidateCount)
            }
        }
        #expect(told > 10_000, "a test that never matches, or an index that leaves nothing out, shows nothing")
        #expect(candidates < pairs, "a test that never matches, or an index that leaves nothing out, shows nothing")
    }

    @Test("of many watches only those that a change may concern are evaluated")
    func candidates() throws {
        var key = Field(name: "key", kind: .text)
        key.isKey = true
        let schema = Schema(fields: [key, Field(name: "price", kind: .number), Field(name: "place", kind: .position)])
        var index = MatchIndex()
        for number in 0..<3000 {
            let condition: Condition =
                switch number % 3 {
                case 0: .all([.field("price", .changed), .field("key", .equals("k\(number)"))])
                case 1: .begins(.field("price", .between("\(number)", "\(number + 2)")))
                default: .field("place", .within(metres: 1000, of: Position(latitude: Double(number) / 100, longitude: 1)!))
                }
            index.add(Int64(number), try condition.bound(to: schema))
        }
        let before = Record([.text("k30"), .number(-5), .position(Position(latitude: 20.001, longitude: 1)!)])
        var after = before
        after.values[1] = .number(100.5)
        let found = index.watches(concernedBy: .altered(before: before, after: after), Moment(now: Timestamp(milliseconds: 0), zone: .gmt))
        #expect(found.watches == [30, 100, 2000])
        #expect(found.candidateCount < 70)
    }

    @Test("a watch that is entered again has its new condition only, and one that is removed is not found")
    func altered() throws {
        let schema = Schema(fields: [Field(name: "key", kind: .text)])
        let moment = Moment(now: Timestamp(milliseconds: 0), zone: .gmt)
        var index = MatchIndex()
        index.add(1, try Condition.field("key", .equals("a")).bound(to: schema))
        index.add(1, try Condition.field("key", .equals("b")).bound(to: schema))
        index.add(2, try Condition.field("key", .oneOf(["b", "c"])).bound(to: schema))
        #expect(index.watches(concernedBy: .gone(Record([.text("a")])), moment).watches.isEmpty)
        #expect(index.watches(concernedBy: .gone(Record([.text("b")])), moment).watches == [1, 2])
        index.remove(1)
        index.remove(7)
        #expect(index.watches(concernedBy: .gone(Record([.text("b")])), moment).watches == [2])
        #expect(index.count == 1)
    }

    @Test("a watch whose pattern hits its limits is undecided and keeps no other from being found")
    func undecided() throws {
        let schema = Schema(fields: [Field(name: "key", kind: .text)])
        var index = MatchIndex()
        index.add(1, try Condition.field("key", .matches("^(a+)+$")).bound(to: schema))
        index.add(2, try Condition.everything.bound(to: schema))
        let change = Change.appeared(Record([.text(String(repeating: "a", count: 5000) + "!")]))
        let found = index.watches(concernedBy: change, Moment(now: Timestamp(milliseconds: 0), zone: .gmt))
        #expect(found.watches == [2])
        #expect(found.undecided.map(\.watch) == [1])
    }

    @Test("one matching of many changes has a share for each watch: whose pattern is dear is undecided, and others are told")
    func shares() throws {
        let schema = Schema(fields: [Field(name: "key", kind: .text)])
        var index = MatchIndex()
        index.add(1, try Condition.field("key", .matches("^(?:(?:.|.)){10}\\d$")).bound(to: schema))
        index.add(2, try Condition.field("key", .matches("^Refused")).bound(to: schema))
        index.add(3, try Condition.field("key", .contains("june")).bound(to: schema))
        let change = Change.appeared(Record([.text("Refused since June")]))
        let moment = Moment(now: Timestamp(milliseconds: 0), zone: .gmt)
        var effort = MatchEffort(share: Effort.Limits(steps: 20_000, time: .seconds(60)))
        var undecided: [Int] = []
        for round in 0..<100 {
            let found = index.watches(concernedBy: change, moment, drawing: &effort)
            #expect(found.watches == [2, 3])
            if found.undecided.map(\.watch) == [1] { undecided.append(round) }
        }
        let first = try #require(undecided.first)
        #expect(first > 0, "once its share is spent it isn't tried again")
        #expect(undecided == Array(first..<100), "once its share is spent it isn't tried again")

        var small = MatchEffort(whole: Effort.Limits(steps: 20_000, time: .seconds(60)))
        for _ in 0..<100 { _ = index.watches(concernedBy: change, moment, drawing: &small) }
        let last = index.watches(concernedBy: change, moment, drawing: &small)
        #expect(last.watches == [3], "what no pattern decides is told in any case")
        #expect(last.undecided.map(\.watch) == [1, 2], "what no pattern decides is told in any case")
    }

    @Test("a watch of very many values is found as any other")
    func manyValues() throws {
        let schema = Schema(fields: [Field(name: "key", kind: .text)])
        var index = MatchIndex()
        let parts = (0..<50).map { part in Condition.field("key", .oneOf((0..<200).map { "\(part) \($0)" })) }
        index.add(1, try Condition.any(parts).bound(to: schema))
        let moment = Moment(now: Timestamp(milliseconds: 0), zone: .gmt)
        #expect(index.watches(concernedBy: .gone(Record([.text("49 199")])), moment).watches == [1])
        #expect(index.watches(concernedBy: .gone(Record([.text("50 0")])), moment).watches.isEmpty)
    }
}
