import Hummingbird
import Localisation
package import Records
import Synchronization

/// Limits how much a person may send at once to addresses of their choosing: test notices to channels, and links that confirm a mail
/// address. By default ten, and one more every 30 seconds. Prevents using this server for spam.
package final class SendingGuard: Sendable {
    private let people: Mutex<TokenBuckets>
    private let now: Now

    package init(capacity: Int = 10, interval: Duration = .seconds(30), now: @escaping Now) {
        people = Mutex(TokenBuckets(capacity: capacity, interval: interval))
        self.now = now
    }

    /// Throws a refusal if the limit is reached.
    package func check(_ person: Person) throws {
        if let wait = people.withLock({ $0.take(String(person.id), at: now()) }) { throw Refusal.tooMany(wait) }
    }
}
