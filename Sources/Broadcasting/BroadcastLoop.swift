import CLinux
import Glibc
import Logging

/// The one thread that sends everything to everybody: an epoll(7) loop over feeds and those who follow them.
///
/// A turn waits for something to happen, takes what was published meanwhile, and offers it to each subscriber with one call that does not block.
/// Who cannot take it is marked, watched for room, and passed over; after `patience` they are cut. Events published during a turn are sent
/// together in the next, so that a slow turn makes for fewer calls and not for a longer line.
final class BroadcastLoop {
    private struct Room {
        let framing: any Framing
        let listener: Int32?
        var isListening = true
        var subscribers: ContiguousArray<Subscriber> = []
        /// When something was last said to all, in milliseconds.
        var lastSaid: Int64
    }

    /// Where the subscriber of a descriptor sits. Events of one that had the descriptor before bear an older number.
    private struct Seat {
        var room: Int32 = -1
        var index: Int32 = 0
        var number: UInt32 = 0
    }

    private static let bell = UInt64.max
    private static let listenerBit: UInt64 = 1 << 63
    private static let acceptsAtOnce = 64
    /// How often those are looked at who take nothing, and listeners without descriptors, in milliseconds.
    private static let checkPeriod: Int64 = 1000

    private let board: Switchboard
    private let heartbeat: Int64
    private let patience: Int64
    private let logger = Logger(label: "tidings.live")

