import Localisation
import Records
import Serving

struct NewAccountModel: Sendable {
    /// The name as typed.
    var name: String
    var nameProblem: String?
    var passwordProblem: String?
    /// The address to which the form is posted.
    var action: String
    /// Sent along with the form if the address doesn't include it.
    var code: String?

    init(name: String, action: String, code: String? = nil) {
        self.name = name
        self.action = action
        self.code = code
    }

    /// Notes problems of the name and the password; returns the name if there are none.
    mutating func check(_ password: String, _ words: Words) -> String? {
        let checked = Person.name(from: name)
        if checked == nil { nameProblem = words("Use 1 to \(Person.nameLimit) characters for the name.") }
        passwordProblem = PasswordRule.problem(of: password, for: checked ?? "")?.sentence(words)
        return passwordProblem == nil ? checked : nil
    }
}

/// The page on which a person makes their account: the first administrator, and invited people.
enum NewAccountView {
    static func page(_ model: NewAccountModel, title: String, lead: String, assets: String, _ reader: Reader) -> HTML {
        let fields: HTML = """
            \(FormField.name(reader, value: model.name, problem: model.nameProblem, hasFocus: true).html)\
            \(FormField.newPassword(reader, problem: model.passwordProblem).html)\(model.code.map { FormView.hidden("code", $0) })
            """
        return PageShell(title: title, assets: assets, reader: Reader(words: reader.words), hasMenu: false).page(
            """
            <div class="entry"><h1>\(title)</h1><p class="lead">\(lead)</p>
            \(FormView.form(model.action, reader, button: reader.words("Create account"), fields))</div>
            """)
    }
}
