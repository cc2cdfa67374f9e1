import Foundation
import FoundationXML
import Testing

@testable import DemoPublishing

@Suite("The sample directory")
struct DemoContactsTests {
    private static let base = "http://127.0.0.1:8080/demo/"

    @Test("the same seed gives the same directory, another seed other people")
    func determinism() throws {
        let first = DemoContacts()
        #expect(first.list(base: Self.base) == DemoContacts(count: 100, seed: 7).list(base: Self.base))
        #expect(first.contact(7) == DemoContacts().contact(7))
        #expect(first.list(base: Self.base) != DemoContacts(seed: 8).list(base: Self.base))
    }

    @Test("the list has an id, a photo and a name of a hundred people, each with a name of their own")
    func list() throws {
        let contacts = try XMLReading(DemoContacts().list(base: Self.base, query: "?latency=5&failures=10")).elements
        #expect(contacts.first?.path == "contacts")
        let ids = contacts.filter { $0.path == "contacts/contact/contactid" }.map(\.text)
        #expect(ids == (1...100).map { "\($0)" })
        let photos = contacts.filter { $0.path == "contacts/contact/photo" }.map(\.text)
        #expect(photos == (1...100).map { "\(Self.base)photos/\($0).png?latency=5&failures=10" })
        let names = contacts.filter { $0.path == "contacts/contact/name" }.map(\.text)
        #expect(names.count == 100)
        #expect(Set(names).count == 100)
        for name in ["O", "ليلى الحكيم", "朝倉 美月", "Θάλεια Ανεμογιάννη"] { #expect(names.contains(name)) }
        #expect(names.contains { $0.count > 100 })
    }

    @Test("JSON says what XML says")
    func listJSON() throws {
        struct Contact: Decodable { let contactid: Int, photo: String, name: String }
        let contacts = DemoContacts()
        let read = try JSONDecoder().decode([Contact].self, from: Data(contacts.listJSON(base: Self.base, query: "?latency=5").utf8))
        #expect(read.map(\.contactid) == contacts.ids)
        #expect(read.map(\.name) == contacts.ids.compactMap { contacts.person($0)?.name })
        #expect(read[6].photo == "\(Self.base)photos/7.png?latency=5")
    }

    @Test("everybody is well-formed, has a name and a number, and nobody has every element")
    func contacts() throws {
        let contacts = DemoContacts(count: 300)
        var kinds: Set<String> = []
        var all: [Set<String>] = []
        for id in contacts.ids {
            let elements = try XMLReading(try #require(contacts.contact(id))).elements
            let paths = Set(elements.map(\.path))
            #expect(elements.first { $0.path == "contact/contactid" }?.text == "\(id)")
            #expect(paths.isSuperset(of: ["contact/name", "contact/phone"]))
            all.append(paths)
            kinds.formUnion(paths)
        }
        #expect(all.allSatisfy { $0.count < kinds.count })
        for (id, path) in [
            (4, "contact/assistant"), (6, "contact/pronouns"), (9, "contact/office_hours/monday"), (15, "contact/ham-radio"),
        ] {
            #expect(all.indices.filter { all[$0].contains(path) } == [id - 1])
        }
        #expect(all.contains { $0.contains("contact/address/street") })
        #expect(all.contains { $0.contains("contact/street") })
    }

    @Test("what XML would take for markup comes back as it was meant")
    func escaping() throws {
        let contacts = DemoContacts()
        let shop = try XMLReading(try #require(contacts.contact(17))).elements
        #expect(shop.first { $0.path == "contact/department" }?.text == "R&D <3rd floor>")
        let talker = try XMLReading(try #require(contacts.contact(19))).elements
        #expect(
            talker.first { $0.path == "contact/notes" }?.text == "Says \"hello\" & means it: 2 < 3 > 1, ]]> and 'so on' 👋🏽\nSecond line.")
        #expect(shop.first { $0.path == "contact/company" }?.text == "Bolt & Nut <Fasteners> Ltd")
        #expect(try XMLReading(DemoContacts.error("no <b> & c")).elements.last?.text == "no <b> & c")
    }

    @Test("addresses and numbers can be nobody's")
    func fiction() throws {
        let contacts = DemoContacts(count: 1_000)
        for id in contacts.ids {
            for element in try XMLReading(try #require(contacts.contact(id))).elements {
                switch element.path {
                case "contact/email":
                    #expect(element.text.hasSuffix("@example.org") || element.text.hasSuffix(".example"))
                    #expect(element.text.allSatisfy { $0.isASCII && !$0.isWhitespace })
                case "contact/website":
                    #expect(element.text.hasSuffix(".example/"))
                case "contact/phone":
                    let ranges = ["+1-212-555-01", "+1-604-555-01", "+44 1632 9600", "+44 7700 9001", "+61 2 5550 12", "+33 1 99 00 42 "]
                    #expect(ranges.contains { element.text.hasPrefix($0) && element.text.count == $0.count + 2 })
                case "contact/birthday":
                    #expect(element.text.count == 10)
                    #expect(element.text < "2006")
                default: break
                }
            }
        }
    }

    @Test("each edition has one change: a job or a number, then somebody leaves, then somebody joins")
    func editions() throws {
        var before = DemoContacts()
        for edition in 1...90 {
            let now = DemoContacts(edition: edition)
            #expect((99...100).contains(now.ids.count))
            #expect(now.ids == now.ids.sorted())
            let stayed = now.ids.filter { before.ids.contains($0) }
            let altered = stayed.filter { now.contact($0) != before.contact($0) }
            #expect(altered.count == (edition % 3 == 1 ? 1 : 0))
            #expect(before.ids.count - stayed.count == (edition % 3 == 2 ? 1 : 0))
            #expect(now.ids.count - stayed.count == (edition % 3 == 0 ? 1 : 0))
            before = now
        }
        let late = DemoContacts(edition: 10_000_000)
        #expect(late.ids.prefix(92) == DemoContacts().ids.prefix(92))
        #expect(late.ids.allSatisfy { (1...108).contains($0) })
    }

    @Test("an id is somebody's only while they are there", arguments: [0, -1, 101, 109, Int.max, Int.min])
    func nobody(id: Int) {
        #expect(DemoContacts().contact(id) == nil)
        #expect((DemoContacts().portrait(id) == nil) == (id != 101))
    }

    @Test("a directory can be of any size", arguments: [(0, 1), (1, 1), (9, 9), (10, 10), (10_001, 10_000)])
    func sizes(count: Int, people: Int) {
        #expect(DemoContacts(count: count).ids.count == people)
        #expect(DemoContacts(count: count, edition: 5).person(1) != nil)
    }

    @Test("the publisher changes the directory with its list, and keeps a pinned edition")
    func published() async {
        let publisher = DemoPublisher(rows: 50, pages: 2, began: 0) { 130 }
        let scheduled = await publisher.contacts()
        #expect(scheduled.edition.edition == 2)
        #expect(scheduled.lastModifiedUnixSeconds == 120)
        await publisher.setEdition(5)
        let pinned = await publisher.contacts()
        #expect(pinned.edition.edition == 5)
        #expect(pinned.lastModifiedUnixSeconds == 130)
    }
}

/// The elements of a document in order, each with its path and own text.
private final class XMLReading: NSObject, XMLParserDelegate {
    private(set) var elements: [(path: String, text: String)] = []
    private var open: [Int] = []

    init(_ document: String) throws {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(document)")
        try #require(open.isEmpty, "\(document)")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        elements.append(((open.last.map { elements[$0].path + "/" } ?? "") + name, ""))
        open.append(elements.count - 1)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { open.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }
}
