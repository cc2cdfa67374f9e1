/// Why the web side can’t begin.
package struct WebServerError: Error, CustomStringConvertible {
    package let detail: String

    package init(detail: String) {
        self.detail = detail
    }
    package var description: String { detail }
}
