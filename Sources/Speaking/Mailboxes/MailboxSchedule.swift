import Records

/// When a mailbox is checked again.
enum MailboxSchedule {
    static let interval = Duration.seconds(300)
    /// Repeated logins with a wrong password would lock the account.
    static let afterRefusal = Duration.seconds(3600)

    /// `failures` is the number of consecutive failures, including the last.
    static func pause(after fault: DocumentMailbox.Fault?, failures: Int) -> Duration {
        guard let fault else { return interval }
        let first = fault == .login ? afterRefusal : interval
        return min(first * (1 << min(max(0, failures - 1), 10)), DocumentMailbox.Limits.longestPause)
    }
}
