import Localisation
import Records

/// The account part of every page's header: the signed-in person and rarely needed links; for visitors, the sign-in link. The main links
/// are in `MainWays`.
enum AccountMenu {
    static func html(_ reader: Reader) -> HTML {
        let words = reader.words
        guard let person = reader.person else { return #"<a class="way-in" href="/login">\#(words("Sign in"))</a>"# }
        let people: HTML? =
            person.role == .administrator
            ? #"<li><a href="/people">\#(words("People"))</a></li>\#n<li><a href="/server">\#(words("Server settings"))</a></li>"# : nil
        return """
            <details class="account-menu"><summary>\(Symbols.person)<span class="unseen">\(words("Signed in:")) </span>\
            <bdi class="account-name">\(person.name)</bdi></summary>
            <nav aria-label="\(words("Your account"))"><ul>
            <li><a href="/notices/channels">\(words("Channels"))</a></li>
            <li><a href="\(MainWays.jobs)">\(words("Jobs"))</a></li>
            <li><a href="/account">\(words("Account"))</a></li>
            \(people)
            </ul>
            <form method="post" action="/logout">\(reader.formField)\
            <button type="submit">\(words("Sign out"))</button></form></nav></details>
            """
    }
}
