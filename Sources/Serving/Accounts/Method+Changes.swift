package import HTTPTypes

extension HTTPRequest.Method {
    /// Whether requests with this method may change anything, by RFC 9110, section 9.2.1.
    package var mayChange: Bool { ![.get, .head, .options].contains(self) }
}
