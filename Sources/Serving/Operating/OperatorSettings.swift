package import Foundation
package import Operating

/// How the server is run, for the parts of it that are for its operator.
package struct OperatorSettings: Sendable {
    /// Tidings' own.
    package var version: String
    package var metrics: Metrics
    /// Who has it may read the metrics from elsewhere.
    package var metricsToken: String?
    /// `/tidings`; empty at the root.
    package var basePath: String
    /// Where people find the server, with the base path; nil if the operator has not said.
    package var publicURL: URL?
    package var trustedProxies: TrustedProxies
    /// The operator has said where people find the server, or whose word is taken for who asks: then somebody stands between.
    package var isBehindProxy: Bool
    /// Of street maps; nil: maps are drawn.
    package var tiles: TileSource?
    /// The folder of Leaflet's files; nil: where Debian has them.
    package var leaflet: String?

    /// `trustedProxies`: nil trusts one on this machine if the operator has said that people find the server elsewhere, and else nobody.
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

    /// `/tidings` of `tidings/`; nil for what cannot be a base path.
    package static func basePath(_ text: String) -> String? { BasePath.normalised(text) }
}
