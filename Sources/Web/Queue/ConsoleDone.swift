import Localisation
import Records

/// What an act came to, in one sentence for whoever did it.
struct ConsoleDone {
    let act: ConsoleAct
    let counter: String
    let form: Form
    let words: Words

    /// `ticket`: with whom, as it is now.
    func sentence(of reply: QueueReply, _ ticket: Ticket?) -> String? {
        if reply == .nobody { return words("Nobody is waiting who may come to this counter.") }
        let label = ticket?.label ?? "–"
        switch act {
        case .counter: return nil
        case .next, .call: return words("\(label) is called to counter \(counter).")
        case .recall: return words("\(label) is called again.")
        case .finish:
            let goesOn = ticket?.state == .waiting
            return goesOn ? words("\(label) is back in line for what else is wanted.") : words("\(label) is finished.")
        case .noShow: return words("\(label) did not come.")
        case .park: return words("\(label) is parked.")
        case .unpark: return words("\(label) is back in line.")
        case .skip: return words("\(label) lets others go first.")
        case .hold: return words("\(label) is not called before \(form["until"]).")
        case .transfer: return words("\(label) is sent to another line.")
        case .undo: return words("Undone.")
        case .open: return words("The queue is open.")
        case .pause: return words("The queue is paused.")
        case .close: return words("The queue is closed.")
        case .openCounter: return words("Counter \(form["which"]) is open.")
        case .closeCounter: return words("Counter \(form["which"]) is closed.")
        case .late:
            return form["late"] == "true" ? words("Guests are told that it takes longer.") : words("Guests are told the usual wait.")
        }
    }
}

extension Words {
    /// Why the desk did not do what staff asked of it.
    func staffReason(_ refusal: QueueRefusal) -> String {
        switch refusal {
        case .closed: self("The queue is closed.")
        case .paused: self("The queue is paused.")
        case .full(let capacity): self("The queue is full. So many may wait at once: \(number(capacity))")
        case .outOfNumbers: self("There are no numbers left today.")
        case .noSuchQueue: self("There is no such queue.")
        case .noSuchTicket: self("There is no such ticket.")
        case .noSuchCounter: self("There is no such counter.")
        case .counterClosed: self("This counter is closed. Open it to call somebody.")
        case .noSuchService: self("No counter of that queue gives what this ticket is for.")
        case .notNow(let state): self("That cannot be done now. The ticket’s state: \(name(of: state))")
        case .atAnotherCounter(let counter): self("That ticket is at counter \(counter).")
        case .nobodyThere: self("Nobody is at this counter.")
        case .outrun: self("Somebody was quicker at this counter. This is how it is now.")
        case .nothingToUndo: self("There is nothing to undo at this counter.")
        case .noSuchKiosk: self("There is no such kiosk.")
        case .kioskKnown(let name): self("There is a kiosk “\(name)” already. Take it away first, or choose another name.")
        case .tooManyKiosks(let limit): self("This queue has as many kiosks as it may have: \(number(limit)). Take one away first.")
        case .wrong(let detail): self("That is not possible: \(detail)")
        case .busy: self("Too much is going on at the moment. Try again.")
        }
    }

    /// `waiting`, `parked`: a ticket's state.
    func name(of state: Ticket.State) -> String {
        switch state {
        case .waiting: self("waiting", sense: "ticket")
        case .parked: self("parked", sense: "ticket")
        case .called: self("at a counter", sense: "ticket")
        case .finished: self("finished", sense: "ticket")
        case .noShow: self("did not come", sense: "ticket")
        case .left: self("left", sense: "ticket")
        }
    }
}
