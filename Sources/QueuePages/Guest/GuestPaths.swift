/// The addresses of a queue's guest pages: `/queue/main` and below. Queue names need no encoding.
package struct GuestPaths: Hashable, Sendable {
    let queue: String

    init(_ queue: String) { self.queue = queue }

    var page: String { "/queue/\(queue)" }
    /// The ticket's current state, for the page's script.
    var ticket: String { "\(page)/ticket" }
    var another: String { "\(page)/another" }
    var leave: String { "\(page)/leave" }
    func leave(_ link: TicketLink) -> String { "\(leave)?ticket=\(link.text)" }
    var hold: String { "\(page)/hold" }
    var code: String { "\(page)/qr.svg" }
    var display: String { "\(page)/display" }
    var kiosk: String { "\(page)/kiosk" }
    func kiosk(key: String) -> String { "\(kiosk)?key=\(key)" }
    var kioskTake: String { "\(kiosk)/take" }
    var kioskNumbers: String { "\(kiosk)/numbers" }
    func ticket(_ link: TicketLink) -> String { "\(page)/tickets/\(link.text)" }
    func paper(_ link: TicketLink) -> String { "\(ticket(link))/print" }
    var live: String { Self.live(queue) }

    static func live(_ queue: String) -> String { "/live/queue/\(queue)" }
}
