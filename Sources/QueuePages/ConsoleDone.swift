import Localisation
package import Records
import Serving

/// The result of an action, as one sentence for the clerk.
struct ConsoleDone {
    let act: ConsoleAct
    let counter: String
    let form: Form
    let words: Words

    /// `ticket` is the ticket concerned, in its new state.
    func sentence(of reply: QueueReply, _ ticket: Ticket?) -> String? {
        if reply == .nobody { return words("No one is waiting for this counter.") }
        let label = ticket?.label ?? "–"
        switch act {
        case .counter: return nil
        case .next, .call: return words("\(label) called to counter \(counter).")
        case .recall: return words("\(label) called again.")
        case .finish:
            let goesOn = ticket?.state == .waiting
            return goesOn ? words("\(label) is back in the queue for the next service.") : words("\(label) served.")
        case .noShow: return words("\(label) is a no-show.")
        case .park: return words("\(label) parked.")
        case .unpark: return words("\(label) is back in the queue.")
        case .skip: return words("\(label) lets others go first.")
        case .hold: return words("\(label) won’t be called before \(form["until"]).")
        case .transfer: return words("\(label) moved to another queue.")
        case .undo: return words("Undone.")
        case .open: return words("The queue is open.")
        case .pause: return words("The queue is paused.")
        case .close: return words("The queue is closed.")
        case .openCounter: return words("Counter \(form["which"]) is open.")
        case .closeCounter: return words("Counter \(form["which"]) is closed.")
        case .late:
            return form["late"] == "true" ? words("Guests see that it’s taking longer.") : words("Guests see the usual wait.")
        }
    }
}

extension Words {
    /// Why the desk refused a clerk's action.
    func staffReason(_ refusal: QueueRefusal) -> String {
        switch refusal {
        case .closed: self("The queue is closed.")
        case .paused: self("The queue is paused.")
        case .full(let capacity): self("The queue is full. The limit is \(number(capacity)) waiting.")
        case .outOfNumbers: self("No numbers left today.")
        case .noSuchQueue: self("This queue doesn’t exist.")
        case .noSuchTicket: self("This ticket doesn’t exist.")
        case .noSuchCounter: self("This counter doesn’t exist.")
        case .counterClosed: self("This counter is closed. Open it to call someone.")
        case .noSuchService: self("No counter there offers this ticket’s service.")
        case .notNow(let state): self("That isn’t possible now. The ticket is: \(name(of: state))")
        case .atAnotherCounter(let counter): self("That ticket is at counter \(counter).")
        case .nobodyThere: self("No one is at this counter.")
        case .outrun: self("This counter was just changed by someone else. Here’s the current state.")
        case .nothingToUndo: self("Nothing to undo at this counter.")
        case .noSuchKiosk: self("This kiosk doesn’t exist.")
        case .kioskKnown(let name): self("A kiosk “\(name)” already exists. Remove it first, or choose another name.")
        case .tooManyKiosks(let limit): self("This queue has reached the limit of \(number(limit)) kiosks. Remove one first.")
        case .peopleWait: self("Change the letters when no one has a number. People are waiting now.")
        case .serviceWanted(let label): self("Someone is waiting for “\(label)”. Remove it when no one is.")
        case .tooManyServices(let limit): self("This queue has reached the limit of \(number(limit)) services. Remove one first.")
        case .wrong(let detail): self("That isn’t possible: \(detail)")
        case .busy: self("The queue is busy. Try again.")
        }
    }

    /// The localised name of a ticket's state, such as `waiting` or `parked`.
    package func name(of state: Ticket.State) -> String {
        switch state {
        case .waiting: self("waiting", sense: "ticket")
        case .parked: self("parked", sense: "ticket")
        case .called: self("at a counter", sense: "ticket")
        case .finished: self("served", sense: "ticket")
        case .noShow: self("no-show", sense: "ticket")
        case .left: self("left", sense: "ticket")
        }
    }
}
