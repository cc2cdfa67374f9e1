import Boards
import Fetching
import Foundation
import HTTPTypes
import HummingbirdTesting
import Synchronization
import TestSupport
import Testing

@testable import Web

@Suite("List pages")
struct ListPageTests {
    @Test("the page shows all that is stored, and the first page when it was read")
    func list() async throws {
        try await withDirectory { house, _ in
            try await house.client { client in
                let page = try await client.get("/boards/contacts")
                #expect(page.status == .ok)
                #expect(page.text.contains("Brönnimann &amp; Söhne, Empfang"))
                #expect(page.text.contains("3 rows"))
                #expect(page.text.contains("src=\"/boards/contacts/records/1/photo?v="))
                let home = try await client.get("/")
                #expect(!home.text.contains("3 rows"))
                #expect(home.text.contains("Updated <relative-time>"))
            }
        }
    }

    @Test("a search is done by the server, whatever is typed")
    func search() async throws {
        try await withDirectory { house, _ in
            try await house.client { client in
                let page = try await client.get("/boards/contacts?q=SOHNE+br%C3%B6n")
                #expect(page.text.contains("1 of 3 rows"))
                #expect(!page.text.contains("Ada Okafor"))
                for query in ["%00", "%FF%FE", "%3Cscript%3E", "'%20OR%201=1", String(repeating: "x", count: 3_000)] {
                    let page = try await client.get("/boards/contacts?q=\(query)&from=-7&order=none")
                    #expect(page.status == .ok, "\(query)")
                    #expect(page.text.contains("0 of 3 rows"), "\(query)")
                    #expect(!page.text.contains("<script>"), "\(query)")
                }
            }
        }
    }

    @Test("a search looks at the details too, if it is asked to, and asks for each of them once")
    func details() async throws {
        let asked = Mutex(0)
        var directory = Directory()
        directory.contact = { id, connection in
            asked.withLock { $0 += 1 }
            let phone = id == "2" ? "+1-555-0142" : "+1-555-0117"
            let body = "<contact><contactid>\(id)</contactid><phone kind=\"work\">\(phone)</phone></contact>"
            try connection.answer("200 OK", [("Content-Type", "application/xml")], body: Array(body.utf8))
        }
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                let plain = try await client.get("/boards/contacts?q=0142")
                #expect(plain.text.contains("0 of 3 rows"))
                #expect(plain.text.contains("Search all details too"))
                #expect(asked.withLock { $0 } == 0)
                let whole = try await client.get("/boards/contacts?q=0142&details=1")
                #expect(whole.text.contains("1 of 3 rows"))
                #expect(whole.text.contains("Brönnimann"))
                #expect(whole.text.contains("All details were searched too."))
                #expect(asked.withLock { $0 } == 3)
                let again = try await client.get("/boards/contacts?q=0117")
                #expect(again.text.contains("2 of 3 rows"))
                #expect(!again.text.contains("Search all details too"))
                #expect(asked.withLock { $0 } == 3)
            }
        }
    }

    @Test("a service that fails is asked no further, and the page says what was searched")
    func failingDetails() async throws {
        var directory = Directory(names: (0..<30).map { "Person \($0)" })
        let asked = Mutex(0)
        directory.contact = { _, connection in
            asked.withLock { $0 += 1 }
            try connection.answer("500 Internal Server Error")
        }
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                let page = try await client.get("/boards/contacts?q=0142&details=1")
                #expect(page.status == .ok)
                #expect(page.text.contains("The details of 0 of 30 rows were searched too."))
                #expect(asked.withLock { $0 } < 30)
            }
        }
    }

    @Test("a script gets rows alone, as many as it asks for within bounds, and where they go on")
    func rows() async throws {
        let directory = Directory(names: (0..<700).map { "Person \($0)" })
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                let answer = try await client.get("/boards/contacts?rows=100000", [.accept: "application/json"])
                #expect(answer.headers[.vary] == "Accept, Accept-Language, Cookie, Accept-Encoding")
                #expect(answer.text.matches(of: /class=\\"row\\"/).count == 500)
                #expect(answer.text.contains("\"next\":\"/boards/contacts?from=500\""))
                let rest = try await client.get("/boards/contacts?rows=500&from=500", [.accept: "application/json"])
                #expect(rest.text.matches(of: /class=\\"row\\"/).count == 200)
                #expect(rest.text.contains("\"next\":null"))
            }
        }
    }

    @Test("refresh has the source read, and a failed one is said while the rows stay")
    func refresh() async throws {
        try await withDirectory { house, _ in
            try await house.client { client in
                let form = try await client.post("/boards/contacts", "")
                #expect(form.status == .seeOther)
                #expect(form.headers[.location] == "/boards/contacts")
                try await house.settle()
                #expect(house.source.count(of: "/contacts.xml") == 2)
                house.source.answer { try $0.answer("503 Service Unavailable") }
                #expect(try await client.post("/boards/contacts", "", [.accept: "application/json"]).status == .ok)
                try await house.settle()
                let page = try await client.get("/boards/contacts")
                #expect(page.text.contains("answered 503"))
                #expect(page.text.contains("You’re seeing the version from"))
                #expect(page.text.contains("Ada Okafor"))
                #expect(try await client.post("/boards/contacts", "", [.origin: "https://elsewhere.example"]).status == .forbidden)
            }
        }
    }

    @Test("an open page hears that the source is read, and when that is over")
    func live() async throws {
        try await withDirectory { house, visits in
            let stream = Task { try await visits.firstEvents("/live/boards/contacts", upTo: "\"running\":false,\"change\":0") }
            let text = try await stream.value
            #expect(text.contains("event: region\ndata: {\"id\":\"list-status\""))
        }
    }

    @Test("a list's records have no page where the board is none")
    func lookup() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client { client in
                for path in ["records/1", "records/1/status", "contacts.vcf", "records/1.vcf"] {
                    let answer = try await client.get("/boards/visa/\(path)")
                    #expect(answer.status == .notFound)
                }
            }
        }
    }
}

