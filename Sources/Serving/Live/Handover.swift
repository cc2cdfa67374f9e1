package import Broadcasting
package import Operating
import Synchronization

/// A handler's request that `HandingOver` pass the connection to a broadcaster.
package final class Handover: Sendable {
    private let offered = Mutex<(feed: EventFeed, last: String?, address: InternetAddress?)?>(nil)

    func offer(_ feed: EventFeed, last: String?, from address: InternetAddress?) { offered.withLock { $0 = (feed, last, address) } }

    package var taken: (feed: EventFeed, last: String?, address: InternetAddress?)? { offered.withLock { $0 } }
}
