import Localisation
import Records
import Serving

/// The form to join a queue: the next number, the services to choose from, and one button.
struct JoinView {
    let reader: Reader
    private var words: Words { reader.words }

    func card(_ model: GuestModel) -> HTML {
        guard model.canJoin else { return closed(model) }
        let state = model.state
        let isAgain = model.mine != nil
        return """
            <form class="queue-join" method="post" action="\(model.paths.page)">\(reader.formField)
            <p class="queue-next"><span>\(words("Next number"))</span> \
            <bdi class="figures" data-next>\(model.plan.label(of: state.next))</bdi></p>
            \(services(model))\(fields(model))\
            <button class="button queue-take" type="submit">\(isAgain ? words("Take a new number") : words("Take a number"))</button>
            \(note(model))
            </form>
            """
    }

    /// What happens to the entered data.
    private func note(_ model: GuestModel) -> HTML? {
        guard !model.plan.asks.isEmpty else { return nil }
        let kept = words.length(model.plan.eraseAfter)
        return #"<p class="field-hint">\#(words("Only this queue’s staff see this. It’s erased \(kept) after your turn."))</p>"#
    }

    /// Why no number is available now.
    private func closed(_ model: GuestModel) -> HTML {
        let sentence: String =
            switch model.state.opening {
            case .closed: words.guestReason(.closed(reason: nil, opens: nil))
            case .paused: words.guestReason(.paused(reason: nil))
            case .open: words.guestReason(.full(capacity: model.state.capacity ?? 0))
            }
        return """
            <div class="answer queue-closed">\
            <p class="answer-sentence">\(words.at(model.plan.zone).opening(of: model.state, at: model.now))</p>\
            <p class="answer-note">\(sentence)</p></div>
            """
    }

    private func services(_ model: GuestModel) -> HTML? {
        guard !model.plan.services.isEmpty else { return nil }
        let choices = model.plan.services.map { service -> HTML in
            let isChosen = model.typed.services.contains(service.name) || model.plan.services.count == 1
            let minutes: HTML? = service.minutes.map {
                #"<span class="queue-minutes">\#(words("about \(words.duration(.seconds($0 * 60)))"))</span>"#
            }
            return """
                <label class="queue-service"><input type="checkbox" name="service-\(service.name)"\(isChosen ? " checked" as HTML? : nil)>\
                <span><bdi>\(service.label)</bdi>\(minutes)</span></label>
                """
        }
        return """
            <fieldset class="queue-choice"><legend>\(words("What are you here for?"))</legend>\
            <p class="field-hint">\(words("One number covers several services."))</p>\(choices)</fieldset>

            """
    }

    private func fields(_ model: GuestModel) -> [HTML] {
        model.plan.asks.map { field in
            let kind =
                switch field {
                case .name: ("text", "name")
                case .phone: ("tel", "tel")
                case .email: ("email", "email")
                case .note: ("text", "off")
                }
            return FormField(
                name: field.rawValue, label: words.label(of: field), type: kind.0, value: model.typed.guest[field] ?? "",
                autocomplete: kind.1, hint: words("Optional."), longest: PersonalField.lengthLimit, isRequired: false
            ).html
        }
    }
}
