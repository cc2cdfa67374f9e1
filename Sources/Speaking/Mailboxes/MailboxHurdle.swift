/// A mail at which looks at its mailbox end, as the server says something of it that can't be read, or hangs up: it would hold up all mails behind it.
///
/// Kept in memory only: when the server starts again, its tries are counted again.
struct MailboxHurdle: Hashable, Sendable {
    private let mail: Int
    private let validity: Int
    private let tries: Int

    private static let mostTries = 3

    /// After one more look that ended at a mail; `last` is where the one before ended.
    init(_ last: MailboxHurdle?, failedAt mail: Int, of validity: Int) {
        (self.mail, self.validity) = (mail, validity)
        if let last, last.mail == mail, last.validity == validity { tries = last.tries + 1 } else { tries = 1 }
    }

    /// Whether it isn't tried again.
    var isTooHigh: Bool { tries >= Self.mostTries }
}
