import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import BoardPages
@testable import Fetching
@testable import Serving
@testable import Web

@Suite("Pictures of records")
struct PicturesTests {
    private let path = "/boards/contacts/records/1/photo"

    @Test("a picture comes through this server, its type told from its bytes, in a sandbox")
    func passedOn() async throws {
        let directory = Directory(photo: { _, connection in
            try connection.answer("200 OK", [("Content-Type", "text/html")], body: Directory.png)
        })
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                let picture = try await client.get(path)
                #expect(picture.status == .ok)
                #expect(Array(picture.body.readableBytesView) == Directory.png)
                #expect(picture.headers[.contentType] == "image/png")
                #expect(picture.headers[.contentSecurityPolicy] == SecurityHeaders.sandbox)
                #expect(picture.headers[.contentDisposition] == "inline; filename=\"photo.png\"")
                #expect(picture.headers[.crossOriginResourcePolicy] == "same-origin")
                #expect(picture.headers[.xContentTypeOptions] == "nosniff")
                #expect(picture.headers[.cacheControl] == "private, max-age=3600")
                let tag = try #require(picture.headers[.eTag])
                let known = try await client.get(path, [.ifNoneMatch: tag])
                #expect(known.status == .notModified)
                #expect(known.body.readableBytes == 0)
                #expect(known.headers[.eTag] == tag)
                #expect(try await client.get(path, [.ifNoneMatch: "\"other\""]).status == .ok)
            }
        }
    }

    @Test(
        "what is no picture, or one that can hold scripts, is not passed on, whatever its type says",
        arguments: [
            "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "<!doctype html><script>1</script>", "%PDF-1.7", "", "BM123456",
        ])
    func refused(text: String) async throws {
        let directory = Directory(photo: { _, connection in
            try connection.answer("200 OK", [("Content-Type", "image/png")], body: Array(text.utf8))
        })
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                let picture = try await client.get(path)
                #expect(picture.status == .badGateway)
                #expect(picture.headers[.cacheControl] == "private, max-age=30")
                #expect(picture.headers[.contentType] == "text/plain; charset=utf-8")
                #expect(!picture.text.contains("<script"))
            }
        }
    }

    @Test("one that is too large, missing, or at an address that is none of the web's is a failure of the source")
    func failures() async throws {
        let addresses = ["photos/large.png", "nowhere.png", "http://10.0.0.1/x.png", "//169.254.169.254/x.png"]
        let directory = Directory(
            photo: { _, connection in try connection.answer(body: Directory.png + Array(repeating: 0, count: 5 << 20)) },
            photoAddress: { addresses[$0 - 1] }, names: addresses.map { "Person \($0)" })
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                for id in 1...addresses.count {
                    let answer = try await client.get("/boards/contacts/records/\(id)/photo")
                    #expect(answer.status == .badGateway, "\(addresses[id - 1])")
                }
            }
        }
    }

    @Test(
        "only the picture of a stored record can be asked for",
        arguments: [
            "records/99/photo", "records/x/photo", "records/1/name", "records/1/nothing", "records/1/photo/more", "records/4/photo",
            "records/-1/photo", "records/9999999999999999999/photo",
        ])
    func closed(path: String) async throws {
        let directory = Directory(photoAddress: { $0 == 4 ? nil : "photos/\($0).png" }, names: ["A", "B", "C", "D"])
        try await withDirectory(directory) { house, _ in
            let before = house.source.requestCount
            try await house.client { client in
                let answer = try await client.get("/boards/contacts/\(path)?url=http://example.org/x.png")
                #expect(answer.status == .notFound)
            }
            #expect(house.source.requestCount == before)
        }
    }

    @Test("a picture that stands in its own address is taken from there")
    func written() async throws {
        let address = "data:image/svg+xml;base64," + Data(Directory.png).base64EncodedString()
        let directory = Directory(photoAddress: { $0 == 1 ? address : "data:image/png;base64,PHN2Zz4=" }, names: ["Ada", "Bo"])
        try await withDirectory(directory) { house, _ in
            try await house.client { client in
                let picture = try await client.get(path)
                #expect(picture.status == .ok)
                #expect(picture.headers[.contentType] == "image/png")
                #expect(try await client.get("/boards/contacts/records/2/photo").status == .badGateway)
            }
        }
    }

    @Test("equal pictures under way are fetched once")
    func coalesced() async throws {
        let gate = Gate()
        let directory = Directory(
            photo: { _, connection in
                try gate.block()
                try connection.answer(body: Directory.png)
            }, photoAddress: { _ in "photos/same.png" }, names: (0..<8).map { "Person \($0)" })
        try await withDirectory(directory) { house, visits in
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for id in 1...8 { group.addTask { try await visits.get("/boards/contacts/records/\(id)/photo").bytes } }
                try await eventually("it is asked for") { house.source.count(of: "/photos/same.png") == 1 }
                try await eventually("all wait for it") { house.fetcher.shared.waiterCount == 8 }
                gate.open()
                for try await bytes in group { #expect(bytes == Directory.png) }
            }
            #expect(house.source.count(of: "/photos/same.png") == 1)
        }
    }

    @Test("when the browser goes away its picture is fetched no more, unless somebody else waits for it")
    func cancelled() async throws {
        let (gone, gate) = (Gate(), Gate())
        let directory = Directory(photo: { name, connection in
            if name == "1.png" {
                defer { gone.open() }
                try connection.sendHead("200 OK", [("Content-Length", "1000000")])
                try connection.send(Directory.png)
                try connection.stall()
            } else {
                try gate.block()
                try connection.answer(body: Directory.png)
            }
        })
        try await withDirectory(directory) { house, visits in
            let leaving = visits.job(path)
            let task = Task { try await leaving.run { _ in } }
            try await eventually("it is asked for") { house.source.count(of: "/photos/1.png") == 1 }
            leaving.cancel()
            _ = await task.result
            try await eventually("the source's connection is closed") { gone.isOpen }

            let second = "/boards/contacts/records/2/photo"
            let (other, staying) = (visits.job(second), Task { try await visits.get(second).bytes })
            try await eventually("one waits for it") { house.source.count(of: "/photos/2.png") == 1 }
            let otherTask = Task { try await other.run { _ in } }
            try await eventually("both wait for it") { house.fetcher.shared.waiterCount == 2 }
            other.cancel()
            _ = await otherTask.result
            try await eventually("one has gone") { house.fetcher.shared.waiterCount == 1 }
            gate.open()
            #expect(try await staying.value == Directory.png)
            #expect(house.source.count(of: "/photos/2.png") == 1)
        }
    }

    @Test(
        "kinds are told from their first bytes",
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], PictureKind.png), ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
            (Array("GIF89a".utf8), .gif), (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), .webp),
            (Array("\0\0\0\u{1C}ftypavif\0\0\0\0".utf8), .avif), (Array("\0\0\0\u{1C}ftypmif1\0\0\0\0avif".utf8), .avif),
            (Array("\0\0\0\u{1C}ftypisom\0\0\0\0mp42".utf8), nil), (Array("RIFF\0\0\0\0WAVE".utf8), nil), ([0xFF, 0xD8], nil), ([], nil),
        ] as [([UInt8], PictureKind?)])
    func kinds(bytes: [UInt8], kind: PictureKind?) { #expect(PictureKind(bytes) == kind) }
}
