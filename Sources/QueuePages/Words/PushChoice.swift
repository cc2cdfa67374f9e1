import Localisation
import Records
import Serving

/// "Tell me on this phone", with the number of people ahead: a part of the ticket page that the script (`js/queue-push.js`) shows if push
/// is available.
struct PushChoice {
    let words: Words
    let paths: GuestPaths
    let link: TicketLink
    let isLinked: Bool
    /// The server's public key, to which a browser binds its subscription.
    let key: String

    private static let defaultCount = 2

    var html: HTML {
        let choices: [HTML] = TicketListener.choices.map { count in
            """
            <option value="\(count)"\(count == Self.defaultCount ? " selected" as HTML : nil)>\
            \(words("when it’s my turn, and with \(count) ahead"))</option>
            """
        }
        return """
            <queue-push class="queue-push" data-url="\(paths.push)" \
            data-key="\(key)" data-ticket="\(link.text)" data-linked="\(String(isLinked))" hidden>
            <button class="button is-secondary" type="button" name="push" value="on" data-subscribe>\(Self.phone)\
            <span>\(words("Notify me on this phone"))</span></button>
            <p class="queue-push-told" data-told hidden>\(Self.phone)\
            <span>\(words("This phone notifies you, even when it’s locked."))</span></p>
            <div class="queue-push-when" data-when><label><span class="unseen">\(words("When to notify me"))</span>\
            <select class="field-input" name="push-ahead" data-ahead>\(choices)</select></label>\
            <button class="quiet-button" type="button" name="push" value="off" data-stop hidden>\(words("Stop notices"))</button></div>
            <p class="queue-note" role="status" data-problem></p>
            </queue-push>

            """
    }

    private static let phone = Symbols.drawing(
        """
        <rect x="5.5" y="2.5" width="9" height="15" rx="2"/><path d="M9 14.75h2M2.75 7.5v5M17.25 7.5v5"/>
        """)
}

extension GuestPaths {
    var push: String { "\(page)/push" }
    /// The address prefix of spoken calls.
    var speech: String { "\(page)/speech/" }
}
