package import Foundation
package import Operating

/// The operator's settings that pages and endpoints need.
package struct OperatorSettings: Sendable {
    /// Tidings' version.
    package var version: String
    package var metrics: Metrics
    /// Allows its holder to read the metrics from other machines.
    package var metricsToken: String?
    /// Such as `/tidings`; empty at the root.
    package var basePath: String
    /// The server's public address with the base path; nil if not set.
    package var publicURL: URL?
    package var trustedProxies: TrustedProxies
    /// Whether the operator has set a public address or trusted proxies, which implies a proxy.
    package var isBehindProxy: Bool
    /// The street map's tiles; nil: maps are drawn.
    package var tiles: TileSource?
    /// The folder of Leaflet's files; nil: Debian's.
    package var leaflet: String?

    /// `trustedProxies`: nil trusts proxies on this machine if `publicURL` or `basePath` is set, and otherwise none.
    package init(
        version: String = "", metrics: Metrics = Metrics(), metricsToken: String? = nil, basePath: String = "",
        publicURL: URL? = nil, trustedProxies: TrustedProxies? = nil, isBehindProxy: Bool = false
    ) {
        self.version = version
        self.metrics = metrics
        self.metricsToken = metricsToken
        self.basePath = basePath
        self.publicURL = publicURL
        self.trustedProxies = trustedProxies ?? (publicURL != nil || !basePath.isEmpty ? .local : .nobody)
        self.isBehindProxy = isBehindProxy || !basePath.isEmpty
    }

    /// Returns `/tidings` for `tidings/`; nil if the text can't be a base path.
    package static func basePath(_ text: String) -> String? { BasePath.normalised(text) }
}
