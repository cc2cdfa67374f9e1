extension String {
    /// English with a capital at the beginning and a full stop at the end.
    package var asSentence: String {
        guard let first else { return self }
        return first.uppercased() + dropFirst() + (last.map { ".!?".contains($0) } == true ? "" : ".")
    }
}
