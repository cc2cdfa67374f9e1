import Fetching

/// The hosts of browsers' push services. Subscriptions from anonymous visitors must use one, so that they can't make this server send to an
/// arbitrary host.
///
/// Chromium and most others: FCM. Firefox: autopush. Safari: APNs. Edge on Windows: WNS.
package struct PushServices: Hashable, Sendable {
    package static let known = PushServices([
        "android.googleapis.com", "fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com",
    ])

    private let hosts: Set<String>

    /// Host names, which include their subdomains, and IP addresses as written.
    package init(_ hosts: some Sequence<String>) { self.hosts = Set(hosts.map { $0.lowercased() }) }

    package func adding(_ more: [String]) -> PushServices { PushServices(hosts.union(more.map { $0.lowercased() })) }

    package func takes(_ subscription: PushSubscription) -> Bool {
        var name = "\(subscription.endpoint.host)"[...]
        if hosts.contains(String(name)) { return true }
        while let dot = name.firstIndex(of: ".") {
            name = name[name.index(after: dot)...]
            if hosts.contains(String(name)) { return true }
        }
        return false
    }
}
