/// A message on a page: a symbol, a sentence, and the role by which screen readers announce it.
package enum Callout {
    package enum Kind { case ok, caution, error }

    /// An action succeeded.
    package static func ok(_ sentence: HTML, _ attributes: HTML? = nil) -> HTML { line(.ok, sentence, attributes) }

    /// A fact that the person should know before going on. `isLive` announces it when a script inserts it; `attributes` are a script's
    /// hooks, and whether it is hidden until then.
    package static func caution(
        _ sentence: HTML, _ attributes: HTML? = nil, isLive: Bool = false, symbol: HTML = Symbols.caution
    ) -> HTML {
        "<p class=\"notice\"\(isLive ? " role=\"status\"" : nil as HTML?)\(attributes)>\(symbol)<span>\(sentence)</span></p>"
    }

    /// An action failed, and why.
    package static func error(_ sentence: HTML, _ attributes: HTML? = nil) -> HTML { line(.error, sentence, attributes) }

    /// A callout of several paragraphs or parts.
    package static func block(_ kind: Kind, _ parts: HTML) -> HTML {
        "<div\(head(kind))>\(symbol(kind))<div>\(parts)</div></div>"
    }

    private static func line(_ kind: Kind, _ sentence: HTML, _ attributes: HTML?) -> HTML {
        "<p\(head(kind))\(attributes)>\(symbol(kind))<span>\(sentence)</span></p>"
    }

    private static func head(_ kind: Kind) -> HTML {
        switch kind {
        case .ok: " class=\"notice is-good\" role=\"status\""
        case .caution: " class=\"notice\""
        case .error: " class=\"notice\" role=\"alert\""
        }
    }

    private static func symbol(_ kind: Kind) -> HTML { kind == .ok ? Symbols.check : Symbols.caution }
}
