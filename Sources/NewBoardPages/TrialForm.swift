package import Boards
package import Localisation
package import Records
package import Serving

/// The form of a board that can be tried before it is used: its fields, *Try it* with the first rows below, and the button that uses it.
package struct TrialForm: Sendable {
    /// The result of a trial.
    package struct Found: Sendable {
        let schema: Schema
        /// The first rows.
        let rows: [Record]
        let count: Int

        package init(_ schema: Schema, _ records: [Record]) {
            (self.schema, rows, count) = (schema, Array(records.prefix(TrialForm.shownRows)), records.count)
        }
    }

    static let shownRows = 5
    /// The prefix of parameter names, as in addresses of boards.
    package static let mark = "set."

    private let words: Words
    private let action: String
    private let fields: [HTML]
    private let take: String

    /// `take` is the label of the button that uses the board: it sends `do=take`, the other button `do=try`.
    package init(_ words: Words, action: String, _ fields: [HTML], take: String) {
        (self.words, self.action, self.fields, self.take) = (words, action, fields, take)
    }

    package func html(_ found: Found?, _ reader: Reader) -> HTML {
        """
        <form class="form" method="post" action="\(action)">\(reader.formField)\(fields)
        <div class="ready-ways"><button class="button is-soft" type="submit" name="do" value="try" \
        formaction="\(action)#rows">\(words("Try it"))</button>
        <button class="button" type="submit" name="do" value="take">\(take)</button></div></form>
        \(found.map(rows))
        """
    }

    /// The field of a parameter, with its value as typed.
    package static func field(_ parameter: Parameter, _ given: String?, problem: String?) -> HTML {
        let (name, id) = (mark + parameter.name, "set-\(parameter.name)")
        guard parameter.choices.isEmpty else {
            let options = parameter.choices.map { (value: $0, label: parameter.label(of: $0)) }
            let chosen = given ?? parameter.standard ?? ""
            return FormChoice(name: name, label: parameter.field.label, options: options, chosen: chosen, problem: problem, id: id).html
        }
        let isAddress = parameter.field.kind == .url
        return FormField(
            name: name, label: parameter.field.label, value: given ?? "", hint: parameter.field.hint, problem: problem,
            longest: isAddress ? 1000 : 200, id: id, isRequired: !parameter.field.isOptional
        ).html
    }

    private func rows(_ found: Found) -> HTML {
        guard found.count > 0 else {
            return Callout.ok(
                words("There is nothing to show right now. New rows will appear when there are some."), #" id="rows""#)
        }
        return PageSection.html(
            words("\(found.count) rows"), id: "rows", RowsTable(found.schema, found.rows, words).html(titled: "rows"))
    }
}
