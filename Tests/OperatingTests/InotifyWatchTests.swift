import Foundation
import Glibc
import Records
import Synchronization
import TestSupport
import Testing

@testable import Operating

@Suite("Folders that the system watches") struct InotifyWatchTests {
    private static func event(_ mask: Int32, _ name: String, in folder: Int32 = 1) -> [UInt8] {
        let padded = Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count % 16)
        let head = [UInt32(bitPattern: folder), UInt32(bitPattern: mask), 0, UInt32(padded.count)]
        return head.flatMap { number in withUnsafeBytes(of: number) { Array($0) } } + padded
    }

    private static func news(_ events: [UInt8]) -> Set<InotifyWatch.Event>? {
        InotifyWatch.news(
            in: events[...], isNoticed: { $0.hasSuffix(".mkv") || $0.hasSuffix(".JPG") },
            isAnotherName: { name, folder in name == "linked.mkv" && folder == 1 },
            path: { folder, _ in folder < 3 ? "/\(folder)" : nil })
    }

    @Test("the watch tells what was written, came or went, of files that are noticed, and of folders")
    func events() {
        func names(_ events: [UInt8]) -> [String]? { Self.news(events)?.map(\.name).sorted() }
        for mask in [IN_CLOSE_WRITE, IN_MOVED_FROM, IN_MOVED_TO, IN_DELETE] { #expect(names(Self.event(mask, "film.mkv")) == ["film.mkv"]) }
        #expect(names(Self.event(IN_CREATE | IN_ISDIR, "folder")) == ["folder"])
        for other in [
            Self.event(IN_CREATE, "film.mkv"), Self.event(IN_CLOSE_WRITE, "film.nfo"), Self.event(IN_CLOSE_WRITE, ".film.mkv"), [],
            [1, 2, 3],
            Array(Self.event(IN_CLOSE_WRITE, "film.mkv").prefix(12)), Self.event(IN_CLOSE_WRITE, "film.mkv", in: 7),
        ] { #expect(names(other) == []) }
        #expect(names(Self.event(IN_CLOSE_WRITE, "film.nfo") + Self.event(IN_MOVED_TO, "film.mkv")) == ["film.mkv"])
        #expect(names(Self.event(IN_CREATE, "linked.mkv") + Self.event(IN_CLOSE_WRITE, "Cover.JPG")) == ["Cover.JPG", "linked.mkv"])
        #expect(Self.news(Self.event(IN_DELETE, "a.mkv", in: 2)) == [.init(folder: "/2", name: "a.mkv")])
    }

    @Test("a folder that is gone is told once, and that some events are lost is told whatever else there is")
    func ends() {
        #expect(Self.news(Self.event(IN_IGNORED, "")) == [.init(folder: "/1", name: "")])
        #expect(Self.news(Self.event(IN_IGNORED, "", in: 3)) == [])
        #expect(Self.news(Self.event(IN_DELETE, "a.mkv") + Self.event(IN_Q_OVERFLOW, "")) == nil)
    }

    @Test("what is watched already is no news, and what isn’t asked for any more is watched no longer")
    func bounded() throws {
        let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
        let watch = try #require(InotifyWatch(atMost: 1, label: "test") { _ in })
        #expect(watch.watch([one.url.path]))
        #expect(!watch.watch([one.url.path]))
        #expect(!watch.watch([one.url.path, other.url.path]))
        #expect(watch.count == 1)
        #expect(watch.watch([other.url.path]))
        #expect(watch.watch([one.url.path]))
        #expect(!watch.watch(["/none"]))
    }

    @Test("folders that are added one by one are told with their paths, until they are gone")
    func added() async throws {
        let folder = try TemporaryFolder()
        let told = Mutex<Set<InotifyWatch.Event>>([])
        let watch = try #require(InotifyWatch(atMost: 2, label: "test") { news in told.withLock { $0.formUnion(news ?? []) } })
        let manager = FileManager.default
        let paths = try ["a", "b", "c"].map { name in
            let place = folder.url.appendingPathComponent(name)
            try manager.createDirectory(at: place, withIntermediateDirectories: false)
            return place.path
        }
        #expect(watch.add(paths[0]))
        #expect(watch.add("\(paths[0])/none"))
        #expect(watch.add(paths[1]))
        #expect(!watch.add(paths[2]))
        #expect(watch.count == 2)
        try Data("1".utf8).write(to: URL(fileURLWithPath: "\(paths[1])/one"))
        try await eventually("it is told") { told.withLock { $0.contains(.init(folder: paths[1], name: "one")) } }
        try manager.removeItem(atPath: paths[0])
        try await eventually("its end is told") { told.withLock { $0.contains(.init(folder: paths[0], name: "")) } }
        #expect(watch.count == 1)
        #expect(watch.add(paths[2]))
    }
}
