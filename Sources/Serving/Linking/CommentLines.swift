extension String {
    /// Our scripts as they are sent: comments on lines of their own are left out, and every other line keeps its number.
    ///
    /// They are a quarter of the bytes. A line within a template literal mustn't begin with `//`; `LinkingTests` looks for one.
    package var withoutCommentLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8) ? "" : line
        }.joined(separator: "\n")
    }
}
