import Records
import Synchronization
import Testing

@Suite("Effort") struct EffortTests {
    /// A clock that is put forward by the test.
    private final class Clock: Sendable {
        private let now = Mutex(Duration.zero)
        var time: @Sendable () -> Duration { { self.now.withLock { $0 } } }
        func pass(_ time: Duration) { now.withLock { $0 += time } }
    }

    @Test("is spent when more steps are drawn than it has, and not before")
    func steps() {
        var effort = Effort(Effort.Limits(steps: 100, time: .seconds(1)))
        #expect(effort.draw(60) == true)
        #expect(effort.draw(40) == true)
        #expect(effort.spent == nil)
        #expect(effort.draw(1) == false)
        #expect(effort.spent == .steps)
    }

    @Test("is spent when the time since its first look is over, which is seen within 64 pieces of work")
    func time() {
        let clock = Clock()
        var effort = Effort(Effort.Limits(steps: .max, time: .seconds(1)), clock: clock.time)
        effort.look()
        clock.pass(.seconds(1))
        effort.look()
        #expect(effort.spent == nil)
        clock.pass(.milliseconds(1))
        var pieces = 0
        while effort.draw(1) { pieces += 1 }
        #expect(effort.spent == .time)
        #expect(pieces < 64)
    }

    @Test("the clock is that of the thread: it stands while the thread waits")
    func thread() {
        let before = Effort.threadTime()
        var sum = 0
        while Effort.threadTime() == before { sum &+= 1 }
        #expect(Effort.threadTime() > before)
    }

    @Test("a pattern takes the same steps of the same text each time, and more of a longer one")
    func counted() throws {
        let pattern = try Pattern("[a-z]+ing\\d", isCounted: true)
        func steps(_ text: String) throws -> Int {
            var effort = Effort()
            #expect(try !pattern.matches(text, drawing: &effort))
            return effort.steps
        }
        #expect(try steps("singing 9") == steps("singing 9"))
        #expect(try steps("singing singing 9") > steps("singing 9"))
    }

    @Test(
        "a pattern whose cost grows with the square of the text or faster ends at the share of one text",
        arguments: [
            ("^(a+)+$", 5_000), ("(?:.|.){16}\\d$", 5_000), ("(?=[^x]*x)a", 20_000), ("[^x]++\\d", 20_000),
            ("(?:a{1,60000}+){2}\\d", 20_000),
        ])
    func runaway(source: String, length: Int) throws {
        let pattern = try Pattern(source, isCounted: true)
        var effort = Effort(.none)
        let text = String(repeating: "a", count: length) + "!"
        let error = #expect(throws: EffortSpent.self) { try pattern.matches(text, drawing: &effort) }
        #expect(error == EffortSpent(.text, pattern: source))
        #expect(effort.steps < Pattern.textStepLimit + 2 * length)
    }

    @Test("many matches draw from one effort, and none is begun once it is spent")
    func shared() throws {
        let pattern = try Pattern("^(?:(?:.|.)){10}\\d$", isCounted: true)
        var effort = Effort(Effort.Limits(steps: 20_000, time: .seconds(60)))
        var matches = 0
        let error = #expect(throws: EffortSpent.self) {
            while true {
                _ = try pattern.matches("Refused since June", drawing: &effort)
                matches += 1
            }
        }
        #expect(error?.limit == .steps)
        #expect(matches > 0)
        #expect(matches < 20)
        let steps = effort.steps
        #expect(throws: EffortSpent.self) { try pattern.matches("x", drawing: &effort) }
        #expect(effort.steps == steps)
    }

    @Test("a condition says which fields it looks at, whether it has a pattern, and where that is")
    func conditions() throws {
        let schema = Schema(fields: [
            Field(name: "name", kind: .text), Field(name: "city", kind: .text), Field(name: "size", kind: .number),
        ])
        let condition = Condition.all([.field("size", .less("3")), .any([.field("city", .contains("a")), .field("city", .matches("^b"))])])
        let bound = try condition.bound(to: schema)
        #expect(bound.fields == [1, 2])
        #expect(bound.hasPatterns)
        #expect(condition.place(of: "^b") == [1, 1])
        #expect(condition.place(of: "^c") == nil)
        #expect(try !Condition.field("city", .contains("a")).bound(to: schema).hasPatterns)
    }
}
