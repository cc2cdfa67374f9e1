import Operating

/// One who follows a feed, as the loop knows them. There is no task, no buffer and no object beside it.
struct Subscriber {
    let descriptor: Int32
    /// Bytes that it has sent us lately; more than the limit is no reader.
    var received: Int32 = 0
    /// Milliseconds of the loop's clock since when nothing more could be sent; 0: everything was.
    var blockedSince: Int64 = 0
    /// It will send nothing more, but may still read.
    var hasEnded = false
    /// The address whose share it is of.
    let slot: AddressShares.Slot
    /// Of events: how far it has been sent the log.
    var position = 0
    /// Of words.
    var debt = WordDebt()

    static let receiveLimit: Int32 = 16 << 10

    init(_ descriptor: Int32, _ slot: AddressShares.Slot) {
        self.descriptor = descriptor
        self.slot = slot
    }
}

/// How a feed is put on the wire. Used by the loop's thread alone.
protocol Framing: AnyObject {
    var kind: FeedKind { get }
    /// Where it counts; `subscribers` and `cut` are counted by the loop.
    var tally: Tally { get }
    /// The feed was closed, and whoever still follows it is to go.
    var isOver: Bool { get }

    /// Takes over what was published since the last call; false: nothing was.
    func takeNews() -> Bool
    /// Who wants to follow since the last call, with all that precedes the feed sent or kept.
    func takeArrivals() -> [Subscriber]
    /// One who has connected by themselves.
    func newcomer(_ descriptor: Int32, _ slot: AddressShares.Slot) -> Subscriber

    /// There was news. False: the subscriber cannot be told any more what it has missed.
    func owe(_ subscriber: inout Subscriber) -> Bool
    /// Sends what the subscriber is owed, as far as the kernel takes it.
    func send(to subscriber: inout Subscriber) -> Delivery
    /// Nothing was said for a while. False as for `owe`.
    func oweSign(_ subscriber: inout Subscriber) -> Bool
    /// The same for those who are none of the loop's.
    func remindOthers()
    /// Who is behind is lost: what was told needn't be kept.
    func forgetTold()
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

/// What became of all feeds of each kind since the start. Used by the loop's thread alone.
final class Tally {
    private(set) var figures = [BroadcastFigures(), BroadcastFigures()]

    subscript(kind: FeedKind) -> BroadcastFigures {
        get { figures[kind.rawValue] }
        set { figures[kind.rawValue] = newValue }
    }
}

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
}
