import Localisation
import Serving

struct LoginModel: Sendable {
    var name = ""
    var problem: String?
    var next: LocalPath?
    /// Whether the person has just deleted their account.
    var isDeleted = false
    /// The form's `LoginForm` proof.
    var proof = ""
    /// Whether any account exists yet.
    var isSetUp: Bool
}

/// The sign-in page: name and password.
enum LoginView {
    static func page(_ model: LoginModel, assets: String, _ reader: Reader) -> HTML {
        let words = reader.words
        let shell = PageShell(title: words("Sign in"), assets: assets, reader: Reader(words: words), hasMenu: false)
        guard model.isSetUp else {
            return shell.page(
                """
                <div class="entry"><h1>\(words("No accounts yet"))</h1>
                <p class="lead">\(words("Open the link in the server’s log to choose the administrator’s name and password."))</p></div>
                """)
        }
        let password = FormField(
            name: "password", label: words("Password"), type: "password", autocomplete: "current-password", longest: PasswordRule.byteLimit,
            hasFocus: !model.name.isEmpty)
        let fields: HTML = """
            \(FormField.name(reader, value: model.name, hasFocus: model.name.isEmpty).html)\(password.html)\
            \(FormView.hidden(LoginForm.field, model.proof))\(model.next.map { FormView.hidden("next", $0.text) })
            """
        return shell.page(
            """
            <div class="entry"><h1>\(words("Sign in"))</h1>
            \(FormView.done(model.isDeleted ? words("Your account has been deleted.") : nil))\
            \(FormView.problem(model.problem))\(FormView.form("/login", reader, button: words("Sign in"), fields))</div>
            """)
    }
}
