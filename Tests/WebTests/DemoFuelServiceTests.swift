import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import Web

@Suite("The sample metro's prices")
struct DemoFuelServiceTests {
    private func ask(_ body: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await withHouse(Source(), demo: .sample) { house in
            try await house.web.application.test(.router, body)
        }
    }

    @Test("they are asked for as FuelWatch is")
    func parameters() async throws {
        try await ask { client in
            let all = try await client.get("/demo/fuel.xml")
            #expect(all.status == .ok)
            #expect(all.headers[.contentType] == "text/xml;charset=UTF-8")
            #expect(all.text.components(separatedBy: "<item>").count == 401)
            let some = try await client.get("/demo/fuel.xml?Product=4&Suburb=Mount%20Lawley&Surrounding=no&Day=yesterday")
            #expect(some.text.contains("<location>MOUNT LAWLEY</location>"))
            #expect(!some.text.contains("<location>PERTH</location>"))
            let none = try await client.get("/demo/fuel.xml?Region=1")
            #expect(none.status == .ok)
            #expect(!none.text.contains("<item>"))
        }
    }

    @Test("what is known is not sent again, and another question has another version")
    func conditional() async throws {
        try await ask { client in
            let first = try await client.get("/demo/fuel.xml?Product=1&Day=today")
            let etag = try #require(first.headers[.eTag])
            #expect(first.headers[.lastModified] != nil)
            let known = try await client.get("/demo/fuel.xml?Product=1&Day=today", [.ifNoneMatch: etag])
            #expect(known.status == .notModified)
            #expect(known.text.isEmpty)
            #expect(known.headers[.eTag] == etag)
            #expect(try await client.get("/demo/fuel.xml?Product=1&Day=yesterday", [.ifNoneMatch: etag]).status == .ok)
        }
    }
}
