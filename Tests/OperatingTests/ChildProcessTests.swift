import Foundation
import Testing

@testable import Operating

@Suite("Child process") struct ChildProcessTests {
    private static let shell = "/bin/sh"

    private func read(_ descriptor: Int32?) throws -> String {
        let file = FileHandle(fileDescriptor: try #require(descriptor), closeOnDealloc: true)
        return String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("what it says is read, what it ends with is told")
    func output() throws {
        let child = try ChildProcess(Self.shell, ["-c", "echo $WORD; exit 3"], environment: ["WORD": "tidings"], output: .pipe)
        #expect(try read(child.output) == "tidings\n")
        #expect(child.wait() == 3)
    }

    @Test("it hears what is written to it until that is closed, and nothing else of ours is open in it")
    func input() throws {
        let mine = open("/dev/null", O_RDONLY)
        defer { close(mine) }
        let child = try ChildProcess(Self.shell, ["-c", "cat; ls /proc/self/fd | wc -l"], input: .pipe, output: .pipe)
        let input = try #require(child.input)
        #expect(write(input, "heard ", 6) == 6)
        close(input)
        // The three, and the folder that ls reads.
        #expect(try read(child.output) == "heard 4\n")
        #expect(child.wait() == 0)
    }

    @Test("it has the memory and the processor time that it was given, and is killed for more")
    func limits() throws {
        let told = try ChildProcess(
            Self.shell, ["-c", "read go; ulimit -v; ulimit -t"], input: .pipe, output: .pipe,
            limits: .init(memory: 64 << 20, processorSeconds: 2))
        close(try #require(told.input))
        #expect(try read(told.output) == "65536\n2\n")
        _ = told.wait()
        let greedy = try ChildProcess(
            Self.shell, ["-c", "while :; do :; done"], limits: .init(memory: 64 << 20, processorSeconds: 1))
        #expect(greedy.wait() == 128 + SIGKILL)
    }

    @Test("in a group of its own it leads that group")
    func group() throws {
        let child = try ChildProcess("/bin/sleep", ["600"], inGroupOfItsOwn: true)
        #expect(getpgid(child.id) == child.id)
        #expect(!child.ends(by: .now))
        child.kill()
        #expect(child.ends(by: .now + .seconds(60)))
        #expect(child.wait() == 128 + SIGKILL)
    }

    @Test("it is fenced from networks and gets no rights beyond ours, as do its children, unless it is our own")
    func fence() throws {
        let script = "sh -c 'grep -E \"^(Seccomp|NoNewPrivs):\" /proc/self/status'"
        let foreign = try ChildProcess(Self.shell, ["-c", script], output: .pipe)
        #expect(try read(foreign.output) == "NoNewPrivs:\t1\nSeccomp:\t2\n")
        #expect(foreign.wait() == 0)
        let own = try ChildProcess(Self.shell, ["-c", "echo $PPID"], output: .pipe, fence: nil)
        #expect(try read(own.output) == "\(getpid())\n")
        #expect(own.wait() == 0)
    }

    @Test("only our own program, and a browser that has its fence, are started without one, and nothing is started another way")
    func starts() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources").standardized
        var (free, other): ([String], [String]) = ([], [])
        for path in try #require(FileManager.default.subpaths(atPath: sources.path)) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            let isStarting = ["posix_spawn(", " Process()", "popen(", "execve(", " fork()"].contains { text.contains($0) }
            if isStarting, !path.hasSuffix("ChildProcess.swift") { other.append(path) }
            if text.contains("fence: nil") { free.append(path) }
        }
        #expect(free.sorted() == ["Rendering/BrowserProcess.swift", "tidings/Deliveries.swift"])
        #expect(other == [])
    }

    @Test("what it complains of is kept as far as it fits into a pipe, in one line, and more doesn't hold it up")
    func complaints() throws {
        let child = try ChildProcess(Self.shell, ["-c", "echo one >&2; echo two >&2; exit 3"], complaints: .kept)
        #expect(child.wait() == 3)
        #expect(child.lastWords() == "one; two")
        #expect(child.lastWords().isEmpty)
        let talkative = try ChildProcess(Self.shell, ["-c", "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 4"], complaints: .kept)
        #expect(talkative.wait() == 4)
        #expect(talkative.lastWords() == String(repeating: "x", count: 500))
    }

    @Test("a program that is not there is an error that names it")
    func missing() throws {
        let error = #expect(throws: ChildProcess.StartError.self) { try ChildProcess("/nowhere/speak", []) }
        #expect(error?.description == "speak cannot be started: No such file or directory")
    }
}
