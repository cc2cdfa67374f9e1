/// Why a file of places or addresses can't be used, with the file and line.
package struct PlacesError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable {
        /// It can't be opened, read or written.
        case file
        /// Unknown format or version.
        case format
        /// It is truncated or corrupted.
        case damaged
        /// A line violates the format.
        case line
        /// It exceeds a limit.
        case limit
    }

    package let code: Code
    /// The file's name.
    package var file: String?
    /// The line's number, base 1; nil if no line is involved.
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
