extension String {
    /// The English text with a capital first letter and a full stop.
    package var asSentence: String {
        guard let first else { return self }
        // A URL isn't capitalised.
        let beginning = ["http://", "https://"].contains(where: hasPrefix) ? String(first) : first.uppercased()
        return beginning + dropFirst() + (last.map { ".!?".contains($0) } == true ? "" : ".")
    }
}
