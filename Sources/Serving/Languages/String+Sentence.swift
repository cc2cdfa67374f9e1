extension String {
    /// English with a capital at the beginning and a full stop at the end.
    package var asSentence: String {
        guard let first else { return self }
        // An address stays as it is.
        let beginning = ["http://", "https://"].contains(where: hasPrefix) ? String(first) : first.uppercased()
        return beginning + dropFirst() + (last.map { ".!?".contains($0) } == true ? "" : ".")
    }
}
