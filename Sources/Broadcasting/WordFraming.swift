import Operating

/// A word feed on the wire: the newest number, and for each client only a partly sent word.
final class WordFraming: Framing {
    let kind = FeedKind.words
    let tally: Tally
    let isOver = false

    private let feed: WordFeed
    private var number: Int32
    /// Changes overwritten before the loop read them, so they were never sent.
    private var skipped = 0

    init(_ feed: WordFeed, _ tally: Tally) {
        self.feed = feed
        self.tally = tally
        number = feed.takePending().number
    }

    func takeNews() -> Bool {
        let pending = feed.takePending()
        number = pending.number
        skipped = pending.changes - 1
        return pending.changes > 0
    }

    func takeArrivals() -> [Subscriber] { [] }

    func newcomer(_ descriptor: Int32, _ slot: AddressShares.Slot) -> Subscriber {
        var subscriber = Subscriber(descriptor, slot)
        subscriber.debt = WordDebt(wantsNewest: true)
        return subscriber
    }

    func owe(_ subscriber: inout Subscriber) -> Bool {
        tally[.words].coalesced += skipped + (subscriber.debt.wantsNewest ? 1 : 0)
        subscriber.debt.wantsNewest = true
        return true
    }

    func send(to subscriber: inout Subscriber) -> Delivery {
        let count = subscriber.debt.count
        let line = subscriber.debt.line(newest: number).bigEndian
        let taken = withUnsafeBytes(of: line) { Socket.send(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: subscriber.descriptor) }
        switch taken {
        case .gone: return .gone
        case .bytes(let taken):
            let hadNewest = subscriber.debt.wantsNewest
            subscriber.debt.pay(taken, newest: number)
            if hadNewest, !subscriber.debt.wantsNewest { tally[.words].delivered += 1 }
            return subscriber.debt.isPaid ? .all : .blocked(hasMoved: taken > 0)
        }
    }

    func oweSign(_ subscriber: inout Subscriber) -> Bool {
        subscriber.debt.wantsNewest = true
        return true
    }

    func remindOthers() {}
    func forgetTold() {}

    func forget(_ descriptor: Int32) {}
    func end() {}
}
