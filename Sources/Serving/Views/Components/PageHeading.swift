/// The head of a page: the link back, its title, and one sentence on its purpose.
package enum PageHeading {
    package static func html(_ title: String, back: HTML? = nil, lead: String? = nil) -> HTML {
        html(markup: "\(title)", back: back, lead: lead.map { "\($0)" })
    }

    /// `rest` follows the lead: facts, links or buttons for the whole page.
    package static func html(markup title: HTML, back: HTML? = nil, lead: HTML? = nil, rest: HTML? = nil) -> HTML {
        let lead: HTML? = lead.map { #"<p class="lead">\#($0)</p>"# }
        return #"<header class="intro">\#(back)<h1>\#(title)</h1>\#(lead)\#(rest)</header>"#
    }
}
