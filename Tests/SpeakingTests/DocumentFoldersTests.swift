import Foundation
import Operating
import Records
import Storage
import TestSupport
import Testing

@testable import Speaking

@Suite("Folders whose files become documents") struct DocumentFoldersTests {
    private struct Fixture {
        let store: Store
        let folder: URL
        let folders: DocumentFolders
        let ben: Person

        func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        func titles() async throws -> [String] { try await store.documents.all(of: ben.id).map(\.title).sorted() }

        /// The number of polls after which an unchanged file is accepted.
        func scan() async throws { for _ in 0..<2 { try await folders.scan() } }
    }

    @Test("a file may say that it is of any time", arguments: [Int.min, -1, 0, 1_700_000_000, .max])
    func anyTime(seconds: Int) throws {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 5_000)
        let (file, same) = (try #require(FolderFile(status)), FolderFile(status))
        #expect(file == same)
        status.st_mtim.tv_nsec += 1_000
        #expect(file != FolderFile(status))
    }

    /// Documents aren't extracted here.
    private func with(_ body: (Fixture) async throws -> Void) async throws {
        let temporary = try TemporaryFolder()
        let store = try Store(in: temporary.url)
        let folder = temporary.url.appendingPathComponent("scans")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let library = try DocumentLibrary(in: temporary.url.appendingPathComponent("documents"), maker: nil, store: store)
        let folders = [DocumentFolder(person: "BEN", path: folder.path), DocumentFolder(person: "nobody", path: folder.path)]
        try await body(
            Fixture(
                store: store, folder: folder, folders: DocumentFolders(folders, library: library, store: store),
                ben: try await store.people.person(named: "ben", at: .system())))
    }

    @Test("a file becomes a document once it is the same at two looks, and once only")
    func written() async throws {
        try await with { fixture in
            try fixture.write("One.", "a file.txt")
            try await fixture.folders.scan()
            #expect(try await fixture.titles() == [])
            try fixture.write("One. And more.", "a file.txt")
            try await fixture.folders.scan()
            #expect(try await fixture.titles() == [])
            try await fixture.folders.scan()
            #expect(try await fixture.titles() == ["a file"])
            // Another name with the same content.
            try fixture.write("One. And more.", "other.txt")
            try await fixture.scan()
            #expect(try await fixture.titles() == ["a file"])
            // Different content.
            try fixture.write("Two.", "other.txt")
            try await fixture.scan()
            #expect(try await fixture.titles() == ["a file", "other"])
            #expect(try await fixture.store.people.all().map(\.name) == ["ben"])
        }
    }

    @Test("what its person deletes doesn't come back while the file is the same, and what was there once counts anew")
    func deleted() async throws {
        try await with { fixture in
            try fixture.write("One.", "one.txt")
            try await fixture.scan()
            let id = try #require(try await fixture.store.documents.all(of: fixture.ben.id).first?.id)
            #expect(try await fixture.store.documents.removeDocument(id, of: fixture.ben.id))
            try await fixture.scan()
            #expect(try await fixture.titles() == [])
            try FileManager.default.removeItem(at: fixture.folder.appendingPathComponent("one.txt"))
            try await fixture.scan()
            #expect(try await fixture.store.documents.folderFiles(of: fixture.ben.id).isEmpty)
            try fixture.write("One.", "one.txt")
            try await fixture.scan()
            #expect(try await fixture.titles() == ["one"])
        }
    }

    @Test("a folder inside another is its own")
    func nested() async throws {
        try await with { fixture in
            let inner = fixture.folder.appendingPathComponent("new")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try Data("One.".utf8).write(to: inner.appendingPathComponent("one.txt"))
            let mark = FolderFile(size: 4, modified: 1)
            try await fixture.store.documents.noteFolderFile(inner.path + "/one.txt", mark, of: fixture.ben.id)
            try await fixture.scan()
            #expect(try await fixture.store.documents.folderFiles(of: fixture.ben.id) == [inner.path + "/one.txt": mark])
        }
    }

