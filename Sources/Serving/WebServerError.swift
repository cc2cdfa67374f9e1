/// Why the web server can’t start.
package struct WebServerError: Error, CustomStringConvertible {
    package let detail: String

    package init(detail: String) {
        self.detail = detail
    }
    package var description: String { detail }
}
