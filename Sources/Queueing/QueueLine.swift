import Records

/// One queue inside `QueueBook`: its day, numbers, waiting tickets and counters. Holds only indexes; the book owns the tickets, and
/// `QueueBook.put` keeps both consistent.
struct QueueLine: Sendable {
    struct Counter: Sendable {
        let name: String
        var ticket: Ticket.ID?
        var since: Timestamp?
        var lastAct: LastAct?
    }

    /// The changes of an action at a counter, which can be undone until something else changes them.
    struct LastAct: Sendable {
        var before: [Ticket] = []
        var after: [Ticket] = []
    }

    struct Call: Sendable {
        let ticket: Ticket.ID
        let shown: QueueState.Call
    }

    /// The changes since the last commit, for followers.
    struct News: Sendable {
        /// Beyond this number, places aren't listed, and followers reload.
        static let placeLimit = 100

        var isTouched = false
        private(set) var gone: [Int64] = []
        private(set) var back: [Int64] = []
        var joined = 0
        var called: [Ticket.ID] = []
        /// How many postponed tickets have become callable.
        var ready = 0
        /// Labels of tickets whose pages must ask for their state: they left a counter, are no longer parked or ended, or are postponed
        /// differently. Those that stopped waiting are in `gone`.
        private(set) var freed: [String] = []

        mutating func noteGone(_ place: Int64) { if gone.count < Self.placeLimit { gone.append(place) } }
        mutating func noteFreed(_ label: String) { if freed.count < Self.placeLimit { freed.append(label) } }
        mutating func noteBack(_ place: Int64) { if back.count < Self.placeLimit { back.append(place) } }
    }

    /// The first number of kiosk blocks: far above a day's numbers, so that gaps aren't visible; ten times as much if that isn't enough.
    static let firstOfBlocks = 9_001
    /// The distance between the day's numbers and a new block.
    private static let roomBeforeBlocks = 1_000
    /// The limit of waiting and parked tickets, without anonymous numbers.
    static let ticketLimit = 100_000
    /// The same for tickets created without an account, if neither the board nor staff set a capacity.
    static let guestLimit = 10_000
    /// Limit of ended tickets in memory: for late no-shows, and for the page's goodbye.
    static let endedLimit = 1_000

    /// The queue as its board declares it.
    let declared: QueuePlan
    /// The queue with the names set by administrators.
    private(set) var plan: QueuePlan
    var settings: QueueSettings {
        didSet {
            if settings.naming != oldValue.naming { plan = declared.named(by: settings.naming) }
            storedSettings = nil
        }
    }
    var day: Int64
    var began: Timestamp
    /// The next number.
    var next: Int
    var bare: BareNumbers
    var order = WaitingOrder()
    var held = HeldTickets()
    /// In the order of parking.
    var parked: [Ticket.ID] = []
    var counters: [Counter]
    /// Newest first.
    var calls: [Call] = []
    var pace: QueuePace
    /// Today's tickets issued by this queue, including transferred ones.
    var byNumber: [Int: Ticket.ID] = [:]
    /// The last ticket of each device, issued by this queue.
    var byDevice: [String: Ticket.ID] = [:]
    var blocks: [KioskBlock]
    /// Oldest first.
    var ended: [Ticket.ID] = []
    var opened: Opened
    var resets: Timestamp?
    var sequence: Int64 = 0
    /// In a shared book: the version of the queue that the book knows, and the timeline on which it was written.
    var version: Int64 = 0
    var timeline = ""
    /// The JSON of the settings as they were read; nil if they have changed since.
    var storedSettings: String?
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

    var hours: OpeningHours? { settings.hours(of: plan) }
    var capacity: Int? { settings.capacity.map(\.people) ?? plan.capacity }
    var waiting: Int { order.count + bare.count }

    /// When the clock next changes something.
    var due: Timestamp? { [resets, opened.until, settings.override?.until, held.next].compactMap { $0 }.min() }

    func isClosed(_ counter: String) -> Bool { settings.closedCounters.contains(counter) }

    func counter(_ name: String) -> Int? { counters.firstIndex { $0.name == name } }

    /// Whether it is open, the reason if not, and when it opens.
    var opening: (QueueState.Opening, reason: String?, opens: Timestamp?) {
        if let override = settings.override {
            return (override.opening, override.reason, override.opening == .open ? nil : override.until)
        }
        return opened.isOpen ? (.open, nil, nil) : (.closed, nil, opened.opens)
    }

    /// A waiting ticket or anonymous number.
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

    /// The first waiting ones.
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

    /// How many are waiting before this place.
    func ahead(of place: Int64) -> Int {
        // The first number whose place isn't smaller.
        let number = Int((place + Ticket.placesPerNumber - 1) >> 20)
        return order.count(below: place) + bare.count(below: number)
    }

    /// The first number of the next block.
    var nextOfBlocks: Int {
        var first = Self.firstOfBlocks
        while next + Self.roomBeforeBlocks > first { first = (first - 1) * 10 + 1 }
        return max(first, (blocks.map(\.last).max() ?? 0) + 1)
    }

    /// This number, or the next one outside kiosk blocks.
    func afterBlocks(_ number: Int) -> Int {
        guard number >= Self.firstOfBlocks else { return number }
        var number = number
        while let block = blocks.first(where: { $0.has(number) }) { number = block.last + 1 }
        return number
    }

    func isTaken(_ place: Int64) -> Bool {
        order.contains(place) || place % Ticket.placesPerNumber == 0 && place > 0 && bare.contains(Int(place >> 20))
    }

    /// A place before all waiting tickets; `own` if there are none.
    func front(own: Int64) -> Int64 { slots(1).first.map { min($0.place - 1, own) } ?? own }

    /// A place after all waiting tickets, and before the next number.
    var end: Int64 {
        let last = max(order.places.last ?? .min, bare.spans.last.map { Ticket.place(of: $0.last) } ?? .min)
        return max(last, Ticket.place(of: next - 1)) + 1
    }

    /// A place after the `count`-th waiting ticket; if there is no room, after the next ticket followed by a gap.
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
