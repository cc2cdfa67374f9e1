import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("API")
struct BoardsAPITests {
    private struct Records: Decodable {
        struct Row: Decodable, Hashable {
            let batch: String
            let status: String
            let date: String
        }
        let records: [Row]
        let updated: String?
        let next: String?
    }

    private struct Changes: Decodable {
        struct Entry: Decodable {
            let seen: String
            let kind: String
            let before: Records.Row?
            let after: Records.Row?
        }
        let changes: [Entry]
    }

    private struct Problem: Decodable {
        let title: String
        let status: Int
        let detail: String
    }

    private func decoded<Answer: Decodable>(_ response: TestResponse, as type: Answer.Type = Answer.self) throws -> Answer {
        try JSONDecoder().decode(type, from: Data(response.text.utf8))
    }

    @Test("the list of boards says what each asks for and how it stands")
    func boards() async throws {
        struct Answer: Decodable {
            struct Board: Decodable {
                let name: String
                let title: String
                let asks: String?
                let records: Int
                let updated: String?
                let failure: String?
            }
            let boards: [Board]
        }
        try await withHouse(Source()) { house in
            try await house.client { client in
                let before: Answer = try decoded(try await client.get("/api/v1/boards"))
                #expect(before.boards.map(\.name) == ["visa"])
                #expect(before.boards[0].asks == "batch")
                #expect(before.boards[0].records == 0)
                #expect(before.boards[0].updated == nil)
                try await house.read()
                house.source.answer { try $0.answer("500 Internal Server Error") }
                try await house.read()
                let after: Answer = try decoded(try await client.get("/api/v1/boards"))
                #expect(after.boards[0].records == 60)
                #expect(after.boards[0].updated != nil)
                #expect(after.boards[0].failure == "\(house.source.url) answered 500 Internal Server Error")
            }
        }
    }

    @Test("records come in the list's order, all or page by page, each once")
    func pages() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client { client in
                let response = try await client.get("/api/v1/boards/visa/records")
                #expect(response.headers[.contentType] == "application/json")
                let all: Records = try decoded(response)
                #expect(all.records.map(\.batch) == VisaList.sample.rows.map(\.batch))
                #expect(all.updated != nil)
                #expect(all.next == nil)
                var (rows, next) = ([Records.Row](), String?.none)
                repeat {
                    let after = next.map { "&after=\($0)" } ?? ""
                    let page: Records = try decoded(try await client.get("/api/v1/boards/visa/records?limit=25\(after)"))
                    #expect(page.records.count <= 25)
                    rows += page.records
                    next = page.next
                } while next != nil && rows.count <= 60
                #expect(rows == all.records)
                let beyond: Records = try decoded(try await client.get("/api/v1/boards/visa/records?after=1099511627775"))
                #expect(beyond.records.isEmpty)
                #expect(beyond.next == nil)
            }
        }
    }

    @Test("the records of one number are its rows, typed")
    func oneNumber() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client { client in
                let mine: Records = try decoded(try await client.get("/api/v1/boards/visa/records?batch=%20\(VisaList.wellKnownBatch)"))
                #expect(mine.records == [.init(batch: VisaList.wellKnownBatch, status: "Administrative Processing", date: "2012-03-07")])
                let none: Records = try decoded(try await client.get("/api/v1/boards/visa/records?batch=28999999999"))
                #expect(none.records.isEmpty)
            }
        }
    }

    @Test("changes come newest first, with before and after, all or those of a number")
    func changes() async throws {
        try await withHouse(Source()) { house in
            for edition in [0, 2, 4] {
                house.source.publish(VisaList.sample.edition(edition))
                try await house.read()
            }
            try await house.client { client in
                let path = "/api/v1/boards/visa/changes"
                let mine: Changes = try decoded(try await client.get("\(path)?batch=%20\(VisaList.wellKnownBatch)"))
                #expect(mine.changes.map(\.kind) == ["altered", "altered"])
                #expect(mine.changes.map { $0.before?.status } == ["Documents Requested", "Administrative Processing"])
                #expect(mine.changes.map { $0.after?.status } == ["Documents Received", "Documents Requested"])
                let all: Changes = try decoded(try await client.get(path))
                #expect(all.changes.count > 4)
                let last: Changes = try decoded(try await client.get("\(path)?limit=1"))
                #expect(last.changes.count == 1)
            }
        }
    }

    @Test(
        "a bad number, place or amount is a problem in JSON that says what is wrong",
        arguments: [
            ("records?batch=123", 422, "it has 11 digits."), ("changes?batch=123", 422, "it has 11 digits."),
            ("records?after=abc", 400, "'after' is the 'next' of an answer before"),
            ("records?after=-1", 400, "'after' is the 'next' of an answer before"),
            ("records?limit=1.5", 400, "'limit' is a number from 1 to 1000"),
            ("records?limit=99999999999999999999", 400, "'limit' is a number from 1 to 1000"),
            ("changes?limit=x", 400, "'limit' is a number from 1 to 1000"),
        ])
    func problems(query: String, status: Int, detail: String) async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let response = try await client.get("/api/v1/boards/visa/\(query)")
                #expect(response.status.code == status)
                #expect(response.headers[.contentType] == "application/problem+json")
                let problem: Problem = try decoded(response)
                #expect(problem.status == status)
                #expect(!problem.title.isEmpty)
                #expect(problem.detail.contains(detail))
            }
        }
    }

    @Test(
        "an unknown board or address of the API is a problem in JSON too",
        arguments: ["boards/none/records", "boards/none/changes", "nothing"])
    func unknown(path: String) async throws {
        try await withHouse(Source()) { house in
            let ada = try await house.login()
            try await house.client { client in
                let response = try await client.get("/api/v1/\(path)", ada)
                #expect(response.status == .notFound)
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(try decoded(response, as: Problem.self).status == 404)
            }
        }
    }
}
