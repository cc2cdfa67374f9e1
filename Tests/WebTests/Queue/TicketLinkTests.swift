import Foundation
import Notifying
import Records
import TestSupport
import Testing

@testable import QueuePages
@testable import Serving
@testable import Web

@Suite("Links that we sign")
struct TicketLinkTests {
    private let key = LinkKey()

    @Test("a ticket’s link is read again, is short and needs no encoding", arguments: [1, 17, 255, 256, 1 << 40, Int64.max])
    func roundTrip(ticket: Int64) throws {
        let link = TicketLink(ticket, by: key)
        #expect(try #require(TicketLink(link.text, by: key)) == link)
        #expect((15...24).contains(link.text.utf8.count))
        #expect(link.text.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil)
    }

    @Test("whatever is altered, cut, longer, or signed by another server leads nowhere")
    func forged() {
        let text = TicketLink(17, by: key).text
        for place in text.indices {
            let other: Character = text[place] == "A" ? "B" : "A"
            #expect(TicketLink(text.replacingCharacters(in: place...place, with: String(other)), by: key) == nil, "\(text) at \(place)")
        }
        #expect(TicketLink(String(text.dropLast()), by: key) == nil)
        #expect(TicketLink("AA" + text, by: key) == nil)
        #expect(TicketLink("", by: key) == nil)
        #expect(TicketLink(text, by: LinkKey()) == nil)
    }

    @Test("what the last character has to spare is nothing, so that a ticket has one link")
    func spare() throws {
        for ticket in Int64(1)...40 {
            let text = TicketLink(ticket, by: key).text
            let others = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".filter { $0 != text.last }
            for last in others { #expect(TicketLink(text.dropLast() + String(last), by: key) == nil) }
        }
    }

    @Test("a number with a zero before it is no second link to the same ticket")
    func oneEach() {
        let number: [UInt8] = [0, 17]
        #expect(TicketLink(String(base64URL: number + key.signature(of: number, for: "ticket")), by: key) == nil)
    }

    @Test("a kiosk’s key is good for its queue alone, and a ticket’s link for no kiosk")
    func kiosk() throws {
        let pass = KioskPass(.max - 7, at: "main", by: key)
        #expect(pass.key.utf8.count == 24)
        #expect(try #require(KioskPass(pass.key, at: "main", by: key)) == pass)
        let screen = KioskPass(.max - 7, at: "main", prints: false, by: key)
        #expect(pass.prints)
        #expect(screen.key != pass.key)
        #expect(KioskPass(screen.key, at: "main", by: key) == screen)
        #expect(KioskPass(pass.key, at: "visa", by: key) == nil)
        #expect(KioskPass(pass.key, at: "main", by: LinkKey()) == nil)
        #expect(KioskPass(TicketLink(17, by: key).text, at: "main", by: key) == nil)
    }

    @Test("the key in the folder of data stays the same, for its owner alone; what is no key is not taken for one")
    func kept() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("links.key")
        let link = TicketLink(17, by: try LinkKey.stored(in: file))
        let again = try LinkKey.stored(in: file)
        #expect(TicketLink(link.text, by: again) == link)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data("short".utf8).write(to: file)
        #expect(throws: WebServerError.self) { try LinkKey.stored(in: file) }
    }
}
