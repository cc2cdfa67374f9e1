import Markup

/// A whole text for inspection: decoded like in `delimited` and `text`, or if that fails by guessing from its bytes.
package struct PlainText {
    package let text: String
    /// The value that a board needs for `encoding`; nil if the document and its server suffice.
    package let encoding: String?

    /// nil if the bytes aren't text in any known encoding.
    ///
    /// - Parameter charset: HTTP's charset.
    package init?(_ bytes: [UInt8], charset: String?) {
        var hints = DocumentHints.wholeFile
        hints.charset = charset
        if let text = Self.decoded(bytes, TextInput(nil, hints)) {
            (self.text, encoding) = (text, nil)
        } else if let name = CharsetGuess(bytes)?.charset.name, let encoding = TextInput.Encoding(named: name),
            let text = Self.decoded(bytes, TextInput(encoding, hints))
        {
            (self.text, self.encoding) = (text, name)
        } else {
            return nil
        }
    }

    private static func decoded(_ bytes: [UInt8], _ input: TextInput) -> String? {
        var input = input
        guard let text = try? input.decode(bytes) + input.finish() else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
