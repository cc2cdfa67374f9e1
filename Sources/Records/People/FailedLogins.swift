/// Consecutive failed logins to an account from one network.
package struct FailedLogins: Hashable, Sendable {
    package let failures: Int
    package let last: Timestamp

    package init(failures: Int, last: Timestamp) {
        self.failures = failures
        self.last = last
    }
}
