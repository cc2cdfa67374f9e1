import Hummingbird
import Localisation
import Records
import Storage
import Synchronization

/// Bounds what a person has sent at once to addresses of their choosing, tests of channels and links that confirm a mail address: ten, and one
/// more each 30 seconds. So nobody is pestered from here.
final class SendingGuard: Sendable {
    private let people = Mutex(TokenBuckets(capacity: 10, interval: .seconds(30)))

    /// Throws what is answered while it is too much.
    func check(_ person: Person, _ context: PageContext, at now: Timestamp = .system()) throws {
        if let wait = people.withLock({ $0.take(String(person.id), at: now) }) { throw HTTPError.tooMany(wait, context) }
    }
}
