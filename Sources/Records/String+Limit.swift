extension String {
    /// Shortened to this many scalars of at most four bytes each. A character may have any number of bytes, so a limit of characters limits
    /// nothing.
    package func limited(to scalars: Int) -> String {
        unicodeScalars.count <= scalars ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(scalars)))
    }
}
