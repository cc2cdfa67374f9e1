import Localisation
import Records

/// The secret address of a feed on a page: told once when it is made, made anew, and taken back.
struct SecretAddressView {
    let words: Words
    /// The form's field; its value is `make` or `remove`.
    let field: String
    /// Where the form goes, and its token.
    let action: String
    let token: HTML?
    /// When the address was made; nil if there is none.
    let created: Timestamp?
    /// The address, if it was made just now.
    let address: String?

    enum Act: String { case make, remove }

    var html: HTML {
        let buttons: HTML =
            created == nil
            ? button(.make, words("Create an address"))
            : "\(button(.make, words("Create a new address")))\(button(.remove, words("Remove the address")))"
        return "\(told)\(since)<form class=\"address-ways\" method=\"post\" action=\"\(action)\">\(token)\(buttons)</form>"
    }

    private var told: HTML? {
        address.map { address in
            """
            <div class="notice is-good" role="status">\(Symbols.check)<div><p>\(words("Copy the address now. You won’t see it again."))</p>\
            <p><code class="secret" tabindex="0">\(address)</code>\(CopyButton.html(words))</p></div></div>
            """
        }
    }

    private var since: HTML? {
        created.map { "<p class=\"field-hint\">\(words("Address created")) \(ValueView(words).time($0))</p>" }
    }

    private func button(_ act: Act, _ label: String) -> HTML {
        "<button class=\"quiet-button\" type=\"submit\" name=\"\(field)\" value=\"\(act.rawValue)\">\(label)</button>"
    }
}
