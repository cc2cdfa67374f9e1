/// A message at which checks of its mailbox fail, because the server's response can't be parsed or the server disconnects. It would block
/// all later messages.
///
/// Kept in memory only: a restart resets the count.
struct MailboxHurdle: Hashable, Sendable {
    private let mail: Int
    private let validity: Int
    private let tries: Int

    private static let attemptLimit = 3

    /// Records a further failure at a message; `last` is the previous failure.
    init(_ last: MailboxHurdle?, failedAt mail: Int, of validity: Int) {
        (self.mail, self.validity) = (mail, validity)
        if let last, last.mail == mail, last.validity == validity { tries = last.tries + 1 } else { tries = 1 }
    }

    /// Whether the mail is skipped from now on.
    var isTooHigh: Bool { tries >= Self.attemptLimit }
}
