package import Localisation
package import Records

/// A feed's secret address on a page: shown once when it is made, replaced, and removed.
package struct SecretAddressView {
    package let words: Words
    /// The form's field; its value is `make` or `remove`.
    package let field: String
    /// The form's action and token.
    package let action: String
    package let token: HTML?
    /// When the address was made; nil: there is none.
    package let created: Timestamp?
    /// The address, if it was made just now.
    package let address: String?
    /// The reader of the page.
    private let person: Person?

    package init(words: Words, field: String, action: String, token: HTML?, created: Timestamp?, address: String?, for person: Person?) {
        self.person = person
        self.words = words
        self.field = field
        self.action = action
        self.token = token
        self.created = created
        self.address = address
    }

    package enum Act: String { case make, remove }

    package var html: HTML {
        let buttons: HTML =
            created == nil
            ? button(.make, words("Create a link"))
            : "\(button(.make, words("Create a new link")))\(button(.remove, words("Remove the link")))"
        return #"\#(told)\#(since)<form class="address-ways" method="post" action="\#(action)">\#(token)\#(buttons)</form>"#
    }

    private var told: HTML? {
        address.map { address in
            """
            \(SecretOnce.html(address, words("Copy the link now. You won’t see it again."), words))\
            \(LocalAddressNote(words, token: token, for: person).html(for: address))
            """
        }
    }

    private var since: HTML? {
        created.map { #"<p class="field-hint">\#(words("Link created")) \#(ValueView(words).time($0))</p>"# }
    }

    private func button(_ act: Act, _ label: String) -> HTML {
        """
        <button class="quiet-button\(act == .remove ? " is-harsh" : nil as HTML?)" type="submit" \
        name="\(field)" value="\(act.rawValue)">\(label)</button>
        """
    }
}
