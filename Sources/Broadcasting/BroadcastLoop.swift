import CLinux
import Glibc
import Logging
import Operating

/// The only thread that sends: an epoll(7) loop over feeds and their subscribers.
///
/// Each iteration waits for an event, reads what was published, and offers it to every subscriber with one non-blocking call. A subscriber
/// that can't accept it is marked, watched for room and skipped; after `stallTimeout` its connection is closed. Events published during an
/// iteration are sent together in the next one, so a slow iteration leads to fewer calls instead of a longer backlog.
final class BroadcastLoop {
    private struct Room {
        var framing: any Framing
        var listener: Int32?
        var isListening = true
        var subscribers: ContiguousArray<Subscriber> = []
        /// When the room's subscribers last received something, in milliseconds. A room without a feed has a time far ahead (`empty`).
        var lastSaid: Int64

        static func empty(_ tally: Tally) -> Room { Room(framing: NoFraming(tally), listener: nil, lastSaid: .max / 2) }
    }

    /// The room and index of a descriptor's subscriber. Events of an earlier subscriber with the same descriptor have an older number.
    private struct Seat {
        var room: Int32 = -1
        var index: Int32 = 0
        var number: UInt32 = 0
    }

    private static let wakeupTag = UInt64.max
    private static let listenerBit: UInt64 = 1 << 63
    private static let acceptsAtOnce = 64
    /// Milliseconds between checks of stalled subscribers and of listeners without descriptors.
    private static let checkPeriod: Int64 = 1000

    private let board: Switchboard
    private let heartbeat: Int64
    private let stallTimeout: Int64
    private let logger = Logger(label: "tidings.live")
    private let tally = Tally()

