import Localisation
import Storage

/// In the header of every page: who is logged in, and the ways to what is theirs; for strangers the way in.
enum AccountMenu {
    static func html(_ reader: Reader) -> HTML {
        let words = reader.words
        guard let person = reader.person else { return "<a class=\"way-in\" href=\"/login\">\(words("Log in"))</a>" }
        let people: HTML? = person.role == .administrator ? "<li><a href=\"/people\">\(words("People"))</a></li>" : nil
        return """
            <details class="account-menu"><summary>\(Symbols.person)<span class="unseen">\(words("Logged in:")) </span>\
            <bdi class="account-name">\(person.name)</bdi></summary>
            <nav aria-label="\(words("Your account"))"><ul>
            <li><a href="/watches">\(words("Watches"))</a></li>
            <li><a href="/notices">\(words("Notices"))</a></li>
            <li><a href="/account">\(words("Account"))</a></li>
            \(people)
            </ul>
            <form method="post" action="/logout">\(reader.formField)<button type="submit">\(words("Log out"))</button></form></nav></details>
            """
    }
}
