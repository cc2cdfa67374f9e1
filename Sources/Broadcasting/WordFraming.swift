/// A feed of words on the wire: the newest number, and for each client no more than a word that was begun.
final class WordFraming: Framing {
    let kind = FeedKind.words
    var figures = BroadcastFigures()

    private let feed: WordFeed
    private var number: Int32
    /// Changes that came and went between two looks: nobody was sent them.
    private var skipped = 0

    init(_ feed: WordFeed, _ board: Switchboard) {
        self.feed = feed
        number = feed.takePending().number
    }

    func takeNews() -> Bool {
        let pending = feed.takePending()
        number = pending.number
        skipped = pending.changes - 1
        return pending.changes > 0
    }

    func takeArrivals() -> [Subscriber] { [] }

    func newcomer(_ descriptor: Int32) -> Subscriber {
        var subscriber = Subscriber(descriptor)
        subscriber.debt = WordDebt(wantsNewest: true)
        return subscriber
    }

    func owe(_ subscriber: inout Subscriber) -> Bool {
        figures.coalesced += skipped + (subscriber.debt.wantsNewest ? 1 : 0)
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
            if hadNewest, !subscriber.debt.wantsNewest { figures.delivered += 1 }
            return subscriber.debt.isPaid ? .all : .blocked(hasMoved: taken > 0)
        }
    }

    func oweSign(_ subscriber: inout Subscriber) { subscriber.debt.wantsNewest = true }
    func remindOthers() {}

    func forget(_ descriptor: Int32) {}
    func end() {}
}