    @Test("nothing is taken for somebody who is disabled, until they are let in again")
    func disabled() async throws {
        try await with { fixture in
            let ada = try await fixture.store.people.person(named: "ada", at: .system())
            _ = try await fixture.store.people.update(ada.id, role: .administrator)
            try fixture.write("One.", "one.txt")
            try await fixture.scan()
            #expect(try await fixture.store.people.update(fixture.ben.id, isDisabled: true)?.isDisabled == true)
            try fixture.write("Two.", "two.txt")
            try FileManager.default.removeItem(at: fixture.folder.appendingPathComponent("one.txt"))
            for _ in 0..<2 { try await fixture.scan() }
            #expect(try await fixture.titles() == ["one"])
            #expect(await fixture.folders.problems(of: fixture.ben.id).isEmpty)
            #expect(try await fixture.store.people.update(fixture.ben.id, isDisabled: false)?.isDisabled == false)
            try await fixture.scan()
            #expect(try await fixture.titles() == ["one", "two"])
        }
    }

    @Test("links, folders, hidden files, empty ones and other endings are let be")
    func others() async throws {
        try await with { fixture in
            for name in ["picture.jpg", ".hidden.txt", "none", "half.pdf.part"] { try fixture.write("One.", name) }
            try fixture.write("", "empty.txt")
            let manager = FileManager.default
            try manager.createDirectory(at: fixture.folder.appendingPathComponent("book.pdf"), withIntermediateDirectories: true)
            try manager.createSymbolicLink(
                atPath: fixture.folder.appendingPathComponent("link.txt").path, withDestinationPath: "/etc/hostname")
            try fixture.write("Two.", "Last.TXT")
            try await fixture.scan()
            #expect(try await fixture.titles() == ["Last"])
            #expect(await fixture.folders.problems(of: fixture.ben.id).isEmpty)
        }
    }

    @Test("what is too large, and what is too much, is told; the rest goes on when there is room")
    func bounds() async throws {
        try await with { fixture in
            try fixture.write("", "a large one.pdf")
            let large = try FileHandle(forWritingTo: fixture.folder.appendingPathComponent("a large one.pdf"))
            try large.truncate(atOffset: UInt64(StoredDocument.Limits.fileBytes) + 1)
            try large.close()
            typealias Limits = StoredDocument.Limits
            for number in 0..<Limits.waiting + 1 { try fixture.write("\(number)", String(UnicodeScalar(98 + UInt8(number))) + ".txt") }
            try await fixture.scan()
            #expect(await fixture.folders.problems(of: fixture.ben.id) == [.init(name: "a large one.pdf", reason: .tooLarge)])
            // No more than the limit are waiting.
            #expect(try await fixture.titles().count == Limits.waiting)
            for document in try await fixture.store.documents.documentsToRead() {
                try await fixture.store.documents.failDocument(document.id, .noText)
            }
            try await fixture.folders.scan()
            #expect(try await fixture.titles().count == Limits.waiting + 1)
            let room = Limits.allBytes - (try await fixture.store.documents.all(of: fixture.ben.id)).reduce(0) { $0 + $1.bytes }
            _ = try await fixture.store.documents.addDocument("x", .text, title: "x", bytes: room, for: fixture.ben.id, at: .system())
            try fixture.write("More.", "z.txt")
            try await fixture.scan()
            #expect(await fixture.folders.problems(of: fixture.ben.id).last == .init(name: "z.txt", reason: .full))
        }
    }

    @Test("a folder that isn't there leaves what is known, and a file that changes while it is read is left for later")
    func faults() async throws {
        try await with { fixture in
            try fixture.write("One.", "one.txt")
            try await fixture.scan()
            let away = fixture.folder.appendingPathExtension("away")
            try FileManager.default.moveItem(at: fixture.folder, to: away)
            try await fixture.scan()
            #expect(try await fixture.store.documents.folderFiles(of: fixture.ben.id).count == 1)
            try FileManager.default.moveItem(at: away, to: fixture.folder)
            let folder = DocumentFolder(person: "ben", path: fixture.folder.path)
            let found = try #require(try await folder.scan()?.first)
            let other = DocumentFolder.Found(name: found.name, path: found.path, mark: FolderFile(size: 9, modified: found.mark.modified))
            let incoming = try IncomingFile(in: away.deletingLastPathComponent())
            await #expect(throws: FolderFault.changed) { try await folder.read(other, { try await $0.take($1) }, into: incoming) }
            let gone = DocumentFolder.Found(name: "x", path: found.path + "x", mark: found.mark)
            await #expect(throws: FolderFault.unreadable) { try await folder.read(gone, { try await $0.take($1) }, into: incoming) }
        }
    }
}
