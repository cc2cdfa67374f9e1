/// Why a text isn't JSON: the place, and what was found there.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The text ends too early.
        case truncated
        /// The text isn't JSON, or isn't in UTF-8.
        case damaged
        /// The text exceeds one of `JSONLimits`.
        case limit
    }

    package let code: Code
    package let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    package var description: String { detail }
}
