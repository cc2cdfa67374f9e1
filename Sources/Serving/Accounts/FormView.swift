package import Localisation

/// A field of an account form.
package struct FormField: Sendable {
    package var name: String
    package var label: String
    package var type = "text"
    package var value = ""
    /// What a password manager should fill in (https://html.spec.whatwg.org/#autofill).
    package var autocomplete = "off"
    package var hint: String?
    package var problem: String?
    /// Where the problem can be solved.
    package var problemLink: HTML?
    var leastLength: Int?
    package var longest = 200
    /// For pages with several forms whose fields share a name.
    package var id: String?
    /// The id of its form, if that isn't around it.
    package var form: String?
    package var isRequired = true
    package var hasFocus = false
    /// Shown, but not editable.
    package var isLocked = false
    /// Values that the browser offers while the person types.
    package var suggestions: [String] = []

    package init(
        name: String, label: String, type: String = "text", value: String = "", autocomplete: String = "off", hint: String? = nil,
        problem: String? = nil, leastLength: Int? = nil, longest: Int = 200, id: String? = nil, isRequired: Bool = true,
        hasFocus: Bool = false, isLocked: Bool = false
    ) {
        self.name = name
        self.label = label
        self.type = type
        self.value = value
        self.autocomplete = autocomplete
        self.hint = hint
        self.problem = problem
        self.leastLength = leastLength
        self.longest = longest
        self.id = id
        self.isRequired = isRequired
        self.hasFocus = hasFocus
        self.isLocked = isLocked
    }

    package var html: HTML {
        let id = "field-\(id ?? name)"
        let described = [hint == nil ? nil : "\(id)-hint", problem == nil ? nil : "\(id)-problem"].compactMap { $0 }.joined(separator: " ")
        let describedBy: HTML? = described.isEmpty ? nil : #" aria-describedby="\#(described)""#
        let owner: HTML? = form.map { #" form="\#($0)""# }
        let least: HTML? = leastLength.map { #" minlength="\#($0)""# }
        let flags: HTML = """
            \(isRequired ? " required" as HTML : "")\(hasFocus ? " autofocus" as HTML : "")\
            \(problem == nil ? "" as HTML : #" aria-invalid="true""#)\(isLocked ? " disabled" as HTML : "")
            """
        let spelling: HTML? = type == "text" ? #" autocapitalize="none" spellcheck="false""# : nil
        let options = suggestions.map { #"<option value="\#($0)"></option>"# as HTML }
        let list: HTML? = suggestions.isEmpty ? nil : #"<datalist id="\#(id)-list">\#(options)</datalist>"#
        let listed: HTML? = suggestions.isEmpty ? nil : #" list="\#(id)-list""#
        return """
            <div class="form-field"><label class="field-label" for="\(id)">\(label)</label>\
            \(hint.map { #"<p class="field-hint" id="\#(id)-hint">\#($0)</p>"# } as HTML?)\
            <input class="field-input" id="\(id)" name="\(name)" type="\(type)" value="\(value)" autocomplete="\(autocomplete)" \
            maxlength="\(longest)"\(owner)\(listed)\(least)\(flags)\(spelling)\(describedBy)>\(list)\
            \(FormView.fieldProblem(problem, of: id, link: problemLink))</div>

            """
    }

    /// The person's user name.
    package static func name(_ reader: Reader, value: String, problem: String? = nil, hasFocus: Bool = false) -> FormField {
        FormField(
            name: "name", label: reader.words("Name"), value: value, autocomplete: "username", problem: problem, longest: 60,
            hasFocus: hasFocus)
    }

    package static func newPassword(_ reader: Reader, problem: String? = nil) -> FormField {
        FormField(
            name: "password", label: reader.words("New password"), type: "password", autocomplete: "new-password",
            hint: reader.words("At least \(PasswordRule.leastLength) characters. A few words in a row are easy to remember."),
            problem: problem,
            leastLength: PasswordRule.leastLength, longest: PasswordRule.byteLimit)
    }
}

package struct FormChoice: Sendable {
    package var name: String
    package var label: String
    /// Each option's value and label.
    package var options: [(value: String, label: String)]
    package var chosen: String
    package var problem: String?
    package var id: String?
    package var isLocked = false

    package init(
        name: String, label: String, options: [(value: String, label: String)], chosen: String, problem: String? = nil, id: String? = nil,
        isLocked: Bool = false
    ) {
        self.name = name
        self.label = label
        self.options = options
        self.chosen = chosen
        self.problem = problem
        self.id = id
        self.isLocked = isLocked
    }

    package var html: HTML {
        let id = "field-\(id ?? name)"
        let options = options.map { option in
            #"<option value="\#(option.value)"\#(option.value == chosen ? " selected" as HTML : "")>\#(option.label)</option>"# as HTML
        }
        return """
            <div class="form-field"><label class="field-label" for="\(id)">\(label)</label>\
            <select class="field-input" id="\(id)" name="\(name)"\(isLocked ? " disabled" as HTML : "")\
            \(problem.map { _ in #" aria-invalid="true" aria-describedby="\#(id)-problem""# } as HTML?)>\(options)</select>\
            \(FormView.fieldProblem(problem, of: id))</div>

            """
    }
}

package enum FormView {
    /// A posted form with its button. `label` describes the form to screen readers if the button doesn't.
    package static func form(
        _ action: String, _ reader: Reader, button: String, isQuiet: Bool = false, isHarsh: Bool = false, label: String? = nil,
        _ fields: HTML
    )
        -> HTML
    {
        let look: HTML = "\(isQuiet ? "quiet-button" : "button")\(isHarsh ? " is-harsh" : nil as HTML?)"
        let about: HTML? = label.map { #" aria-label="\#($0)""# }
        return """
            <form class="form" method="post" action="\(action)">\(reader.formField)\(fields)\
            <button class="\(look)" type="submit"\(about)>\(button)</button></form>

            """
    }

    /// `link` leads to where the problem can be solved.
    package static func problem(_ sentence: String?, link: HTML? = nil) -> HTML? {
        sentence.map { "\(Callout.error(markup: "\($0)\(link)"))\n" }
    }

    /// For administrators: a link to the settings that allow hosts on private networks, after the problem that they solve.
    package static func hostSettings(_ words: Words) -> HTML {
        #" <a href="\#(MainWays.server)#hosts">\#(words("Server settings"))</a>"#
    }

    /// A field's error message; the field refers to it as `id-problem` (`aria-describedby`).
    package static func fieldProblem(_ sentence: String?, of id: String, link: HTML? = nil) -> HTML? {
        sentence.map { FieldProblem.html(markup: "\($0)\(link)", of: id) }
    }

    package static func done(_ sentence: String?) -> HTML? {
        sentence.map { "\(Callout.ok($0))\n" }
    }

    package static func hidden(_ name: String, _ value: String) -> HTML { #"<input type="hidden" name="\#(name)" value="\#(value)">"# }
}
