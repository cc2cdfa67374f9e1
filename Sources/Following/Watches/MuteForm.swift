import Localisation
import Serving

/// Mutes or unmutes a watch or an alert.
enum MuteForm {
    static func html(isMuted: Bool, to address: String, _ token: HTML?, _ words: Words) -> HTML {
        let (symbol, label) = isMuted ? (WatchSymbols.muted, words("Unmute")) : (WatchSymbols.bell, words("Mute"))
        return ButtonForm.html(
            markup: "\(symbol)<span>\(label)</span>", to: address, token, isMuted ? nil : FormView.hidden("muted", "on"),
            attributes: #" aria-pressed="\#(isMuted ? "true" : "false")""#)
    }
}

/// Removes a watch or an alert, after a confirmation in place.
enum RemovalForm {
    /// `label` is the label of the button.
    static func html(_ label: String, to address: String, _ token: HTML?, _ words: Words) -> HTML {
        Disclosure.removal(
            words("Remove"),
            """
            <form method="post" action="\(address)">\(token)<p>\(words("Its notices stay in your list. To pause it, mute it."))</p>\
            <button class="button is-harsh" type="submit">\(label)</button></form>
            """)
    }
}
