import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/login/link/<code>`: signs a person in with a link printed by the command line. It works once, within a quarter of an hour.
///
/// The fallback for the machine's operator: it needs no password hashing, and no limit on attempts, because 256 bits can't be guessed.
/// Signing in takes a button press, so a program that opens links in advance doesn't use the link up.
struct LoginLinkPage: Sendable {
    private let feature: AccountsFeature
    private var accounts: Accounts { feature.accounts }

    init(_ feature: AccountsFeature) { self.feature = feature }

    func page(_ code: String?, _ context: PageContext) async throws -> Response {
        guard let secret = code.flatMap({ Secret($0) }),
            let person = try await accounts.store.people.person(ofLoginLink: secret.hash, at: accounts.now())
        else { throw Self.notOpen }
        let words = context.words
        let shell = PageShell(title: words("Sign in"), assets: feature.assets.prefix, reader: Reader(words: words), hasMenu: false)
        let form = FormView.form("/login/link/\(secret.text)", context.reader, button: words("Sign in"), "")
        var response = Response.page(
            shell.page(
                """
                <div class="entry"><h1>\(words("Sign in"))</h1>
                <p class="lead">\(words("This link signs you in as \(person.name), once."))</p>
                \(form)</div>
                """))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    func logIn(_ code: String?, _ request: Request, _ context: PageContext) async throws -> Response {
        _ = try await Form(request)
        guard let secret = code.flatMap({ Secret($0) }),
            let person = try await accounts.store.people.useLoginLink(secret.hash, at: accounts.now())
        else { throw Self.notOpen }
        try await accounts.audit(.loginLinkUsed, by: person, in: context)
        return try await feature.begin(person, then: LocalPath("/account"), request, context)
    }

    private static var notOpen: Refusal {
        Refusal(.notFound, "This link has expired or was used already. Make a new one on the server: tidings person login-link NAME")
    }
}
