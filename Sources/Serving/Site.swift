package import Records

/// What the pages of every feature need: the assets, the operator's settings, the clock, and the key that signs links.
package struct Site: Sendable {
    package let assets: AssetLibrary
    package let operating: OperatorSettings
    /// Whether browsers reach the server by HTTPS.
    package let isSecure: Bool
    package let linkKey: LinkKey
    package let now: Now

    package init(
        assets: AssetLibrary, operating: OperatorSettings, isSecure: Bool, linkKey: LinkKey, now: @escaping Now = Timestamp.system
    ) {
        (self.assets, self.operating, self.isSecure, self.linkKey, self.now) = (assets, operating, isSecure, linkKey, now)
    }
}
