import Testing

@testable import Speaking

@Suite("A mail that holds up a mailbox") struct MailboxHurdleTests {
    @Test("it is passed over at the third look in a row that ends at it, and another mail counts by itself")
    func tries() {
        let first = MailboxHurdle(nil, failedAt: 17, of: 1)
        let second = MailboxHurdle(first, failedAt: 17, of: 1)
        #expect(!first.isTooHigh)
        #expect(!second.isTooHigh)
        #expect(MailboxHurdle(second, failedAt: 17, of: 1).isTooHigh)
        #expect(!MailboxHurdle(second, failedAt: 18, of: 1).isTooHigh)
        // The same number in another version of the folder is another mail.
        #expect(!MailboxHurdle(second, failedAt: 17, of: 2).isTooHigh)
    }
}
