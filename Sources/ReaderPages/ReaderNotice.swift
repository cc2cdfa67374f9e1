import Serving

/// A notice with the caution sign.
enum ReaderNotice {
    /// `attributes` are what a script finds it by, and whether it is hidden until then.
    static func caution(_ sentence: HTML, _ attributes: HTML? = nil) -> HTML {
        "<p class=\"notice\"\(attributes)>\(Symbols.caution)<span>\(sentence)</span></p>"
    }
}
