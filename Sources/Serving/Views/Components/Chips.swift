/// A row of short links or choices with one current: filters, shelves, periods.
package enum Chips {
    /// The meaning of the current link (`aria-current`).
    package enum Current: String { case chosen = "true", page, date }

    package static func link(_ label: String, to address: String, _ current: Current? = nil) -> HTML {
        link(markup: "\(label)", to: address, current)
    }

    package static func link(markup label: HTML, to address: String, _ current: Current? = nil, id: String? = nil) -> HTML {
        let id: HTML? = id.map { #" id="\#($0)""# }
        let mark: HTML? = current.map { #" aria-current="\#($0.rawValue)""# }
        return #"<a class="chip-link"\#(id) href="\#(address)"\#(mark)>\#(label)</a>"#
    }

    /// `label` describes the links to screen readers; `name` is the row's class, for another layout.
    package static func nav(_ label: String, name: String = "chips", _ links: HTML) -> HTML {
        #"<nav class="\#(name)" aria-label="\#(label)">\#(links)</nav>"#
    }

    /// One choice in a form.
    package static func choice(_ label: String, name: String, value: String, isChosen: Bool) -> HTML {
        """
        <label class="chip"><input type="radio" name="\(name)" value="\(value)"\(isChosen ? " checked" : nil as HTML?)>\
        <span>\(label)</span></label>
        """
    }

    /// The choices under their legend; with `isLegendUnseen`, the legend is only for screen readers.
    package static func choices(_ legend: String, isLegendUnseen: Bool = false, _ choices: [HTML]) -> HTML {
        """
        <fieldset class="chips"><legend class="\(isLegendUnseen ? "unseen" : "field-label")">\(legend)</legend>\(choices)</fieldset>
        """
    }
}
