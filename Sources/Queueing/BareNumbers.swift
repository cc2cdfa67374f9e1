import Records

/// The anonymous numbers waiting in a queue, as spans in ascending order. Adjacent numbers taken in the same second share a span, so even
/// millions of numbers need at most one span per second.
struct BareNumbers: Sendable {
    private(set) var spans: [BareSpan] = []
    private(set) var count = 0
    /// Spans before this index are used up; they are removed in batches.
    private var head = 0

    init(_ spans: [BareSpan] = []) {
        self.spans = spans.sorted { $0.first < $1.first }
        count = spans.reduce(0) { $0 + $1.count }
    }

    var first: Int? { head < spans.count ? spans[head].first : nil }

    /// Appends the newest number and returns the span that contains it now.
    mutating func append(_ number: Int, at time: Timestamp) -> BareSpan {
        count += 1
        let second = Timestamp(milliseconds: time.milliseconds / 1000 * 1000)
        if head < spans.count, let last = spans.last, last.last == number - 1, last.joined == second {
            spans[spans.count - 1].last = number
        } else {
            spans.append(BareSpan(first: number, last: number, joined: second))
        }
        return spans[spans.count - 1]
    }

    /// Removes a number. Returns the span that contained it and the remaining parts; nil if it isn't waiting here.
    mutating func remove(_ number: Int) -> (was: BareSpan, rest: [BareSpan])? {
        let index = index(of: number)
        guard index < spans.count, spans[index].first <= number else { return nil }
        let was = spans[index]
        var rest: [BareSpan] = []
        if was.first < number { rest.append(BareSpan(first: was.first, last: number - 1, joined: was.joined)) }
        if number < was.last { rest.append(BareSpan(first: number + 1, last: was.last, joined: was.joined)) }
        count -= 1
        if rest.isEmpty, index == head {
            head += 1
            if head > 1000, head > spans.count / 2 {
                spans.removeFirst(head)
                head = 0
            }
        } else {
            spans.replaceSubrange(index...index, with: rest)
        }
        return (was, rest)
    }

    /// Takes in spans as another desk has left them, each known by its first number. Those without numbers are used up.
    mutating func take(_ changed: [BareSpan]) {
        for span in changed {
            let index = index(of: span.first)
            guard index < spans.count, spans[index].first == span.first else { continue }
            count -= spans[index].count
            spans.remove(at: index)
        }
        for span in changed where span.last >= span.first {
            spans.insert(span, at: index(of: span.first))
            count += span.count
        }
    }

    /// How many numbers are smaller.
    func count(below number: Int) -> Int {
        if let last = spans.last, head < spans.count, last.last < number { return count }
        var below = 0
        for span in spans[head...] {
            guard span.first < number else { break }
            below += min(span.last, number - 1) - span.first + 1
        }
        return below
    }

    func contains(_ number: Int) -> Bool {
        let index = index(of: number)
        return index < spans.count && spans[index].first <= number
    }

    /// The first numbers in order.
    func prefix(_ limit: Int) -> [(number: Int, joined: Timestamp)] {
        var numbers: [(number: Int, joined: Timestamp)] = []
        for span in spans[head...] {
            for number in span.first...span.last {
                guard numbers.count < limit else { return numbers }
                numbers.append((number, span.joined))
            }
        }
        return numbers
    }

    /// The index of the first span that doesn't end before the number.
    private func index(of number: Int) -> Int {
        var (low, high) = (head, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].last < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
