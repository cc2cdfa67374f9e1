/// Rejoins long lines that were split for old mail programs (RFC 3676, `format=flowed`).
enum FlowedText {
    /// - Parameter deletesBlank: `DelSp=yes`: the space before a split isn't part of the text.
    static func unfolded(_ text: String, deletesBlank: Bool) -> String {
        var lines: [String] = []
        /// The quote depth of the last line, if it continues.
        var open: Int?
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let depth = line.prefix { $0 == ">" }.count
            var words = line.dropFirst(depth)
            // Lines that would look like a quote or start with `From` are prefixed by a space.
            if words.first == " " { words = words.dropFirst() }
            let goesOn = words.hasSuffix(" ") && words != "-- "
            let more = goesOn && deletesBlank ? words.dropLast() : words
            if let before = open, before == depth, words != "-- ", !lines.isEmpty {
                lines[lines.count - 1] += more
            } else {
                lines.append(String(repeating: ">", count: depth) + (depth > 0 ? " " : "") + more)
            }
            open = goesOn ? depth : nil
        }
        return lines.joined(separator: "\n")
    }
}
