import Markup

/// A whole text, to be looked at: decoded as `delimited` and `text` do it, and where that fails as its bytes look.
package struct PlainText {
    package let text: String
    /// What a board has to name as `encoding`; nil: what the document and its server say is enough.
    package let encoding: String?

    /// nil: the bytes are no text in any encoding that is known.
    ///
    /// - Parameter charset: What HTTP says.
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
