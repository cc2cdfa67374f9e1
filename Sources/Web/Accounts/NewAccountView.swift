import Foundation
import Localisation
import Records
import Serving
import Storage

struct NewAccountModel: Sendable {
    /// The name as typed.
    var name: String
    var nameProblem: String?
    var passwordProblem: String?
    /// As typed; at first the browser's zone, if known.
    var zone: String
    var zoneProblem: String?
    /// The address to which the form is posted.
    var action: String
    /// Sent with the form if the address doesn't include it.
    var code: String?

    init(name: String, zone: String, action: String, code: String? = nil) {
        self.name = name
        self.zone = zone
        self.action = action
        self.code = code
    }

    /// Records problems of the name, the password and the zone. Returns the name if there are none.
    mutating func check(_ password: String, _ words: Words) -> String? {
        let checked = Person.name(from: name)
        if checked == nil { nameProblem = words("Use 1 to \(Person.nameLimit) characters for the name.") }
        passwordProblem = PasswordRule.problem(of: password, for: checked ?? "")?.sentence(words)
        if !zone.isEmpty, TimeZone(identifier: zone) == nil {
            zoneProblem = words("This time zone doesn’t exist. Enter one like Europe/Berlin.")
        }
        return passwordProblem == nil && zoneProblem == nil ? checked : nil
    }
}

/// The page where a person makes their account: the first administrator, or someone invited.
enum NewAccountView {
    static func page(_ model: NewAccountModel, title: String, lead: String, assets: String, _ reader: Reader) -> HTML {
        var zone = FormField(name: "zone", label: reader.words("Time zone"), value: model.zone, problem: model.zoneProblem, longest: 64)
        zone.hint = reader.words("For the times in your notices, like Europe/Berlin.")
        (zone.isRequired, zone.suggestions) = (false, ZoneChoices.all)
        let fields: HTML = """
            \(FormField.name(reader, value: model.name, problem: model.nameProblem, hasFocus: true).html)\
            \(FormField.newPassword(reader, problem: model.passwordProblem).html)\
            <div data-browser-zone>\(zone.html)</div>\(model.code.map { FormView.hidden("code", $0) })
            """
        return PageShell(title: title, assets: assets, reader: Reader(words: reader.words), hasMenu: false).page(
            """
            <div class="entry"><h1>\(title)</h1><p class="lead">\(lead)</p>
            \(FormView.form(model.action, reader, button: reader.words("Create account"), fields))</div>
            """)
    }
}

extension AccountsFeature {
    /// An empty zone means the server's time.
    func keep(zone: String, of person: Person) async throws {
        guard !zone.isEmpty else { return }
        _ = try await accounts.store.people.update(person.id) { $0.zone = zone }
    }
}

extension PageContext {
    /// The zone that the browser reported on an earlier page; empty if it hasn't, in which case a script fills it in (`zone.js`).
    var browserZone: String { words.zone == .gmt ? "" : words.zone.identifier }
}
