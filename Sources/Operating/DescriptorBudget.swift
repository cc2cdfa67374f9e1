import Glibc

/// The number of descriptors that this process may open (getrlimit(2)).
package enum DescriptorLimit {
    package static var current: Int { Int(clamping: limits().rlim_cur) }

    /// Raises the limit as far as the system allows; most systems start with 1,024, for programs that use select(2).
    package static func raise() {
        var limits = limits()
        limits.rlim_cur = limits.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }

    private static func limits() -> rlimit {
        var limits = rlimit(rlim_cur: 1024, rlim_max: 1024)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        return limits
    }
}

/// The allocation of the process's descriptors.
///
/// The process must never have all of them open: libdispatch reads its threads' state in `/proc` once a second and traps (SIGILL) if it
/// can't open that file, and SQLite, fetches and child processes also need some. So a reserve stays free, however many clients connect.
/// [Decision 28](../../Docs/Decisions/0028-what-one-address-may-take.md)
package struct DescriptorBudget: Equatable, Sendable {
    /// More connections would need more memory than a small machine has: an idle connection uses about 10 KB.
    private static let connectionMaximum = 32_768

    /// The limit of HTTP connections, in total and per address; nil for no limit per address.
    package let connections: Int
    package let connectionShare: Int?
    /// The limit of followers of queues and open pages of boards, in total and per address.
    package let followers: Int
    package let followerShare: Int?
    /// The system assigns the lowest free number, so a connection with this number or a higher one would use the reserve.
    package let ceiling: Int32

    /// The operator's limits; nil to derive them from the number of descriptors. An address limit of 0 means none.
    package init(descriptors: Int, connectionLimit: Int? = nil, followerLimit: Int? = nil, addressLimit: Int? = nil) {
        let reserve = min(512, max(64, descriptors / 4))
        let shared = max(32, descriptors - reserve)
        connections = connectionLimit ?? min(Self.connectionMaximum, shared / 2)
        followers = followerLimit ?? (shared - min(connections, shared / 2))
        let isLimited = addressLimit != 0
        connectionShare = isLimited ? addressLimit ?? max(8, connections / 4) : nil
        followerShare = isLimited ? addressLimit ?? max(8, followers / 4) : nil
        ceiling = Int32(clamping: max(32, descriptors - reserve / 2))
    }
}
