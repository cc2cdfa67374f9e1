import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("Home and lookup pages")
struct LookupPageTests {
    private let number = VisaList.wellKnownBatch

    @Test("the home page lists the boards, and says of a new one that it was not read yet")
    func home() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let before = try await client.get("/")
                #expect(before.status == .ok)
                #expect(before.headers[.contentType] == "text/html; charset=utf-8")
                #expect(before.text.contains("href=\"/boards/visa\"><bdi>Visa status</bdi></a>"))
                #expect(before.text.contains("Not checked yet"))
                try await house.read()
                #expect(try await client.get("/").text.contains("Updated <relative-time>"))
            }
        }
    }

    @Test("the home page tells the news: what changed, to a visitor their own line, and that a source fails")
    func news() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            house.source.publish(VisaList.sample.edition(2))
            try await house.read()
            try await house.client { client in
                #expect(try await client.get("/").text.contains(/[0-9]+ rows changed/))
                let answer = try await client.post("/boards/visa", "batch=\(number)")
                try await house.settle()
                let mine = try await client.get("/", [.cookie: try #require(answer.cookie)])
                #expect(mine.text.contains("<bdi>Batch number \(number)</bdi>"))
                #expect(mine.text.contains("Documents Requested"))
                house.source.answer { try $0.answer("500 Internal Server Error") }
                try await house.read()
                #expect(try await client.get("/").text.contains("Can’t reach the source. Last successful check: "))
            }
        }
    }

    @Test("a visitor who asked nothing gets the form and no answer")
    func nothingAsked() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let page = try await client.get("/boards/visa")
                #expect(page.status == .ok)
                #expect(page.text.contains("<form class=\"lookup-form\" method=\"post\" action=\"/boards/visa\""))
                #expect(page.region("lookup-result").contains("Enter your batch number"))
            }
            #expect(house.source.connectionCount == 0)
        }
    }

    @Test(
        "a number that cannot be one is refused with the reason, and nobody is asked for it",
        arguments: ["20121456", "", "39999999999", "<b>"])
    func refused(text: String) async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let form = "batch=\(text.replacing("<", with: "%3C").replacing(">", with: "%3E"))"
                let page = try await client.post("/boards/visa", form)
                #expect(page.status == .unprocessableContent)
                #expect(page.region("lookup-problem").contains("it has 11 digits."))
                #expect(!page.text.contains("<b>"))
                let json = try await client.post("/boards/visa", form, [.accept: "application/json"])
                #expect(json.status == .unprocessableContent)
                #expect(json.text.contains("it has 11 digits."))
                let address = try await client.get("/boards/visa?\(form)")
                #expect(address.region("lookup-problem").contains("it has 11 digits."))
            }
            #expect(house.source.connectionCount == 0)
        }
    }

    @Test("a form without a script is sent on to the page of its number, which shows the row")
    func found() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let answer = try await client.post("/boards/visa", "batch=+\(number)+")
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location] == "/boards/visa?batch=\(number)")
                try await house.settle()
                let page = try await client.get("/boards/visa?batch=\(number)")
                #expect(page.region("lookup-result").contains("Administrative Processing"))
                #expect(page.region("lookup-result").contains("<time datetime=\"2012-03-07\">7 Mar 2012</time>"))
                #expect(page.region("lookup-updated").contains("Last updated"))
            }
            #expect(house.source.requestCount == 1)
        }
    }

    @Test("a number that is not in a list read to its end is not found")
    func notFound() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                _ = try await client.post("/boards/visa", "batch=28999999999")
                try await house.settle()
                let page = try await client.get("/boards/visa?batch=28999999999")
                #expect(page.region("lookup-result").contains("This batch number isn’t on the list."))
                #expect(page.region("lookup-result").contains("isn’t among the list’s 60 rows."))
            }
        }
    }

    @Test("of a list that was never read nobody says that a number is missing")
    func neverRead() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let result = try await client.get("/boards/visa?batch=\(number)").region("lookup-result")
                #expect(!result.contains("isn’t on the list"))
                #expect(!result.contains("isn’t among"))
            }
        }
    }

    @Test("of a list that was never read to its end nobody says that a number is missing")
    func notKnown() async throws {
        let source = try Source { try $0.answer("404 Not Found") }
        try await withHouse(source) { house in
            try await house.client { client in
                _ = try await client.post("/boards/visa", "batch=\(number)")
                try await house.settle()
                let page = try await client.get("/boards/visa?batch=\(number)")
                #expect(page.region("lookup-result").contains("Not known yet"))
                #expect(page.region("lookup-progress").contains("answered 404 Not Found"))
            }
        }
    }

    @Test("a failed reading keeps the last result and says why, and the next good one takes that away")
    func failure() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client { client in
                let failures: [(ScriptedServer.Script, String)] = [
                    ({ try $0.answer("500 Internal Server Error") }, "answered 500 Internal Server Error"),
                    ({ try $0.answer(body: Array("<html>sorry</html>".utf8)) }, "an HTML page"),
                    ({ try $0.answer("200 OK", [("Content-Length", "99999")], body: VisaList.sample.pdf) }, "broke off after"),
                    ({ _ in }, "the connection was closed without an answer"),
                ]
                for (script, reason) in failures {
                    house.source.answer(script)
                    _ = try await client.post("/boards/visa", "batch=\(number)")
                    try await house.settle()
                    let page = try await client.get("/boards/visa?batch=\(number)")
                    #expect(page.region("lookup-progress").contains(reason))
                    #expect(page.region("lookup-progress").contains("You’re seeing the version from"))
                    #expect(page.region("lookup-result").contains("Administrative Processing"))
                }
                house.source.publish(.sample)
                try await house.read()
                #expect(try await !client.get("/boards/visa?batch=\(number)").text.contains("You’re seeing the version from"))
            }
        }
    }

    @Test("what changed for a number is its history")
    func history() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            house.source.publish(VisaList.sample.edition(2))
            try await house.read()
            try await house.client { client in
                let page = try await client.get("/boards/visa?batch=\(number)")
                #expect(page.region("lookup-result").contains("Documents Requested"))
                #expect(page.region("lookup-history").contains("<del><bdi>Administrative Processing</bdi></del>"))
                #expect(page.region("lookup-history").contains("<ins><bdi>Documents Requested</bdi></ins>"))
            }
        }
    }

    @Test("a script gets the number and the page's regions, each as the page has it")
    func json() async throws {
        struct Answer: Decodable {
            struct Region: Decodable {
                let id: String
                let html: String
            }
            let needle: String
            let regions: [Region]
        }
        try await withHouse(Source()) { house in
            try await house.client { client in
                let response = try await client.post("/boards/visa", "batch=%20\(number)", [.accept: "application/json"])
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/json")
                let answer = try JSONDecoder().decode(Answer.self, from: Data(response.text.utf8))
                #expect(answer.needle == number)
                #expect(
                    answer.regions.map(\.id) == [
                        "lookup-problem", "lookup-progress", "lookup-result", "lookup-watch", "lookup-updated", "lookup-history",
                        "lookup-source",
                    ])
                try await house.settle()
                let again = try await client.post("/boards/visa", "batch=\(number)", [.accept: "application/json"])
                let later = try JSONDecoder().decode(Answer.self, from: Data(again.text.utf8))
                #expect(later.regions.first { $0.id == "lookup-result" }?.html.contains("Administrative Processing") == true)
            }
        }
    }

    @Test("a form that is none, or too long, is the sender's fault and not ours")
    func badForms() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let long = String(repeating: "2", count: 5000)
                for (form, status) in [
                    ("batch=1&batch=2", 400), ("batch=%zz", 400), ("batch[a]=1", 422), ("other=1", 422), ("batch=\(long)", 413),
                ] {
                    for accept in ["text/html", "application/json"] {
                        let response = try await client.post("/boards/visa", form, [.accept: accept])
                        #expect(response.status.code == status, "\(form.prefix(20))")
                    }
                }
            }
            #expect(house.source.connectionCount == 0)
        }
    }
}