@Suite("Detail pages")
struct DetailPageTests {
    private let path = "/boards/contacts/records/1"

    @Test("a record's page has everything the service answers")
    func page() async throws {
        try await withDirectory { house, _ in
            try await house.client { client in
                let page = try await client.get(path)
                #expect(page.status == .ok)
                #expect(page.text.contains("<h1 class=\"detail-name\"><bdi>Ada Okafor</bdi></h1>"))
                #expect(page.text.contains("href=\"tel:+15550117\""))
                #expect(page.text.contains("Head of repairs"))
                #expect(page.text.hasSuffix("</html>\n"))
                for id in ["99", "x", "-1"] { #expect(try await client.get("/boards/contacts/records/\(id)").status == .notFound) }
            }
        }
    }

    @Test("what is stored comes at once, the rest when the service has answered")
    func steps() async throws {
        let gate = Gate()
        let directory = Directory(contact: { id, connection in
            try gate.block()
            try connection.answer(body: Array(Directory.contact(id).utf8))
        })
        try await withDirectory(directory) { house, visits in
            let first = try await visits.firstEvents(path, upTo: "Loading more…")
            #expect(first.contains("Ada Okafor"))
            #expect(!first.contains("Head of repairs"))
            gate.open()
            try await house.client { client in
                let lines = try await client.get(path, [.accept: "application/x-ndjson"]).text.split(separator: "\n")
                #expect(lines.count == 2)
                #expect(lines[0].contains("is-waiting"))
                #expect(lines[1].contains("Head of repairs"))
            }
        }
    }

    @Test("a service that is down, and one that knows nobody of that number, leave what is stored")
    func failures() async throws {
        let directory = Directory(contact: { id, connection in
            try connection.answer(id == "1" ? "503 Service Unavailable" : "404 Not Found")
        })
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                let down = try await client.get(path).text
                #expect(down.contains("Tidings couldn’t read more:"))
                #expect(down.contains("503"))
                #expect(down.contains("Try again"))
                #expect(down.contains("From the list of"))
                #expect(try await client.get("/boards/contacts/records/2").text.contains("The source no longer has this row."))
            }
        }
    }

    @Test("when the browser goes away the service is asked no more")
    func cancelled() async throws {
        let gone = Gate()
        let directory = Directory(contact: { _, connection in
            defer { gone.open() }
            try connection.sendHead("200 OK", [("Content-Length", "1000")])
            try connection.stall()
        })
        try await withDirectory(directory) { house, visits in
            // The page says so before the service is asked.
            let begun = try await visits.firstEvents(path, upTo: "Loading more…") {
                try await eventually("the service is asked") { house.source.count(of: "/contact.xml?id=1") == 1 }
            }
            #expect(begun.contains("Loading more…"))
            try await eventually("the source's connection is closed") { gone.isOpen }
        }
    }

    @Test("one record and all are saved as vCards")
    func cards() async throws {
        try await withDirectory { house, _ in
            try await house.client { client in
                let one = try await client.get("\(path).vcf")
                #expect(one.headers[.contentType] == "text/vcard; charset=utf-8")
                #expect(one.headers[.contentDisposition] == "attachment; filename=\"Ada Okafor.vcf\"")
                #expect(one.text.contains("\r\nPHOTO:data:image/png;base64,"))
                #expect(one.text.contains("FN:Ada Okafor\r\n"))
                #expect(one.text.contains("TEL;TYPE=work:+1-555-0117\r\n"))
                let all = try await client.get("/boards/contacts/contacts.vcf").text
                #expect(all.components(separatedBy: "BEGIN:VCARD\r\n").count == 4)
                #expect(all.contains("FN:Brönnimann & Söhne\\, Empfang\r\n"))
                #expect(try await client.get("/boards/contacts/records/99.vcf").status == .notFound)
            }
        }
    }
}

