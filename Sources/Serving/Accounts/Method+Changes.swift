package import HTTPTypes

extension HTTPRequest.Method {
    /// Whether a request by this method may change something, by RFC 9110, section 9.2.1.
    package var mayChange: Bool { ![.get, .head, .options].contains(self) }
}
