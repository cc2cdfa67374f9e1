import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Serving

extension PageKind {
    static let steps = PageKind("steps", styles: ["account", "table", "correct", "changes"])
}

/// A form with a part for each step and buttons that change the list; below it the rows and the screenshot of a trial.
struct StepsView: Sendable {
    let board: Board
    let model: StepsModel
    let words: Words

    private static let shownRows = 5
    private var action: String { NewBoardPaths.steps(board.name) }

    func page(_ reader: Reader, _ assets: String) -> HTML {
        let title = words("Steps in the browser")
        return PageShell(title: board.title, heading: title, assets: assets, kind: .steps, reader: reader).page(
            """
            <div class="account">\(BackLink.html(board.title, to: NewBoardPaths.own(board.name)))
            <h1>\(title)</h1>
            <p class="lead">\(words("A browser carries them out before it reads the page, for example to sign in or press a button."))</p>
            <p class="section-note">\
            \(words("An element is found by its CSS selector, like #password, or by an XPath. An address begins with / or https://."))</p>
            <p class="section-note">\
            \(words("Don’t enter passwords here. Choose a name for a secret, like shop. You enter it where you set up the board."))</p>
            \(FormView.problem(model.problem, link: model.isForSettings ? FormView.hostSettings(words) : nil))
            \(rows)\(picture)
            <form class="form" method="post" action="\(action)">\(reader.formField)\(FormView.hidden("count", "\(model.steps.count)"))\
            \(hiddenSubmitButton)\(model.steps.indices.map(step))
            <div class="form-buttons">\(model.canAdd ? button("add", words("Add a step"), at: "step-\(model.steps.count + 1)") : nil)\
            <button class="button is-soft" type="submit" name="do" value="try">\(words("Try it"))</button>
            <button class="button" type="submit" name="do" value="save">\(words("Save"))</button></div></form></div>
            """)
    }

    /// The Enter key presses the first button.
    private var hiddenSubmitButton: HTML {
        #"<button class="unseen" type="submit" name="do" value="try" tabindex="-1" aria-hidden="true"></button>"#
    }

    private func button(_ act: String, _ label: String, of step: String? = nil, at place: String) -> HTML {
        let name: HTML? = step.map { #" aria-label="\#(label): \#($0)""# }
        return """
            <button class="quiet-button\(act.hasPrefix("remove") ? " is-harsh" : nil as HTML?)" type="submit" name="do" value="\(act)" \
            formaction="\(action)#\(place)"\(name)>\(label)</button>
            """
    }

    // MARK: Steps

    private func step(_ place: Int) -> HTML {
        typealias Part = StepsModel.Part
        let (step, id) = (model.steps[place], "step-\(place + 1)")
        let title = words("Step \(words.number(place + 1))")
        func field(_ part: Part, _ label: String, _ value: String, _ length: Int) -> HTML {
            let name = part.name(place)
            return FormField(
                name: name, label: label, value: value, problem: model.problems[name], longest: length, isRequired: false
            ).html
        }
        let kind = FormChoice(
            name: Part.kind.name(place), label: words("Action"),
            options: TypedStep.Kind.allCases.map { (value: $0.rawValue, label: label(of: $0)) }, chosen: step.kind.rawValue)
        return """
            <div class="account-section" role="group" aria-labelledby="\(id)"><h2 id="\(id)">\(title)</h2>
            <div class="correct-parts">\(kind.html)\
            \(field(.place, words("Address or selector"), step.place, TypedStep.placeLength))\
            \(field(.input, words("Text, or name of the secret"), step.input, TypedStep.inputLength))</div>
            <div class="form-buttons">\(place > 0 ? button("up-\(place)", words("Move up"), of: title, at: "step-\(place)") : nil)\
            \(button("remove-\(place)", words("Remove"), of: title, at: "step-\(max(1, place))"))</div></div>

            """
    }

    private func label(of kind: TypedStep.Kind) -> String {
        switch kind {
        case .open: words("Open an address")
        case .value: words("Fill in text")
        case .secret: words("Fill in a secret")
        case .press: words("Press")
        case .wait: words("Wait for an element")
        case .arrive: words("Wait for an address")
        }
    }

    // MARK: Trial

    private var rows: HTML? {
        guard let found = model.found else { return nil }
        let table = RowsTable(found.schema, Array(found.records.prefix(Self.shownRows)), words).html(titled: "rows")
        return PageSection.html(
            words("\(found.records.count) rows"), id: "rows", "\(found.records.isEmpty ? nil : table)")
    }

    /// Embedded in the page, because it isn't stored.
    private var picture: HTML? {
        guard let picture = model.picture else { return nil }
        let title = words("How the page looked")
        let address = "data:image/webp;base64,\(Data(picture).base64EncodedString())"
        return PageSection.html(
            title, id: "picture",
            """
            <figure class="page-picture"><img src="\(address)" alt="\(title)">
            <figcaption>\(words("Pictures and videos aren’t loaded, so they are missing here."))</figcaption></figure>
            """)
    }
}
