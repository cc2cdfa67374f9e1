import Records

/// When a mailbox is looked at again.
enum MailboxSchedule {
    static let usual = Duration.seconds(300)
    /// A wrong password that is sent again and again gets its user locked out.
    static let afterRefusal = Duration.seconds(3600)
    static let longest = Duration.seconds(6 * 3600)

    /// `failures`: in a row, the last one included.
    static func pause(after fault: DocumentMailbox.Fault?, failures: Int) -> Duration {
        guard let fault else { return usual }
        let first = fault == .login ? afterRefusal : usual
        return min(first * (1 << min(max(0, failures - 1), 10)), longest)
    }
}
