import BoardPages
import Boards
import Drafting
import Localisation
import Records
import Serving

struct CorrectModel: Sendable {
    let correctable: Correctable
    let correction: Correction
    var title: String
    /// nil: the corrections couldn't be applied.
    var outcome: DraftCorrection.Outcome?
    var problem: String?
}

extension PageKind {
    static let correcting = PageKind("correcting", styles: ["account", "table", "correct"])
}

/// The corrected rows, and below them a form in which each field is a line that expands.
struct CorrectView: Sendable {
    let model: CorrectModel
    let words: Words

    private static let shownRows = 10

    func page(_ reader: Reader, _ assets: String) -> HTML {
        let title = isOne ? words("Correct the value") : words("Correct the list")
        return PageShell(title: title, assets: assets, kind: .correcting, reader: reader).page(
            """
            <div class="account">\(way)
            <h1>\(title)</h1>
            <p class="lead">\(words("Open a field to rename it, change its type or leave it out, then look at the rows again."))</p>
            \(FormView.problem(problem))
            \(rows)
            <form class="form" method="post" action="\(NewBoardPaths.correct)">\(reader.formField)\(hidden)
            \(fields)
            \(isOne ? nil : conditions)
            \(model.correctable.board == nil ? titleField : nil)
            <div class="form-buttons"><button class="button is-soft" type="submit" name="do" value="show" \
            formaction="\(NewBoardPaths.correct)#rows">\(words("Show the rows"))</button>
            <button class="button" type="submit" name="do" value="take">\
            \(isOne ? words("Use this") : words("Use this list"))</button></div></form></div>
            """)
    }

    /// A link back to the lists that were found, or to the form of the board.
    private var way: HTML {
        let (found, address) = (model.correctable.found, model.correctable.address)
        return model.correctable.board.map { BackLink.html(words("Edit this board"), to: NewBoardPaths.found(found, of: $0)) }
            ?? BackLink.html(words("Add a board"), to: NewBoardPaths.found(found, at: address))
    }

    private var isOne: Bool { model.correctable.draft.isOne }

    private var hidden: HTML {
        let (correctable, hidden) = (model.correctable, FormView.hidden)
        return """
            \(hidden("found", "\(correctable.found)"))\(hidden("list", "\(correctable.list)"))\(hidden("board", correctable.board ?? ""))\
            \(hidden("address", correctable.address))
            """
    }

    private var titleField: HTML {
        FormField(name: "title", label: words("Title"), value: model.title, longest: NewBoardPage.titleLength, isRequired: false).html
    }

    private var problem: String? {
        if let problem = model.problem { return problem }
        for case .document(let reason) in model.outcome?.problems ?? [] { return "\(words("The list can’t be read like this.")) \(reason)" }
        guard let problems = model.outcome?.problems, !problems.isEmpty else { return nil }
        return problems.contains(.noFields) ? words("Keep at least one field.") : words("Check the marked fields.")
    }

    // MARK: Rows

    private var rows: HTML? {
        guard let outcome = model.outcome, !outcome.schema.fields.isEmpty else { return nil }
        let count = outcome.records.count
        var notes = outcome.misread.sorted { $0.key < $1.key }.map { place, misread in
            let label = model.correction.fields[place].label
            return words("\(label): \(misread.unread.description) can’t be read and stay empty, like “\(misread.example)”.")
        }
        if outcome.passedOver > 0 { notes.append(words("Left out by your conditions: \(outcome.passedOver.description).")) }
        let shown = Array(outcome.records.prefix(Self.shownRows))
        let table =
            count > 0
            ? RowsTable(outcome.schema, shown, words).html(titled: "rows")
            : "<p>\(words("No rows match your conditions right now. They will appear here when some do."))</p>" as HTML
        return PageSection.html(
            isOne ? words("The value as it is now") : words("\(count) rows"), id: "rows",
            "\(table)\(notes.map { #"<p class="section-note">\#($0)</p>\#n"# as HTML })")
    }

    // MARK: Fields

    private var fields: HTML {
        let fields = model.correction.fields.indices.map { CorrectFieldView(model: model, place: $0, words: words).html }
        return PageSection.html(
            words("Fields"), id: "fields",
            """
            <div class="correct-fields">\(fields)</div>
            \(heading)
            """)
    }

    private var heading: HTML {
        let names = model.correction.fields.enumerated().filter { !$0.element.isLeftOut && $0.element.kind != .image }
        let options = [(value: "", label: words("Automatic"))] + names.map { (value: "\($0.offset)", label: $0.element.label) }
        return FormChoice(
            name: "heading", label: words("Heading of a row"), options: options, chosen: model.correction.heading.map(String.init) ?? ""
        ).html
    }

    // MARK: Conditions

    /// With one more row than there are conditions.
    private var conditions: HTML {
        let count = min(Correction.ruleLimit, model.correction.rules.count + 1)
        return PageSection.html(
            words("Only some rows"), id: "conditions",
            """
            <p class="section-note">\(words("Leave the text empty to keep all rows."))</p>
            \((0..<count).map(condition))
            """)
    }

    private func condition(_ place: Int) -> HTML {
        let rule = model.correction.rules.indices.contains(place) ? model.correction.rules[place] : nil
        let number = count > 1 ? " \(place + 1)" : ""
        let fields = model.correction.fields.enumerated().filter { !$0.element.isLeftOut }
        func options(_ options: [(value: String, label: String)], _ chosen: String?) -> [HTML] {
            options.map { #"<option value="\#($0.value)"\#($0.value == chosen ? " selected" as HTML : "")>\#($0.label)</option>"# }
        }
        return """
            <div class="correct-rule" role="group" aria-label="\(words("Condition"))\(number)">\
            <select class="field-input" name="\(CorrectForm.rule("field", place))" aria-label="\(words("Field"))\(number)">\
            \(options(fields.map { ("\($0.offset)", $0.element.label) }, rule.map { "\($0.field)" }))</select>\
            <select class="field-input" name="\(CorrectForm.rule("test", place))" aria-label="\(words("Test"))\(number)">\
            \(options(RowRule.Test.allCases.map { ($0.rawValue, words.name(of: $0)) }, rule?.test.rawValue))</select>\
            <input class="field-input" name="\(CorrectForm.rule("text", place))" value="\(rule?.text ?? "")" \
            aria-label="\(words("Text"))\(number)" maxlength="\(Correction.textLength)" autocomplete="off" spellcheck="false"></div>
            """
    }

    private var count: Int { model.correction.rules.count + 1 }
}
