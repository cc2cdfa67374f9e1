/// Facts about one thing, each a label and its value.
package enum FactList {
    /// `isWide` shows two facts side by side if there is room.
    package static func html(_ facts: [HTML], isWide: Bool = false) -> HTML {
        #"<dl class="pairs\#(isWide ? " is-two" : nil as HTML?)">\#(facts)</dl>"#
    }

    /// `attributes` belong to the value, such as script hooks.
    package static func fact(_ label: String, _ value: HTML, _ attributes: HTML? = nil) -> HTML {
        fact(markup: "\(label)", value, attributes)
    }

    package static func fact(markup label: HTML, _ value: HTML, _ attributes: HTML? = nil) -> HTML {
        "<div><dt>\(label)</dt><dd\(attributes)>\(value)</dd></div>"
    }
}
