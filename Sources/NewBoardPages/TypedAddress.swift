import Fetching

/// A web address as a person types it: without a scheme it is one of https, or of http where the host has no TLS, as in browsers.
struct TypedAddress: Sendable {
    let address: WebAddress
    /// To try if the address can't be reached.
    let plain: WebAddress?

    /// A whole address.
    init(_ address: WebAddress) { (self.address, plain) = (address, nil) }

    /// nil: it isn't a web address.
    init?(_ text: String) {
        let hasScheme = text.contains("://")
        guard let address = try? WebAddress(hasScheme ? text : "https://\(text)") else { return nil }
        self.address = address
        plain = hasScheme ? nil : try? WebAddress("http://\(text)")
    }
}
