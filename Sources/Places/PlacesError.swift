/// A file of places, or of addresses, cannot be used: which, where in it, and why.
package struct PlacesError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable {
        /// It cannot be opened, read or written.
        case file
        /// It is none of the formats, or of a version we do not know.
        case format
        /// It is cut short, or not as it was written.
        case damaged
        /// A line of it is not as its format wants.
        case line
        /// There is more in it than we take.
        case limit
    }

    package let code: Code
    /// The file's name.
    package var file: String?
    /// From 1.
    package let line: Int?
    package let detail: String

    init(_ code: Code, file: String? = nil, line: Int? = nil, _ detail: String) {
        self.code = code
        self.file = file
        self.line = line
        self.detail = detail
    }

    package func inFile(_ name: String) -> PlacesError { PlacesError(code, file: name, line: line, detail) }

    package var description: String {
        [file, line.map { "line \($0)" }].compactMap { $0 }.joined(separator: ", ") + (file == nil && line == nil ? "" : ": ") + detail
    }
}
