/// Why the web side can’t begin.
package struct WebServerError: Error, CustomStringConvertible {
    package let detail: String
    package var description: String { detail }
}
