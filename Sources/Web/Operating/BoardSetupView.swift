import BoardPages
import Boards
import Localisation
import NewBoardPages
import Records
import Serving

/// A board and the form's input for what it needs.
struct BoardSetupModel: Sendable {
    /// In the reader's language.
    let board: Board
    /// The board's own first, then those of its methods.
    let addresses: [ServerSettings.Address]
    /// The flag or variable that sets the addresses, which locks them on the page.
    let lock: String?
    /// The input by the names of addresses.
    private(set) var texts: [String: String]
    /// By parameter: values for the trial, for parameters without a default.
    private(set) var given: [String: String] = [:]
    /// Sentences by field name.
    var problems: [String: String] = [:]
    var problem: String?
    /// Whether the problem is another server setting.
    var isForSettings = false
    var found: TrialForm.Found?
    var secrets: [SecretField] = []
    /// By secret name: what this person tried before.
    var tried: [String: SecretText] = [:]
    /// `tried` with the new input; without secrets that the environment sets.
    private(set) var typed: [String: SecretText] = [:]

    /// A secret of the board's source, of a service method, or of the steps of its page.
    struct SecretField: Sendable {
        /// The name under which the operator sets it.
        let name: String
        /// The user name that the password belongs to; nil for a key.
        let user: String?
        /// The selector of the page's field that it is filled into; nil for none.
        let selector: String?
        /// The method or step that uses it; nil: the source itself.
        let place: String?
        let isStored: Bool
        /// The environment variable that sets it.
        let lock: String?

        /// The most characters of a selector in a label.
        private static let selectorLength = 60

        var field: String { ServerSettings.secretName(name) }

        func label(_ words: Words) -> String {
            if let selector {
                let shown = selector.count <= Self.selectorLength ? selector : "\(selector.prefix(Self.selectorLength))…"
                return words("Secret “\(name)” for the field “\(shown)”")
            }
            let label = user.map { words("Password of \($0)") } ?? words("Key", sense: "secret")
            return place.map { "\(label) (\($0))" } ?? label
        }
    }

    private static let valueLength = 200

    init(board: Board, addresses: [ServerSettings.Address], lock: String?) {
        (self.board, self.addresses, self.lock) = (board, addresses, lock)
        texts = Dictionary(addresses.map { ($0.name, $0.text) }) { first, _ in first }
    }

    var parameters: [Parameter] { board.chosenParameters.filter(\.isRequired) }

    mutating func fill(from form: Form) {
        (problem, isForSettings) = (nil, false)
        for address in addresses { texts[address.name] = ServerSettingsModel.address(address.name, in: form) }
        for parameter in parameters { given[parameter.name] = String(form[TrialForm.mark + parameter.name].prefix(Self.valueLength)) }
        for secret in secrets where secret.lock == nil {
            let line = form[secret.field].prefix(ServerSettingsModel.longest).split(whereSeparator: \.isNewline).first ?? ""
            let text = line.trimmingWhitespace()
            typed[secret.name] = text.isEmpty ? tried[secret.name] : SecretText(text)
        }
    }

    /// Notes the missing secrets at their fields.
    mutating func noteMissingSecrets(_ words: Words) {
        let missing = secrets.filter { $0.lock == nil && !$0.isStored && typed[$0.name] == nil }
        for secret in missing { problems[secret.field] = words("Fill this in.") }
    }

    /// Shows the refusal at the address that it concerns, unless that has a problem, otherwise above the form.
    mutating func refuse(_ refusal: ServerSettings.Refusal, _ words: Words) {
        let sentence = refusal.reason.map { words($0) } ?? SettingWords(words: words).advice(on: .source, isEmpty: false)
        guard refusal.name == .source else {
            problem = refusal.detail.isEmpty ? sentence : refusal.detail
            return
        }
        let name = addresses.contains { $0.name == refusal.board } ? refusal.board ?? board.name : board.name
        let field = ServerSettingsModel.addressField(name)
        problems[field] = problems[field] ?? sentence
    }
}

struct BoardSetupView: Sendable {
    let words: Words