@Suite("The API of services")
struct ServicesAPITests {
    @Test("methods are listed with their parameters, and called with them")
    func call() async throws {
        try await withDirectory { house, _ in
            let ada = try await house.login()
            try await house.client { client in
                let methods = try await client.get("/api/v1/services", ada)
                #expect(methods.text.contains("\"name\":\"contacts.detail\""))
                #expect(methods.text.contains("\"required\":true"))
                let answer = try await client.get("/api/v1/services/contacts.detail?id=1", ada)
                #expect(answer.status == .ok)
                #expect(answer.text.contains("{\"rows\":[{\"contactid\":\"1\",\"name\":\"Ada Okafor\",\"job_title\":\"Head of repairs\""))
            }
        }
    }

    @Test(
        "a bad call says what was wrong with it",
        arguments: [
            ("contacts.detail", 400, "'id'"), ("contacts.detail?id=x", 400, "'id'"), ("contacts.detail?id=1&more=2", 400, "'more'"),
            ("contacts.detail?id=1&id=2", 400, "'id' is given twice"), ("contacts.nothing?id=1", 404, "no such method"),
            ("contacts.detail?id=404", 404, "404"), ("contacts.detail?id=503", 502, "503"),
        ])
    func refused(call: String, status: Int, words: String) async throws {
        let directory = Directory(contact: { id, connection in
            try connection.answer(id == "404" ? "404 Not Found" : "503 Service Unavailable")
        })
        try await withDirectory(directory) { house, _ in
            let ada = try await house.login()
            try await house.client { client in
                let answer = try await client.get("/api/v1/services/\(call)", ada)
                #expect(answer.status.code == status)
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(answer.text.contains(words), "\(answer.text)")
            }
        }
    }
}
