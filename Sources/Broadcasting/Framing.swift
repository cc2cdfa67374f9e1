/// One who follows a feed, as the loop knows them. There is no task, no buffer and no object beside it.
struct Subscriber {
    let descriptor: Int32
    /// Bytes that it has sent us lately; more than the limit is no reader.
    var received: Int32 = 0
    /// Milliseconds of the loop's clock since when nothing more could be sent; 0: everything was.
    var blockedSince: Int64 = 0
    /// It will send nothing more, but may still read.
    var hasEnded = false
    /// Of events: how far it has been sent the log.
    var position = 0
    /// Of words.
    var debt = WordDebt()

    static let receiveLimit: Int32 = 16 << 10

    init(_ descriptor: Int32) { self.descriptor = descriptor }
}

/// How a feed is put on the wire. Used by the loop's thread alone.
protocol Framing: AnyObject {
    var kind: FeedKind { get }
    /// Since the start; `subscribers` is counted by the loop.
    var figures: BroadcastFigures { get set }

    /// Takes over what was published since the last call; false: nothing was.
    func takeNews() -> Bool
    /// Who wants to follow since the last call, with all that precedes the feed sent or kept.
    func takeArrivals() -> [Subscriber]
    /// One who has connected by themselves.
    func newcomer(_ descriptor: Int32) -> Subscriber

    /// There was news. False: the subscriber cannot be told any more what it has missed.
    func owe(_ subscriber: inout Subscriber) -> Bool
    /// Sends what the subscriber is owed, as far as the kernel takes it.
    func send(to subscriber: inout Subscriber) -> Delivery
    /// Nothing was said for a while.
    func oweSign(_ subscriber: inout Subscriber)
    /// The same for those who are none of the loop's.
    func remindOthers()
    /// The descriptor is about to be closed.
    func forget(_ descriptor: Int32)
    func end()
}

enum Delivery {
    case all
    /// The kernel takes no more for now; whether it has taken some.
    case blocked(hasMoved: Bool)
    /// The connection is over.
    case gone
}

enum FeedKind: Int, Sendable { case events, words }

/// What became of one kind of feed since the start.
package struct BroadcastFigures: Equatable, Sendable {
    /// Now.
    package var subscribers = 0
    /// Events or words that the kernel has taken, a count for each subscriber.
    package var delivered = 0
    /// Words that were not sent because a newer one came before they could be.
    package var coalesced = 0
    /// Subscribers that were given up: unwritable for too long, too far behind, or sending instead of reading.
    package var cut = 0
    /// Turned away because as many followed as may.
    package var refused = 0

    package init() {}

    static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.subscribers += b.subscribers
        sum.delivered += b.delivered
        sum.coalesced += b.coalesced
        sum.cut += b.cut
        sum.refused += b.refused
        return sum
    }
}
