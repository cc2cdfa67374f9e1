/// The link at the top of a page to the page above it.
package enum BackLink {
    /// `title` is the title of the page above.
    package static func html(_ title: String, to address: String) -> HTML { html(markup: "\(title)", to: address) }

    package static func html(markup title: HTML, to address: String) -> HTML {
        #"<p class="detail-way"><a href="\#(address)">\#(title)</a></p>"#
    }
}
