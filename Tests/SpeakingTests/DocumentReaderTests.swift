import Foundation
import LongJobs
import Markup
import Operating
import Records
import Storage
import TestSupport
import Testing

@testable import Speaking

@Suite("Documents made to cost") struct DocumentReaderTests {
    private static let program = ProcessInfo.processInfo.environment["TIDINGS"]
    private static let deep = 200

    private func nested(_ name: String, around text: String) -> String {
        String(repeating: "<\(name)>", count: Self.deep) + text + String(repeating: "</\(name)>", count: Self.deep)
    }

    @Test("headings inside headings have the beginning of their text as a title, each the same few letters")
    func titles() throws {
        let words = String(repeating: "word ", count: 100_000)
        let root = try #require(try Document(xml: Array(nested("h1", around: words).utf8)).root?.element)
        var text = ReadableText()
        text.add(root)
        #expect(text.headings.count == Self.deep)
        #expect(text.headings.allSatisfy { $0.title.hasPrefix("word word") && $0.title.unicodeScalars.count <= DocumentChapter.titleLimit })
        #expect(text.text.count > 499_000)
    }

    @Test("a heading's title is what is read of it, in the order of headings")
    func order() throws {
        let page = "<div><h1>One <sup><a href='#n'>1</a></sup></h1><p>text</p><h2>Two<h3>three</h3> and</h2><h1> </h1></div>"
        var text = ReadableText()
        text.add(try #require(try Document(xml: Array(page.utf8)).root?.element))
        #expect(text.headings.map(\.title) == ["One", "Two three and", "three", ""])
        #expect(text.headings.map(\.level) == [1, 2, 3, 1])
    }

    @Test("marks inside marks, and quotations inside quotations, are read once", arguments: ["sup", "blockquote", "li", "div"])
    func nesting(name: String) throws {
        let sentence = "A sentence, with a comma, of some length that is long enough to count. "
        let page = "<html><body>" + nested(name, around: "<a href='#a'>x</a>" + String(repeating: sentence, count: 200)) + "</body></html>"
        let read = try DocumentReader.Answer(reading: Array(page.utf8)).contents()
        #expect(read.extent.words >= 2600)
        #expect(read.parts.flatMap(\.sentences).count >= 200)
    }

    @Test("titles of chapters and of documents have a limit")
    func limits() throws {
        let title = String(repeating: "long ", count: 1000)
        let page = "<html><head><title>\(title)</title></head><body><p>Some text to read aloud.</p></body></html>"
        let read = try DocumentReader.Answer(reading: Array(page.utf8)).contents()
        #expect(read.title?.unicodeScalars.count == StoredDocument.Limits.title)
    }

    @Test("a process of its own finds the same as this one", .enabled(if: program != nil))
    func apart() async throws {
        let folder = try TemporaryFolder()
        let text = try folder.file("text", Array("One of the men is here. It costs $5.\n\nThe end of it is near, and that was all.".utf8))
        let reader = DocumentReader(program: Self.program)
        #expect(try await reader.contents(of: text) == DocumentReader().contents(of: text))
        #expect(try await reader.contents(of: folder.url.appendingPathComponent("none")) == nil)
        let nonsense = try folder.file("nonsense", Array(String(repeating: "\0\u{1}", count: 500).utf8))
        await #expect(throws: DocumentFault(.unknownFormat)) { try await reader.contents(of: nonsense) }
    }

    @Test("one that wants too much memory or time ends its process only", .enabled(if: program != nil))
    func limited() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "book.html", Array(("<html><body><p>" + String(repeating: "word ", count: 400_000) + "</p></body></html>").utf8))
        let program = try #require(Self.program)
        let poor = DocumentReader(FencedProgram(program, [DocumentReader.command], limits: .init(memory: 700 << 20, processorSeconds: 1)))
        await #expect(throws: DocumentFault.self) { try await poor.contents(of: file) }
    }

    @Test("a program that isn't there is no fault of the document")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("text", Array("Text.".utf8))
        await #expect(throws: FencedProgram.Failure.self) { try await DocumentReader(program: "/no/such/program").contents(of: file) }
    }

    @Test("what is removed isn't read any further, and the next one is read", .timeLimit(.minutes(15)))
    func removed() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let ben = try await store.people.person(named: "ben", at: .system())
        let jobs = try await Jobs(store: store)
        // It never ends on its own.
        let endless = DocumentReader(FencedProgram("/bin/sleep", ["100000"], limits: .init(memory: 1 << 30, processorSeconds: 600)))
        let library = try DocumentLibrary(
            in: folder.url.appendingPathComponent("documents"), maker: nil, reader: endless, store: store, jobs: jobs)
        let running = Task { try await library.run() }
        func add(_ text: String) async throws -> StoredDocument.ID? {
            let file = try #require(try await library.receive(for: ben.id) { try await $0.take(Array(text.utf8)) })
            guard case .new(let id) = try await library.add(file, named: text, for: ben.id, through: store) else { return nil }
            return id
        }
        let first = try #require(try await add("first"))
        try await eventually("it is being read") { try await jobs.list().map(\.state) == [.running] }
        _ = try await add("second")
        #expect(try await store.documents.removeDocument(first, of: ben.id))
        library.tidy()
        try await eventually("the next one is being read") {
            try await jobs.list().map(\.state).sorted { "\($0)" < "\($1)" } == [.interrupted, .running]
        }
        running.cancel()
        _ = await running.result
        #expect(try await store.documents.all(of: ben.id).map(\.title) == ["second"])
    }
}
