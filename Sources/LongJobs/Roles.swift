import Records

/// Work that one of several servers does for all that share a store (Decision 65). It has a lease of that name.
package enum Role: String, CaseIterable, Sendable {
    /// Removing what is old, and ending what servers that are gone had under way.
    case upkeep
    /// Evaluating price alerts.
    case alerts
    /// Evaluating reminders of programmes.
    case reminders
    /// Looking up positions of stations.
    case positions
    /// Reading documents.
    case documents
    /// Looking for documents in folders.
    case documentFolders = "document-folders"
    /// Fetching mail.
    case mailboxes
    /// Exporting documents.
    case exports
    /// Looking through media folders, and looking up what the library lacks.
    case media

    /// What its lease is called.
    package var leaseName: String { "role:\(rawValue)" }
}

/// The roles of this server. A service does its work while the server has its role.
package struct Roles: Sendable {
    /// A server that is alone has all of them, and asks for none.
    package static let all = Roles(leases: nil)

    private let leases: RoleLeases?

    private init(leases: RoleLeases?) { self.leases = leases }

    /// Those of a node: the roles that its services ask for and no other node has.
    package init(_ leases: RoleLeases) { self.init(leases: leases) }

    /// Whether other servers may have roles.
    package var areShared: Bool { leases != nil }

    /// Whether this server has the role. If no server has it, this one takes it.
    package func holds(_ role: Role) async -> Bool { await leases?.holds(role) ?? true }

    /// Does work that goes on until it is cancelled: whenever this server has the role, until the task is cancelled. It is cancelled when
    /// the role is lost.
    package func serving(_ role: Role, _ work: @escaping @Sendable () async -> Void) async {
        guard let leases else { return await work() }
        while !Task.isCancelled {
            await leases.doing(role, work)
            try? await Task.sleep(for: leases.look)
        }
    }

    /// How long a service waits for news of its own server, `longest` if it is alone: those of other servers reach it through the store.
    package func pause(_ longest: Duration) -> Duration { leases.map { min(longest, $0.look) } ?? longest }

    /// Begins the names of files that aren't finished in a folder that all servers see; empty if this one is alone.
    package var fileMark: String { leases.map { "\(Fingerprint($0.name))-" } ?? "" }
}
