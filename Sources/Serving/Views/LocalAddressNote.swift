import Foundation
package import Localisation
package import Records

/// A note beside an address for other devices that leads to this machine, because no public address is set: it says that the address works
/// nowhere else, and administrators get the field to fix it (the form of `/server`).
package struct LocalAddressNote {
    private let words: Words
    private let token: HTML?
    private let isAdministrator: Bool

    package init(_ reader: Reader) { self.init(reader.words, token: reader.formField, for: reader.person) }

    package init(_ words: Words, token: HTML?, for person: Person?) {
        (self.words, self.token, isAdministrator) = (words, token, person?.role == .administrator)
    }

    /// nil: other machines can use the address.
    package func html(for address: String) -> HTML? {
        guard Self.isLocal(address) else { return nil }
        let mend: HTML =
            isAdministrator
            ? """
            <form method="post" action="\(MainWays.server)#address">\(token)\(FormView.hidden("part", "address"))\
            <label class="field-label" for="address-note-url">\(words("Public address"))</label>\
            <p class="field-hint">\(words("Where other devices reach Tidings, like https://home.example. Saving restarts it."))</p>\
            <div class="address-note-field">\
            <input class="field-input" id="address-note-url" name="public-url" type="url" required maxlength="2000" \
            autocomplete="off"><button class="quiet-button" type="submit">\(words("Save"))</button></div></form>
            """
            : #"<p class="field-hint">\#(words("Ask your administrator to set the public address."))</p>"#
        return #"<div class="address-note"><p class="address-note-said">\#(Symbols.caution)<span>\#(sentence)</span></p>\#(mend)</div>"#
    }

    /// For screens, which only have room for the sentence; administrators get a link to fix it. nil: other machines can use the address.
    package func line(for address: String) -> HTML? {
        guard Self.isLocal(address) else { return nil }
        guard isAdministrator else { return "\(sentence)" }
        return #"\#(sentence) <a href="\#(MainWays.server)#address">\#(words("Set the public address"))</a>"#
    }

    private var sentence: String { words("This address only works on this machine.") }

    /// Whether the address leads to the machine that opens it.
    static func isLocal(_ address: String) -> Bool {
        guard let host = URLComponents(string: address)?.host?.lowercased() else { return false }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let isLoopback = name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." }
        return isLoopback || name == "::1" || name == "localhost" || name.hasSuffix(".localhost")
    }
}
