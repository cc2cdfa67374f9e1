import Operating

/// A subscriber's state in the loop. There is no task, buffer or object per subscriber.
struct Subscriber {
    let descriptor: Int32
    /// Bytes recently received from it; more than the limit is abuse.
    var received: Int32 = 0
    /// The loop's time in milliseconds since which sending has been blocked; 0 if it isn't.
    var blockedSince: Int64 = 0
    /// It has closed its sending side, but may still read.
    var hasEnded = false
    /// The address share it counts against.
    let slot: AddressShares.Slot
    /// For events: how far the log has been sent.
    var position = 0
    /// The data owed to a client of a word feed.
    var debt = WordDebt()

    static let receiveLimit: Int32 = 16 << 10

    init(_ descriptor: Int32, _ slot: AddressShares.Slot) {
        self.descriptor = descriptor
        self.slot = slot
    }
}

/// The wire format of a feed. Used only on the loop's thread.
protocol Framing: AnyObject {
    var kind: FeedKind { get }
    /// The statistics; the loop itself counts `subscribers` and `cut`.
    var tally: Tally { get }
    /// Whether the feed was closed, so its subscribers must be disconnected.
    var isOver: Bool { get }

    /// Accepts publications since the last call; false if there are none.
    func takeNews() -> Bool
    /// New subscribers since the last call; the data before the feed has been sent or queued.
    func takeArrivals() -> [Subscriber]
    /// A subscriber that connected directly.
    func newcomer(_ descriptor: Int32, _ slot: AddressShares.Slot) -> Subscriber

    /// Marks news as owed. Returns false if the subscriber has missed too much.
    func owe(_ subscriber: inout Subscriber) -> Bool
    /// Sends as much of the owed data as the kernel accepts.
    func send(to subscriber: inout Subscriber) -> Delivery
    /// Marks a heartbeat as owed. Returns false as in `owe`.
    func oweSign(_ subscriber: inout Subscriber) -> Bool
    /// Sends a heartbeat to subscribers outside the loop.
    func remindOthers()
    /// Subscribers that are behind will be disconnected, so sent events needn't be stored.
    func forgetTold()
    /// The descriptor is about to be closed.
    func forget(_ descriptor: Int32)
    func end()
}

enum Delivery {
    case all
    /// The kernel's buffer is full; whether some bytes were accepted.
    case blocked(hasMoved: Bool)
    /// The connection has ended.
    case gone
}

enum FeedKind: Int, Sendable { case events, words }

/// The statistics of all feeds per kind since the start. Used only on the loop's thread.
final class Tally {
    private(set) var figures = [BroadcastFigures(), BroadcastFigures()]

    subscript(kind: FeedKind) -> BroadcastFigures {
        get { figures[kind.rawValue] }
        set { figures[kind.rawValue] = newValue }
    }
}

/// The statistics of a kind of feed since the start.
package struct BroadcastFigures: Equatable, Sendable {
    /// The current number.
    package var subscribers = 0
    /// Events or words accepted by the kernel, counted per subscriber.
    package var delivered = 0
    /// Words that were replaced by a newer one before they could be sent.
    package var coalesced = 0
    /// Subscribers that were disconnected: unwritable for too long, too far behind, or sending instead of reading.
    package var cut = 0
    /// Rejected because the limit of subscribers was reached.
    package var refused = 0

    package init() {}
}
