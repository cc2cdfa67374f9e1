package import Broadcasting
package import Operating
import Synchronization

/// What a handler leaves for `HandingOver`: whom the answer is to be left to.
package final class Handover: Sendable {
    private let offered = Mutex<(feed: EventFeed, last: String?, address: InternetAddress?)?>(nil)

    func offer(_ feed: EventFeed, last: String?, from address: InternetAddress?) { offered.withLock { $0 = (feed, last, address) } }

    package var taken: (feed: EventFeed, last: String?, address: InternetAddress?)? { offered.withLock { $0 } }
}
