extension String {
    /// Our script as it is served: without comments on lines of their own, and with its line numbers.
    ///
    /// They are a quarter of the bytes. A line within a template literal mustn't begin with `//`; `LinkingTests` checks for that.
    package var withoutCommentLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8) ? "" : line
        }.joined(separator: "\n")
    }

    /// Our style sheet as it is served: without comments on lines of their own and without indentation. They are a fifth of the compressed
    /// bytes.
    package var withoutStyleComments: String {
        split(separator: "\n").compactMap { line in
            let text = line.drop { $0 == " " }
            return text.isEmpty || text.hasPrefix("/*") && text.hasSuffix("*/") ? nil : String(text)
        }.joined(separator: "\n") + (hasSuffix("\n") ? "\n" : "")
    }
}