    private var rooms: [Room] = []
    /// Indexed by descriptor.
    private var seats: [Seat] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 512)
    private var scratch = [UInt8](repeating: 0, count: 4096)
    private var now: Int64 = 0
    private var nextCheck: Int64 = 0
    private var nextForgiving: Int64 = 0
    private var blockedCount = 0
    private var lastWarning: Int64 = .min / 2

    init(_ board: Switchboard, heartbeat: Duration, stallTimeout: Duration) {
        self.board = board
        self.heartbeat = Self.milliseconds(heartbeat)
        self.stallTimeout = Self.milliseconds(stallTimeout)
        watch(board.wakeup, EPOLLIN.rawValue, tag: Self.wakeupTag, EPOLL_CTL_ADD)
    }

    /// Runs until the switchboard ends it.
    func run() {
        while true {
            let count = Int(epoll_wait(board.epoll, &events, Int32(events.count), timeout()))
            now = Self.clock()
            let orders = board.takeOrders()
            for feed in orders.openings { open(feed) }
            if orders.isEnding { return end() }
            for index in 0..<max(0, count) { handle(events[index]) }
            for room in orders.woken { look(into: room) }
            for room in rooms.indices where now - rooms[room].lastSaid >= heartbeat {
                rooms[room].framing.remindOthers()
                rooms[room].framing.forgetTold()
                tellAll(in: room) { $0.oweSign(&$1) }
            }
            if now >= nextCheck { check() }
            board.note(tally.figures)
        }
    }

    // MARK: Events

    private func open(_ feed: any Opening) {
        let (room, listener) = (feed.room, feed.listener)
        while rooms.count <= room { rooms.append(.empty(tally)) }
        rooms[room] = Room(framing: feed.framing(tally), listener: listener, lastSaid: now)
        if let listener { watch(listener, EPOLLIN.rawValue, tag: Self.listenerBit | UInt64(room), EPOLL_CTL_ADD) }
    }

    /// Reads what a room's feed has published.
    private func look(into room: Int) {
        // The room was closed after its feed woke the loop.
        guard room < rooms.count else { return }
        if rooms[room].framing.takeNews() {
            tellAll(in: room) { $0.owe(&$1) }
            if blockedCount == 0 { rooms[room].framing.forgetTold() }
        }
        for subscriber in rooms[room].framing.takeArrivals() { seat(subscriber, in: room) }
        guard rooms[room].framing.isOver else { return }
        while let index = rooms[room].subscribers.indices.last { leave(room, index) }
        rooms[room].framing.end()
        rooms[room] = .empty(tally)
        board.vacate(room)
    }

    private func handle(_ event: epoll_event) {
        let tag = event.data.u64
        if tag == Self.wakeupTag { return board.clearWakeup() }
        if tag & Self.listenerBit != 0 { return accept(in: Int(tag & ~Self.listenerBit)) }
        let seat = seats[Int(tag & 0xFFFF_FFFF)]
        // The subscriber left earlier in this iteration.
        guard seat.room >= 0, seat.number == UInt32(tag >> 32) else { return }
        let (room, index) = (Int(seat.room), Int(seat.index))
        if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { return leave(room, index) }
        if event.events & EPOLLIN.rawValue != 0, !receive(room, index) { return }
        if event.events & EPOLLOUT.rawValue != 0 { _ = deliver(room, index) }
    }

    private func accept(in room: Int) {
        guard let listener = rooms[room].listener else { return }
        for _ in 0..<Self.acceptsAtOnce {
            let (descriptor, address) = Socket.accept(listener)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                // Without descriptors or memory, epoll would report the same client again at once, without end.
                if errno != EAGAIN, errno != EWOULDBLOCK { rest(room) }
                return
            }
            if !board.isOfReserve(descriptor), let slot = board.admit(to: rooms[room].framing.kind, from: address) {
                seat(rooms[room].framing.newcomer(descriptor, slot), in: room)
            } else {
                close(descriptor)
                warn("a client is turned away: the limit of followers (live-limit), or that for its address (address-limit), is reached")
            }
        }
    }

    /// Reads and ignores what a subscriber sends. Returns false if the subscriber has left.
    private func receive(_ room: Int, _ index: Int) -> Bool {
        let descriptor = rooms[room].subscribers[index].descriptor
        let count = recv(descriptor, &scratch, scratch.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            rooms[room].subscribers[index].received += Int32(count)
            if rooms[room].subscribers[index].received <= Subscriber.receiveLimit { return true }
            cut(room, index)
            return false
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return true }
        // A page was closed. A client of words may have closed only its sending side (`nc HOST PORT </dev/null`); sending will show that.
        guard count == 0, rooms[room].framing.kind == .words else {
            leave(room, index)
            return false
        }
        rooms[room].subscribers[index].hasEnded = true
        watch(rooms[room].subscribers[index], EPOLL_CTL_MOD)
        return true
    }

    /// Sends all subscribers of a room what they are owed. Those that can't accept it wait until they can.
    private func tellAll(in room: Int, _ owe: (any Framing, inout Subscriber) -> Bool) {
        rooms[room].lastSaid = now
        var index = 0
        while index < rooms[room].subscribers.count {
            if !owe(rooms[room].framing, &rooms[room].subscribers[index]) {
                cut(room, index)
            } else if rooms[room].subscribers[index].blockedSince != 0 || deliver(room, index) {
                index += 1
            }
        }
    }

    /// Sends what a subscriber is owed. Returns false if the subscriber has left; then another one has its index.
    private func deliver(_ room: Int, _ index: Int) -> Bool {
        let wasBlocked = rooms[room].subscribers[index].blockedSince != 0
        switch rooms[room].framing.send(to: &rooms[room].subscribers[index]) {
        case .gone:
            leave(room, index)
            return false
        case .all:
            guard wasBlocked else { return true }
            rooms[room].subscribers[index].blockedSince = 0
            blockedCount -= 1
        case .blocked(let hasMoved):
            if hasMoved || !wasBlocked { rooms[room].subscribers[index].blockedSince = now }
            guard !wasBlocked else { return true }
            blockedCount += 1
        }
        watch(rooms[room].subscribers[index], EPOLL_CTL_MOD)
        return true
    }

    /// Closes stalled subscribers, resumes paused listeners, and resets the counters of clients' input.
    private func check() {
        nextCheck = now + min(Self.checkPeriod, stallTimeout)
        for room in rooms.indices {
            if let listener = rooms[room].listener, !rooms[room].isListening {
                rooms[room].isListening = true
                watch(listener, EPOLLIN.rawValue, tag: Self.listenerBit | UInt64(room), EPOLL_CTL_ADD)
            }
            guard blockedCount > 0 || now >= nextForgiving else { continue }
            var index = 0
            while index < rooms[room].subscribers.count {
                if now >= nextForgiving { rooms[room].subscribers[index].received = 0 }
                let since = rooms[room].subscribers[index].blockedSince
                if since != 0, now - since >= stallTimeout { cut(room, index) } else { index += 1 }
            }
        }
        if now >= nextForgiving { nextForgiving = now + heartbeat }
    }

    // MARK: Subscribers

    private func seat(_ subscriber: Subscriber, in room: Int) {
        let descriptor = Int(subscriber.descriptor)
        while seats.count <= descriptor { seats.append(Seat()) }
        seats[descriptor].room = Int32(room)
        seats[descriptor].index = Int32(rooms[room].subscribers.count)
        seats[descriptor].number = (seats[descriptor].number + 1) & 0x7FFF_FFFF
        rooms[room].subscribers.append(subscriber)
        tally[rooms[room].framing.kind].subscribers += 1
        watch(subscriber, EPOLL_CTL_ADD)
        _ = deliver(room, rooms[room].subscribers.count - 1)
    }

    private func cut(_ room: Int, _ index: Int) {
        tally[rooms[room].framing.kind].cut += 1
        leave(room, index)
    }

    private func leave(_ room: Int, _ index: Int) {
        let subscriber = rooms[room].subscribers[index]
        if subscriber.blockedSince != 0 { blockedCount -= 1 }
        rooms[room].framing.forget(subscriber.descriptor)
        tally[rooms[room].framing.kind].subscribers -= 1
        seats[Int(subscriber.descriptor)].room = -1
        // The last subscriber moves to the free index.
        let last = rooms[room].subscribers.removeLast()
        if index < rooms[room].subscribers.count {
            rooms[room].subscribers[index] = last
            seats[Int(last.descriptor)].index = Int32(index)
        }
        // The descriptor has no duplicates, so closing it also removes it from the epoll set.
        close(subscriber.descriptor)
        board.release(subscriber.slot)
    }

    /// Stops accepting until the next check.
    private func rest(_ room: Int) {
        guard let listener = rooms[room].listener else { return }
        warn("clients have to wait: \(Socket.reason())")
        rooms[room].isListening = false
        watch(listener, 0, tag: 0, EPOLL_CTL_DEL)
    }

    private func end() {
        board.close()
        for room in rooms {
            if let listener = room.listener { close(listener) }
            for subscriber in room.subscribers { close(subscriber.descriptor) }
            room.framing.end()
        }
    }

    // MARK: Internals

    private func watch(_ subscriber: Subscriber, _ operation: Int32) {
        let events = (subscriber.hasEnded ? 0 : EPOLLIN.rawValue) | (subscriber.blockedSince != 0 ? EPOLLOUT.rawValue : 0)
        let descriptor = subscriber.descriptor
        watch(descriptor, events, tag: UInt64(seats[Int(descriptor)].number) << 32 | UInt64(descriptor), operation)
    }

    private func watch(_ descriptor: Int32, _ events: UInt32, tag: UInt64, _ operation: Int32) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: tag))
        epoll_ctl(board.epoll, operation, descriptor, &event)
    }

    /// Milliseconds until the next check or heartbeat; -1 for never.
    private func timeout() -> Int32 {
        guard var next = rooms.lazy.map({ $0.lastSaid + self.heartbeat }).min() else { return -1 }
        if blockedCount > 0 || rooms.contains(where: { !$0.isListening }) { next = min(next, nextCheck) }
        return Int32(clamping: max(0, next - Self.clock()))
    }

    /// Logs at most once a minute.
    private func warn(_ message: String) {
        guard now - lastWarning >= 60_000 else { return }
        lastWarning = now
        logger.warning("\(message)")
    }

    private static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func milliseconds(_ duration: Duration) -> Int64 { Int64(duration / .milliseconds(1)) }
}

/// The framing of a room without a feed.
private final class NoFraming: Framing {
    let kind = FeedKind.events
    let tally: Tally
    let isOver = false

    init(_ tally: Tally) { self.tally = tally }

    func takeNews() -> Bool { false }
    func takeArrivals() -> [Subscriber] { [] }
    func newcomer(_ descriptor: Int32, _ slot: AddressShares.Slot) -> Subscriber { Subscriber(descriptor, slot) }
    func owe(_ subscriber: inout Subscriber) -> Bool { false }
    func send(to subscriber: inout Subscriber) -> Delivery { .gone }
    func oweSign(_ subscriber: inout Subscriber) -> Bool { false }
    func remindOthers() {}
    func forgetTold() {}
    func forget(_ descriptor: Int32) {}
    func end() {}
}
