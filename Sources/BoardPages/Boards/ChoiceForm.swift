import Boards
package import Localisation
import Records
package import Serving

/// The form for a board's parameters, above the content. Works without a script.
package struct ChoiceForm: Sendable {
    package let choice: BoardChoice
    /// The path of the board's page.
    package let page: String
    package let words: Words

    package init(choice: BoardChoice, page: String, words: Words) {
        self.choice = choice
        self.page = page
        self.words = words
    }

    /// Empty for a board without parameters.
    package var html: HTML {
        guard !choice.parameters.isEmpty else { return "" }
        return """
            <form class="choice-form" method="get" action="\(page)" data-choice>
            \(choice.parameters.map(field))
            <button class="button is-soft" type="submit">\(words("Show"))</button></form>

            """
    }

    private func field(_ parameter: Parameter) -> HTML {
        let (name, id) = (BoardChoice.mark + parameter.name, "choice-\(parameter.name)")
        let hint = parameter.field.hint.map { #"<p class="field-hint" id="\#(id)-hint">\#($0)</p>"# } as HTML?
        let described = hint == nil ? nil : #" aria-describedby="\#(id)-hint""# as HTML?
        let value = choice.given[parameter.name] ?? parameter.standard ?? ""
        return """
            <div class="field"><label class="field-label" for="\(id)">\(parameter.field.label)</label>\(hint)\
            \(parameter.choices.isEmpty ? input(parameter, name, id, value, described) : select(parameter, name, id, value, described))\
            </div>

            """
    }

    private func select(_ parameter: Parameter, _ name: String, _ id: String, _ value: String, _ described: HTML?) -> HTML {
        let any = parameter.standard == nil ? #"<option value="">\#(words("Any", sense: "no choice made"))</option>"# as HTML : nil
        let options = parameter.choices.map { choice in
            #"<option value="\#(choice)"\#(choice == value ? " selected" : nil as HTML?)>\#(parameter.label(of: choice))</option>"# as HTML
        }
        return #"<select class="field-input" id="\#(id)" name="\#(name)"\#(described)>\#(any)\#(options)</select>"#
    }

    private func input(_ parameter: Parameter, _ name: String, _ id: String, _ value: String, _ described: HTML?) -> HTML {
        let input = FieldInput(parameter.field)
        let list = parameter.isPlace && !choice.places.isEmpty ? "\(id)-list" : nil
        let places = list.map { list -> HTML in
            #"<datalist id="\#(list)">\#(choice.places.map { #"<option value="\#($0)">"# as HTML })</datalist>"#
        }
        return """
            <input class="field-input" id="\(id)" name="\(name)" type="text" value="\(value)" inputmode="\(input.keyboard.rawValue)" \
            maxlength="\(input.maximumLength)" autocomplete="off" autocapitalize="\(parameter.isPlace ? "words" : "none")" \
            spellcheck="false"\
            \(list.map { #" list="\#($0)""# } as HTML?)\(described)>\(places)
            """
    }
}
