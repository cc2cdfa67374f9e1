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
    package var trustedProxies: TrustedProxies

    package init(
        version: String = "", metrics: Metrics = Metrics(), metricsToken: String? = nil, basePath: String = "",
        trustedProxies: TrustedProxies = .local
    ) {
        self.version = version
        self.metrics = metrics
        self.metricsToken = metricsToken
        self.basePath = basePath
        self.trustedProxies = trustedProxies
    }

    /// `/tidings` of `tidings/`; nil for what cannot be a base path.
    package static func basePath(_ text: String) -> String? { BasePath.normalised(text) }
}
