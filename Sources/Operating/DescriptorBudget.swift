import Glibc

/// How many descriptors this process may have open (getrlimit(2)).
package enum DescriptorLimit {
    package static var current: Int { Int(clamping: limits().rlim_cur) }

    /// As many as the system allows without asking it for more; most start with 1,024, for the sake of programs that use select(2).
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

/// Who gets how many of the process's descriptors.
///
/// The process must never have them all open: libdispatch looks at its threads in `/proc` once a second and traps (SIGILL) when it can't open
/// that file, and SQLite, fetches and programs beside ours need some too. So a reserve stays free, whatever strangers do.
/// [Decision 28](../../Docs/Decisions/0028-what-one-address-may-take.md)
package struct DescriptorBudget: Equatable, Sendable {
    /// More connections would cost more memory than a small machine has: an idle one takes some 10 KB.
    private static let mostConnections = 32_768

    /// Connections of HTTP at once, and of them what one address may have; nil: as many as there are.
    package let connections: Int
    package let connectionShare: Int?
    /// Followers of queues and open pages of boards at once, and of them what one address may have.
    package let followers: Int
    package let followerShare: Int?
    /// The system hands out the lowest number that is free: a connection with this number or a higher one would be of the reserve.
    package let ceiling: Int32

    /// The limits are the operator's; nil: by the number of descriptors. An address limit of 0 is none.
    package init(descriptors: Int, connectionLimit: Int? = nil, followerLimit: Int? = nil, addressLimit: Int? = nil) {
        let reserve = min(512, max(64, descriptors / 4))
        let shared = max(32, descriptors - reserve)
        connections = connectionLimit ?? min(Self.mostConnections, shared / 2)
        followers = followerLimit ?? (shared - min(connections, shared / 2))
        let isLimited = addressLimit != 0
        connectionShare = isLimited ? addressLimit ?? max(8, connections / 4) : nil
        followerShare = isLimited ? addressLimit ?? max(8, followers / 4) : nil
        ceiling = Int32(clamping: max(32, descriptors - reserve / 2))
    }
}
