import Localisation
import Records
import Testing

@testable import Serving

@Suite("The note beside an address of this machine only")
struct LocalAddressNoteTests {
    @Test(
        "only addresses that lead every device to itself have it",
        arguments: [
            ("http://127.0.0.1:8080/queue/main", true), ("http://localhost:8080", true), ("http://[::1]:8080/x", true),
            ("http://127.1.2.3/", true), ("http://tidings.localhost/x", true), ("http://192.168.1.5:8080/x", false),
            ("https://home.example/x", false), ("https://127.home.example/", false), ("/queue/main", false),
        ])
    func local(address: String, isLocal: Bool) {
        #expect(LocalAddressNote.isLocal(address) == isLocal)
        #expect((LocalAddressNote(Reader()).line(for: address) != nil) == isLocal)
    }

    @Test("on a screen administrators get the sentence with a link, others without")
    func screens() throws {
        func line(_ role: Person.Role?) throws -> String {
            let person = role.map {
                Person(id: 1, name: "Ada", role: $0, settings: PersonSettings(), isDisabled: false, created: Timestamp(milliseconds: 0))
            }
            return try #require(LocalAddressNote(Reader(person: person)).line(for: "http://127.0.0.1:8080/queue/main")).text
        }
        let sentence = "This address only works on this machine."
        #expect(try line(.administrator) == #"\#(sentence) <a href="/server#address">Set the public address</a>"#)
        #expect(try line(.member) == sentence)
        #expect(try line(nil) == sentence)
    }

    @Test("administrators get the field that mends it, others are told whom to ask")
    func mends() throws {
        let address = "http://127.0.0.1:8080/invitation/x"
        func html(_ role: Person.Role?) throws -> String {
            let person = role.map {
                Person(id: 1, name: "Ada", role: $0, settings: PersonSettings(), isDisabled: false, created: Timestamp(milliseconds: 0))
            }
            return try #require(LocalAddressNote(Reader(person: person)).html(for: address)).text
        }
        #expect(try html(.administrator).contains("name=\"public-url\""))
        for role in [Person.Role.member, .clerk, nil] {
            #expect(try !html(role).contains("<form"))
            #expect(try html(role).contains("Ask your administrator"))
        }
    }
}