    private var rooms: [Room] = []
    /// By descriptor.
    private var seats: [Seat] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 512)
    private var scratch = [UInt8](repeating: 0, count: 4096)
    private var now: Int64 = 0
    private var nextCheck: Int64 = 0
    private var nextForgiving: Int64 = 0
    private var blockedCount = 0
    private var lastWarning: Int64 = .min / 2

    init(_ board: Switchboard, heartbeat: Duration, patience: Duration) {
        self.board = board
        self.heartbeat = Self.milliseconds(heartbeat)
        self.patience = Self.milliseconds(patience)
        watch(board.bell, EPOLLIN.rawValue, tag: Self.bell, EPOLL_CTL_ADD)
    }

    /// Until the switchboard says that it is over.
    func run() {
        while true {
            let count = Int(epoll_wait(board.epoll, &events, Int32(events.count), timeout()))
            now = Self.clock()
            let orders = board.takeOrders()
            for feed in orders.openings { open(feed) }
            if orders.isEnding { return end() }
            for index in 0..<max(0, count) { handle(events[index]) }
            for room in rooms.indices {
                if rooms[room].framing.takeNews() { tellAll(in: room) { $0.owe(&$1) } }
                for subscriber in rooms[room].framing.takeArrivals() { seat(subscriber, in: room) }
                if now - rooms[room].lastSaid >= heartbeat {
                    rooms[room].framing.remindOthers()
                    tellAll(in: room) { framing, subscriber in
                        framing.oweSign(&subscriber)
                        return true
                    }
                }
            }
            if now >= nextCheck { check() }
            note()
        }
    }

    // MARK: What happens

    private func open(_ feed: any Opening) {
        let listener = feed.listener
        rooms.append(Room(framing: feed.framing(), listener: listener, lastSaid: now))
        if let listener { watch(listener, EPOLLIN.rawValue, tag: Self.listenerBit | UInt64(rooms.count - 1), EPOLL_CTL_ADD) }
    }

    private func handle(_ event: epoll_event) {
        let tag = event.data.u64
        if tag == Self.bell { return board.silence() }
        if tag & Self.listenerBit != 0 { return accept(in: Int(tag & ~Self.listenerBit)) }
        let seat = seats[Int(tag & 0xFFFF_FFFF)]
        // Left earlier in this turn.
        guard seat.room >= 0, seat.number == UInt32(tag >> 32) else { return }
        let (room, index) = (Int(seat.room), Int(seat.index))
        if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { return leave(room, index) }
        if event.events & EPOLLIN.rawValue != 0, !receive(room, index) { return }
        if event.events & EPOLLOUT.rawValue != 0 { _ = deliver(room, index) }
    }

    private func accept(in room: Int) {
        guard let listener = rooms[room].listener else { return }
        for _ in 0..<Self.acceptsAtOnce {
            let descriptor = accept4(listener, nil, nil, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                // Without descriptors or memory the same client would be offered again at once, and for ever.
                if errno != EAGAIN, errno != EWOULDBLOCK { rest(room) }
                return
            }
            if board.admit(to: rooms[room].framing.kind) {
                seat(rooms[room].framing.newcomer(descriptor), in: room)
            } else {
                close(descriptor)
                warn("a client is turned away: \(board.limit) follow live feeds already (live-limit)")
            }
        }
    }

    /// Reads what a subscriber sends, which means nothing. False if it has left over that.
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
        // A page has been closed. A client of words may have closed its own side alone (`nc HOST PORT </dev/null`): sending will tell.
        guard count == 0, rooms[room].framing.kind == .words else {
            leave(room, index)
            return false
        }
        rooms[room].subscribers[index].hasEnded = true
        watch(rooms[room].subscribers[index], EPOLL_CTL_MOD)
        return true
    }

    /// Lets all in a room be told what they are owed. Those who cannot take it go without until they can.
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

    /// Sends what is owed. False if the subscriber has left over that: then another sits in its place.
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

    /// Looks after those who take nothing, after listeners that rest, and forgives what was sent to us.
    private func check() {
        nextCheck = now + min(Self.checkPeriod, patience)
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
                if since != 0, now - since >= patience { cut(room, index) } else { index += 1 }
            }
        }
        if now >= nextForgiving { nextForgiving = now + heartbeat }
    }

    // MARK: Coming and going

    private func seat(_ subscriber: Subscriber, in room: Int) {
        let descriptor = Int(subscriber.descriptor)
        while seats.count <= descriptor { seats.append(Seat()) }
        seats[descriptor].room = Int32(room)
        seats[descriptor].index = Int32(rooms[room].subscribers.count)
        seats[descriptor].number = (seats[descriptor].number + 1) & 0x7FFF_FFFF
        rooms[room].subscribers.append(subscriber)
        watch(subscriber, EPOLL_CTL_ADD)
        _ = deliver(room, rooms[room].subscribers.count - 1)
    }

    private func cut(_ room: Int, _ index: Int) {
        rooms[room].framing.figures.cut += 1
        leave(room, index)
    }

    private func leave(_ room: Int, _ index: Int) {
        let subscriber = rooms[room].subscribers[index]
        if subscriber.blockedSince != 0 { blockedCount -= 1 }
        rooms[room].framing.forget(subscriber.descriptor)
        seats[Int(subscriber.descriptor)].room = -1
        // The last one takes the place.
        let last = rooms[room].subscribers.removeLast()
        if index < rooms[room].subscribers.count {
            rooms[room].subscribers[index] = last
            seats[Int(last.descriptor)].index = Int32(index)
        }
        // Nobody else has the descriptor, so that this takes it out of the epoll set too.
        close(subscriber.descriptor)
        board.release()
    }

    /// Nobody is let in until the next check.
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

    // MARK: Inside

    private func watch(_ subscriber: Subscriber, _ operation: Int32) {
        let events = (subscriber.hasEnded ? 0 : EPOLLIN.rawValue) | (subscriber.blockedSince != 0 ? EPOLLOUT.rawValue : 0)
        let descriptor = subscriber.descriptor
        watch(descriptor, events, tag: UInt64(seats[Int(descriptor)].number) << 32 | UInt64(descriptor), operation)
    }

    private func watch(_ descriptor: Int32, _ events: UInt32, tag: UInt64, _ operation: Int32) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: tag))
        epoll_ctl(board.epoll, operation, descriptor, &event)
    }

    /// Milliseconds until something is to be done unasked; -1: never.
    private func timeout() -> Int32 {
        guard var next = rooms.map({ $0.lastSaid + heartbeat }).min() else { return -1 }
        if blockedCount > 0 || rooms.contains(where: { !$0.isListening }) { next = min(next, nextCheck) }
        return Int32(clamping: max(0, next - Self.clock()))
    }

    private func note() {
        var figures = [BroadcastFigures(), BroadcastFigures()]
        for room in rooms {
            var ofRoom = room.framing.figures
            ofRoom.subscribers = room.subscribers.count
            figures[room.framing.kind.rawValue] = figures[room.framing.kind.rawValue] + ofRoom
        }
        board.note(figures)
    }

    /// At most once a minute.
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
