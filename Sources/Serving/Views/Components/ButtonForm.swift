/// A posted form whose only control is its button.
package enum ButtonForm {
    /// A page's main action, a secondary action, or a removal.
    package enum Kind: String {
        case main = "button"
        case quiet = "quiet-button"
        case harsh = "quiet-button is-harsh"
    }

    /// `about` labels the button for screen readers if its text needs context.
    package static func html(
        _ label: String, to action: String, _ token: HTML?, _ fields: HTML? = nil, kind: Kind = .quiet, about: String? = nil
    ) -> HTML {
        let about: HTML? = about.map { #" aria-label="\#($0)""# }
        return html(markup: "\(label)", to: action, token, fields, kind: kind, attributes: about)
    }

    /// `attributes` are the button's: its state, its name and value, script hooks.
    package static func html(
        markup label: HTML, to action: String, _ token: HTML?, _ fields: HTML? = nil, kind: Kind = .quiet, attributes: HTML? = nil
    ) -> HTML {
        """
        <form method="post" action="\(action)">\(token)\(fields)\
        <button class="\(kind.rawValue)" type="submit"\(attributes)>\(label)</button></form>
        """
    }
}
