extension String {
    /// Our scripts as they are sent: comments on lines of their own are left out, and every other line keeps its number.
    ///
    /// They are a quarter of the bytes. A line within a template literal mustn't begin with `//`; `LinkingTests` looks for one.
    package var withoutCommentLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8) ? "" : line
        }.joined(separator: "\n")
    }

    /// Our style sheets as they are sent: comments on lines of their own and the blanks that lines begin with are left out. They are a
    /// fifth of the compressed bytes.
    package var withoutStyleComments: String {
        split(separator: "\n").compactMap { line in
            let text = line.drop { $0 == " " }
            return text.isEmpty || text.hasPrefix("/*") && text.hasSuffix("*/") ? nil : String(text)
        }.joined(separator: "\n") + (hasSuffix("\n") ? "\n" : "")
    }
}
