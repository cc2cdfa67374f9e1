/// A message on a page: a symbol, a sentence, and the role by which screen readers announce it.
package enum Callout {
    package enum Kind { case ok, caution, error }

    /// An action succeeded. `attributes` are script hooks or an `id`.
    package static func ok(_ sentence: String, _ attributes: HTML? = nil) -> HTML { line(.ok, "\(sentence)", attributes) }

    /// An action failed; the sentence says why.
    package static func error(_ sentence: String) -> HTML { error(markup: "\(sentence)") }

    /// The same for a sentence with a link or other markup.
    package static func error(markup sentence: HTML) -> HTML { line(.error, sentence, nil) }

    /// A fact that the person should know before continuing.
    package static func caution(_ sentence: String, _ attributes: HTML? = nil, isLive: Bool = false) -> HTML {
        caution(markup: "\(sentence)", attributes, isLive: isLive)
    }

    /// `isLive` announces it to screen readers when a script inserts it; `attributes` are script hooks, or hide it.
    package static func caution(
        markup sentence: HTML, _ attributes: HTML? = nil, isLive: Bool = false, symbol: HTML = Symbols.caution
    ) -> HTML {
        #"<p class="notice"\#(isLive ? #" role="status""# : nil as HTML?)\#(attributes)>\#(symbol)<span>\#(sentence)</span></p>"#
    }

    /// A callout with several paragraphs or parts.
    package static func block(_ kind: Kind, _ parts: HTML) -> HTML {
        "<div\(head(kind))>\(symbol(kind))<div>\(parts)</div></div>"
    }

    private static func line(_ kind: Kind, _ sentence: HTML, _ attributes: HTML?) -> HTML {
        "<p\(head(kind))\(attributes)>\(symbol(kind))<span>\(sentence)</span></p>"
    }

    private static func head(_ kind: Kind) -> HTML {
        switch kind {
        case .ok: #" class="notice is-good" role="status""#
        case .caution: #" class="notice""#
        case .error: #" class="notice" role="alert""#
        }
    }

    private static func symbol(_ kind: Kind) -> HTML { kind == .ok ? Symbols.check : Symbols.caution }
}
