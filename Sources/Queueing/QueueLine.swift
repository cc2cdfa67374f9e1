import Records

/// One queue inside `QueueBook`: its day, its numbers, who waits, who is at which counter. Indexes only; the tickets themselves are the
/// book's, and `QueueBook.put` keeps both in step.
struct QueueLine: Sendable {
    struct Counter: Sendable {
        let name: String
        var ticket: Ticket.ID?
        var since: Timestamp?
        var lastAct: LastAct?
    }

    /// What an act at a counter changed, to be undone while nothing else has changed it.
    struct LastAct: Sendable {
        var before: [Ticket] = []
        var after: [Ticket] = []
    }

    struct Call: Sendable {
        let ticket: Ticket.ID
        let shown: QueueState.Call
    }

    /// What has happened since the last commit, for those who follow it.
    struct News: Sendable {
        /// More than that need not be named: whoever follows then asks anew.
        static let placeLimit = 100

        var isTouched = false
        private(set) var gone: [Int64] = []
        private(set) var back: [Int64] = []
        var joined = 0
        var called: [Ticket.ID] = []
        /// How many were held and may be called now.
        var ready = 0
        /// Left a counter.
        private(set) var freed: [String] = []

        mutating func noteGone(_ place: Int64) { if gone.count < Self.placeLimit { gone.append(place) } }
        mutating func noteFreed(_ label: String) { if freed.count < Self.placeLimit { freed.append(label) } }
        mutating func noteBack(_ place: Int64) { if back.count < Self.placeLimit { back.append(place) } }
    }

    /// Where the blocks of kiosks begin: far above what a day gives, so that nobody else sees a hole, and at ten times as much where it is not.
    static let firstOfBlocks = 9_001
    /// The day's numbers stay that far below a new block.
    private static let roomBeforeBlocks = 1_000
    /// Tickets that wait or are parked, bare numbers aside.
    static let ticketLimit = 100_000
    /// The same of what people without an account may make, where neither the board nor staff say how many may wait.
    static let guestLimit = 10_000
    /// Tickets that have ended and are still known: a no-show who comes after all, a page that says goodbye.
    static let endedLimit = 1_000

    /// As its board declares it.
    let declared: QueuePlan
    /// As administrators have named it.
    private(set) var plan: QueuePlan
    var settings: QueueSettings {
        didSet { if settings.naming != oldValue.naming { plan = declared.named(by: settings.naming) } }
    }
    var day: Int64
    var began: Timestamp
    /// The next number.
    var next: Int
    var bare: BareNumbers
    var order = WaitingOrder()
    var held = HeldTickets()
    /// In the order in which they were parked.
    var parked: [Ticket.ID] = []
    var counters: [Counter]
    /// The newest first.
    var calls: [Call] = []
    var pace: QueuePace
    /// Tickets of today that this queue gave, wherever they are.
    var byNumber: [Int: Ticket.ID] = [:]
    /// The last ticket of each device that this queue gave.
    var byDevice: [String: Ticket.ID] = [:]
    var blocks: [KioskBlock]
    /// The oldest first.
    var ended: [Ticket.ID] = []
    var opened: Opened
    var resets: Timestamp?
    var sequence: Int64 = 0
    var news = News()

    init(
        _ declared: QueuePlan, _ settings: QueueSettings, day: Int64, began: Timestamp, next: Int, bare: BareNumbers, pace: QueuePace,
        blocks: [KioskBlock], opened: Opened, resets: Timestamp?
    ) {
        self.declared = declared
        plan = declared.named(by: settings.naming)
        self.settings = settings
        self.day = day
        self.began = began
        self.next = next
        self.bare = bare
        counters = declared.counters.map { Counter(name: $0) }
        self.pace = pace
        self.blocks = blocks
        self.opened = opened
        self.resets = resets
    }

    var hours: OpeningHours? { settings.hours ?? plan.hours }
    var capacity: Int? { settings.capacity.map(\.people) ?? plan.capacity }
    var waiting: Int { order.count + bare.count }

    /// The next moment at which the clock changes something.
    var due: Timestamp? { [resets, opened.until, settings.override?.until, held.next].compactMap { $0 }.min() }

    func isClosed(_ counter: String) -> Bool { settings.closedCounters.contains(counter) }

    func counter(_ name: String) -> Int? { counters.firstIndex { $0.name == name } }

    /// Whether it is open, why not, and when it will be.
    var opening: (QueueState.Opening, reason: String?, opens: Timestamp?) {
        if let override = settings.override {
            return (override.opening, override.reason, override.opening == .open ? nil : override.until)
        }
        return opened.isOpen ? (.open, nil, nil) : (.closed, nil, opened.opens)
    }

    /// One that waits, of whichever sort.
    enum Slot {
        case ticket(Ticket.ID, place: Int64)
        case bare(Int, joined: Timestamp)

        var place: Int64 {
            switch self {
            case .ticket(_, let place): place
            case .bare(let number, _): Ticket.place(of: number)
            }
        }
    }

    /// The first in line.
    func slots(_ limit: Int) -> [Slot] {
        var slots: [Slot] = []
        let numbers = bare.prefix(limit)
        var (place, number) = (0, 0)
        while slots.count < limit, place < order.places.count || number < numbers.count {
            let ticket = place < order.places.count ? order.places[place] : .max
            if number < numbers.count, Ticket.place(of: numbers[number].number) < ticket {
                slots.append(.bare(numbers[number].number, joined: numbers[number].joined))
                number += 1
            } else {
                if let id = order[ticket] { slots.append(.ticket(id, place: ticket)) }
                place += 1
            }
        }
        return slots
    }

    /// How many wait before this place.
    func ahead(of place: Int64) -> Int {
        // The first number whose place is not smaller.
        let number = Int((place + Ticket.placesPerNumber - 1) >> 20)
        return order.count(below: place) + bare.count(below: number)
    }

    /// The first of the numbers that the next block has.
    var nextOfBlocks: Int {
        var first = Self.firstOfBlocks
        while next + Self.roomBeforeBlocks > first { first = (first - 1) * 10 + 1 }
        return max(first, (blocks.map(\.last).max() ?? 0) + 1)
    }

    /// This number, or the next that belongs to no kiosk.
    func afterBlocks(_ number: Int) -> Int {
        guard number >= Self.firstOfBlocks else { return number }
        var number = number
        while let block = blocks.first(where: { $0.has(number) }) { number = block.last + 1 }
        return number
    }

    func isTaken(_ place: Int64) -> Bool {
        order.contains(place) || place % Ticket.placesPerNumber == 0 && place > 0 && bare.contains(Int(place >> 20))
    }

    /// Before everybody who waits; `own` if nobody does.
    func front(own: Int64) -> Int64 { slots(1).first.map { min($0.place - 1, own) } ?? own }

    /// After everybody who waits, and before the next number.
    var end: Int64 {
        let last = max(order.places.last ?? .min, bare.spans.last.map { Ticket.place(of: $0.last) } ?? .min)
        return max(last, Ticket.place(of: next - 1)) + 1
    }

    /// Between the `count`-th that waits and the one after; where there is no room, behind the next one after which there is.
    func place(behind count: Int, own: Int64) -> Int64 {
        let slots = slots(count + 100).filter { $0.place != own }
        guard count > 0 else { return slots.first.map { $0.place - 1 } ?? own }
        guard count < slots.count else { return end }
        for index in count..<slots.count {
            let (before, after) = (slots[index - 1].place, slots[index].place)
            if after - before > 1 { return before + (after - before) / 2 }
        }
        return end
    }
}
