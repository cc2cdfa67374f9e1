import Foundation
import TestSupport
import Testing

@testable import Operating

@Suite("Marks of a folder") struct FolderMarksTests {
    private let folder: TemporaryFolder
    private var path: String { folder.url.path }

    init() throws {
        folder = try TemporaryFolder()
        for index in 0..<50 {
            let board = folder.url.appendingPathComponent("board-\(index)")
            try FileManager.default.createDirectory(at: board, withIntermediateDirectories: true)
            try Data("title: \(index)\n".utf8).write(to: board.appendingPathComponent("board.yaml"))
        }
        try age()
    }

    /// As if everything had been written an hour ago.
    private func age() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: path).map { "\(path)/\($0)" } + [path]
        for path in paths {
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
        }
    }

    @Test("while nothing changes no folder is read again")
    func idle() {
        var marks = FolderMarks(of: path)
        let first = marks.scan()
        #expect(first.count == 101)
        #expect(marks.entriesRead == 100)
        for _ in 0..<20 {
            let again = marks.scan()
            #expect(again == first)
        }
        #expect(marks.entriesRead == 100)
    }

    @Test(
        "whatever is added, changed, renamed or taken away is seen, and its folder alone is read again",
        arguments: ["added", "changed", "renamed", "taken away", "replaced", "folder"])
    func seen(what: String) throws {
        var marks = FolderMarks(of: path)
        let first = marks.scan()
        let board = folder.url.appendingPathComponent("board-7")
        let file = board.appendingPathComponent("board.yaml")
        let manager = FileManager.default
        switch what {
        case "added": try Data().write(to: board.appendingPathComponent("sample.json"))
        case "changed":
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data("title: other\n".utf8))
            try handle.close()
        case "renamed": try manager.moveItem(at: file, to: board.appendingPathComponent("other.yaml"))
        case "taken away": try manager.removeItem(at: file)
        case "replaced":
            // As long as before, and with its time.
            let new = board.appendingPathComponent("new")
            try Data("title: 8\n".utf8).write(to: new)
            try manager.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: new.path)
            #expect(rename(new.path, file.path) == 0)
        default: try manager.removeItem(at: board)
        }
        let second = marks.scan()
        #expect(second != first)
        #expect(marks.entriesRead <= 100 + 50)
        try age()
        _ = marks.scan()
        let read = marks.entriesRead
        let last = marks.scan()
        let again = marks.scan()
        #expect(again == last)
        #expect(marks.entriesRead == read)
    }

    @Test("a folder that changes twice at what its clock calls one time is seen both times")
    func twice() throws {
        var marks = FolderMarks(of: path)
        func time() throws { try FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: path) }
        let now = Date()
        try time()
        let first = marks.scan()
        try Data().write(to: folder.url.appendingPathComponent("more"))
        try time()
        let second = marks.scan()
        #expect(second != first)
    }

    @Test("hidden files and backups of editors are left out, links aren’t gone into, and there is a bound")
    func bounds() throws {
        var marks = FolderMarks(of: path)
        let first = marks.scan()
        for name in [".board.yaml.swp", "board.yaml~"] { try Data().write(to: folder.url.appendingPathComponent("board-1/\(name)")) }
        try FileManager.default.createSymbolicLink(at: folder.url.appendingPathComponent("loop"), withDestinationURL: folder.url)
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent(".git"), withIntermediateDirectories: true)
        let second = marks.scan()
        #expect(Set(second.map(\.path)).symmetricDifference(first.map(\.path)) == ["\(path)/loop"])
        var few = FolderMarks(of: path, atMost: 10)
        let ten = few.scan()
        #expect(ten.count == 10)
        var none = FolderMarks(of: path + "/none")
        let nothing = none.scan()
        #expect(nothing.isEmpty)
    }
}
