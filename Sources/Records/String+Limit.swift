extension String {
    /// At most so many scalars, which are four bytes each at most. A character can be any number of bytes, so characters bound nothing.
    package func limited(to scalars: Int) -> String {
        unicodeScalars.count <= scalars ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(scalars)))
    }
}
