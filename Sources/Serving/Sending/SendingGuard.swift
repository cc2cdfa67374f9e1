import Hummingbird
import Localisation
package import Records
import Synchronization

/// Bounds what a person has sent at once to addresses of their choosing, tests of channels and links that confirm a mail address: ten, and one
/// more each 30 seconds unless it is said otherwise. So nobody is pestered from here.
package final class SendingGuard: Sendable {
    private let people: Mutex<TokenBuckets>
    private let now: Now

    package init(capacity: Int = 10, interval: Duration = .seconds(30), now: @escaping Now) {
        people = Mutex(TokenBuckets(capacity: capacity, interval: interval))
        self.now = now
    }

    /// Throws what is answered while it is too much.
    package func check(_ person: Person) throws {
        if let wait = people.withLock({ $0.take(String(person.id), at: now()) }) { throw Refusal.tooMany(wait) }
    }
}