    func page(_ model: BoardSetupModel, _ reader: Reader, _ assets: String) -> HTML {
        let board = model.board
        let title = words("Set up “\(board.title)”")
        let fields =
            model.addresses.map { field($0, model) } + model.secrets.map { field($0, model) }
            + model.parameters.map { parameter in
                TrialForm.field(parameter, model.given[parameter.name], problem: model.problems[TrialForm.mark + parameter.name])
            }
        let form = TrialForm(words, action: MainWays.setUp(board.name), fields, take: words("Turn on"))
        let note: HTML = #"<p class="field-hint">\#(words("Turning it on restarts Tidings, which takes a few seconds."))</p>"#
        return PageShell(title: title, assets: assets, kind: .readyBoards, reader: reader).page(
            """
            <div class="account"><h1>\(title)</h1>
            <p class="lead">\(board.about)</p>
            \(FormView.problem(model.problem, link: model.isForSettings ? FormView.hostSettings(words) : nil))
            \(model.lock.map(locked) ?? form.html(model.found, reader))
            \(model.lock == nil ? note : nil)
            <p><a class="quiet-link" href="\(MainWays.setUp)">\(words("All boards to set up"))</a></p></div>
            """)
    }

    private func locked(_ lock: String) -> HTML {
        Callout.caution(words("Set by \(lock) when Tidings starts."))
    }

    private func field(_ address: ServerSettings.Address, _ model: BoardSetupModel) -> HTML {
        let (isOwn, name, declared) = (address.name == model.board.name, ServerSettingsModel.addressField(address.name), address.declared)
        return FormField(
            name: name, label: isOwn ? words("Address of the source") : address.title, type: "url", value: model.texts[address.name] ?? "",
            hint: words("In the board’s file: \(declared)"), problem: model.problems[name], longest: ServerSettingsModel.longest,
            isRequired: isOwn
        ).html
    }

    /// Without the typed value: a page never repeats a secret.
    private func field(_ secret: BoardSetupModel.SecretField, _ model: BoardSetupModel) -> HTML {
        let hint =
            if let lock = secret.lock {
                words("Set by \(lock) when Tidings starts.")
            } else if model.typed[secret.name] ?? model.tried[secret.name] != nil {
                words("Leave it empty to use what you just entered.")
            } else if secret.isStored {
                words("Leave it empty to keep the current one.")
            } else {
                words("You get it from the owner of the source. Tidings stores it on this server and never shows it again.")
            }
        return FormField(
            name: secret.field, label: secret.label(words), type: "password", autocomplete: "new-password", hint: hint,
            problem: model.problems[secret.field], longest: ServerSettingsModel.longest, isRequired: false, isLocked: secret.lock != nil
        ).html
    }

    func list(_ list: BoardSetupList, _ reader: Reader, _ assets: String) -> HTML {
        let title = words("Set up a board")
        let rows = list.shown.map { board -> HTML in
            """
            <li><a href="\(MainWays.setUp(board.name))"><span class="ready-title">\(board.title)</span>\
            <span class="ready-about">\(board.about)</span></a></li>

            """
        }
        let nothing = list.total == 0 ? words("All boards have what they need.") : words("No board matches.")
        let content: HTML = rows.isEmpty ? EmptyState.html(nothing) : #"<ul class="ready-list is-ways">\#(rows)</ul>"#
        return PageShell(title: title, assets: assets, kind: .readyBoards, reader: reader).page(
            """
            <div class="ready"><h1>\(title)</h1>
            <p class="lead">\
            \(words("These boards need the address of their source, or a key for it. Choose one, try it, and turn it on."))</p>
            \(search(list))\(content)\(pager(list))
            <p><a class="quiet-link" href="\(NewBoardPaths.form)">\(words("Add a board from any page"))</a></p></div>
            """)
    }

    /// nil if all boards fit without a search.
    private func search(_ list: BoardSetupList) -> HTML? {
        guard list.total > BoardSetupList.size else { return nil }
        return """
            <form class="list-search" role="search" method="get" action="\(MainWays.setUp)">\
            <label class="unseen" for="set-up-query">\(words("Search"))</label>\(Symbols.lens)\
            <input class="field-input" id="set-up-query" type="search" name="q" value="\(list.search)" placeholder="\(words("Search"))" \
            maxlength="\(BoardSetupList.searchLength)" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">\
            <button class="unseen" type="submit">\(words("Search"))</button></form>

            """
    }

    private func pager(_ list: BoardSetupList) -> HTML? {
        let next = list.from + list.shown.count
        return Pager(
            from: list.from, count: list.shown.count, found: list.found,
            previous: list.from == 0 ? nil : max(0, list.from - BoardSetupList.size), next: next < list.found ? next : nil
        ).html(words) { from in
            let search = list.search.isEmpty ? "" : "q=\(Percent.encoded(list.search))&"
            return "\(MainWays.setUp)?\(search)from=\(from)"
        }
    }
}
