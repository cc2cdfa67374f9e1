/// The permissions and the usage of a browser that uses the proxy. A pure value.
struct ProxyLedger: Sendable {
    let limits: ForwardingProxy.Limits
    /// The page that the browser opens.
    private let page: WebAddress
    /// `host:port` that may be private, or at an unusual port: the page's own, and those that its board names.
    private let named: Set<String>
    private(set) var refusals = Refusals()
    /// Why hosts couldn't be reached, by `host:port`.
    private(set) var failures: [String: FetchError] = [:]
    private var hosts: Set<String> = []
    private var requests = 0
    private var bytes = 0

    /// Whether hosts in `named` may be on private networks that the operator has listed.
    private let reachesListed: Bool

    init(_ page: WebAddress, naming others: [String], reachesListed: Bool, _ limits: ForwardingProxy.Limits) {
        (self.page, self.reachesListed, self.limits) = (page, reachesListed, limits)
        var named = [page.place]
        for other in others {
            guard let address = try? WebAddress("http://\(other)/") else { continue }
            // Without a port, both default ports are meant.
            named += other.hasSuffix(":\(address.port)") ? [address.place] : [address.place, "\(address.host):443"]
        }
        self.named = Set(named)
    }

    /// Whether the operator's list of private hosts applies to an address.
    func reachesListed(_ address: WebAddress) -> Bool { reachesListed && named.contains(address.place) }

    /// Whether a request is forwarded. Browsers use a tunnel for https, and for web sockets, which can't reach a port of plain HTTP.
    mutating func admits(_ address: WebAddress, isTunnel: Bool) -> Bool {
        let isDefaultPort = address.port == (isTunnel ? 443 : 80)
        let isForSocket = isTunnel && page.scheme == .http && address.place == page.place
        guard isDefaultPort || named.contains(address.place), !isForSocket, requests < limits.requests,
            hosts.count < limits.hosts || hosts.contains("\(address.host)")
        else {
            let why =
                "isn't among the hosts and ports that a page in a browser may use; if it should be reached, add it under render, hosts"
            note(FetchError(.refused, at: address.description, why), of: address)
            return false
        }
        requests += 1
        hosts.insert("\(address.host)")
        return true
    }

    mutating func refuse(_ what: String) { refusals.note(what) }

    mutating func note(_ failure: FetchError, of address: WebAddress) {
        // A public host that doesn't respond isn't a refusal.
        if failure.code == .refused || failure.isUnlisted { refuse(address.place) }
        if failures.count < limits.hosts { failures[address.place] = failures[address.place] ?? failure }
    }

    /// Counts bytes of either direction. Returns false if the limit is exceeded.
    mutating func take(_ count: Int) -> Bool {
        bytes += count
        return !isSpent
    }

    var isSpent: Bool { bytes > limits.bytes }
}

extension WebAddress {
    /// `host:port`.
    var place: String { "\(host):\(port)" }
}
