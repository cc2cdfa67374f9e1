/// The text shown instead of a list without rows: why it is empty, and the next step.
package enum EmptyState {
    /// `isLive` announces it to screen readers when a script inserts it.
    package static func html(_ sentence: String, isLive: Bool = false) -> HTML {
        #"<p class="empty"\#(isLive ? #" role="status""# : nil as HTML?)>\#(sentence)</p>"#
    }

    /// For a sentence with markup, such as the search text.
    package static func html(markup sentence: HTML) -> HTML { #"<p class="empty">\#(sentence)</p>"# }

    /// `way` is a link or a button below the sentence.
    package static func html(_ sentence: String, way: HTML) -> HTML { html(markup: "\(sentence)", way: way) }

    package static func html(markup sentence: HTML, way: HTML) -> HTML { #"<div class="empty"><p>\#(sentence)</p>\#(way)</div>"# }
}
