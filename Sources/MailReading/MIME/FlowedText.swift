/// A text whose long lines were cut for old programs → the lines as they were written (RFC 3676, `format=flowed`).
enum FlowedText {
    /// - Parameter deletesBlank: `DelSp=yes`: the blank before a cut is none of the text.
    static func unfolded(_ text: String, deletesBlank: Bool) -> String {
        var lines: [String] = []
        /// The depth of the last line, if it goes on.
        var open: Int?
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let depth = line.prefix { $0 == ">" }.count
            var words = line.dropFirst(depth)
            // What would look like a quotation, or like `From`, has a blank before it.
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
