package import Foundation
import Glibc
import Operating
import Records

/// A helper process that speaks sentences, such as `tidings-speech` with the library of eSpeak NG, and the protocol on its pipes, which is
/// described there.
///
/// It starts on first use, restarts if it has died, and restarts periodically to limit its total resource use. Blocks its thread; every
/// wait has the deadline.
package struct SpeechProcess: Sendable {
    /// The program to start: one engine's helper and its limits.
    package struct Program: Hashable, Sendable {
        package enum Engine: Hashable, Sendable {
            case espeak, piper, flite

            /// The engine of a voice.
            init(of voice: SpeechVoice) { self = voice.isNatural ? .piper : voice.identifier.hasPrefix("flite/") ? .flite : .espeak }
        }

        package let engine: Engine
        /// The name in error messages.
        package let name: String
        package let file: URL
        package var arguments: [String]
        /// From a request to the end of its answer.
        package var deadline = Duration.seconds(60)
        let limits: ChildProcess.Limits
        /// It restarts after this number of sentences.
        let sentenceLimit: Int

        /// `tidings-speech`. The library and its data use some tens of megabytes of memory; this number of sentences takes some thirty
        /// seconds of CPU time.
        package init(file: URL) {
            (engine, name, self.file, arguments) = (.espeak, SpeechProcess.name, file, ["libespeak-ng.so.1"])
            (limits, sentenceLimit) = (.init(memory: 1 << 30, processorSeconds: 600), 5_000)
        }

        /// `tidings-speech` with the libraries of flite, which use 25 MB of memory with all voices; CPU time is a hundredth of the duration
        /// of speech.
        package init(flite file: URL) {
            (engine, name, self.file, arguments) = (.flite, "flite", file, ["flite"])
            (limits, sentenceLimit) = (.init(memory: 1 << 30, processorSeconds: 600), 2_000)
        }

        /// The Piper voices in a folder, through Python with the package `piper-tts`. A second of sound takes some 0.13 seconds of CPU
        /// time; the network and its libraries use 1.3 GB of address space, of which 0.4 GB are memory.
        package init(python: URL, voices: URL) {
            (engine, name, file) = (.piper, "piper", python)
            // Isolated from the user's environment variables and packages.
            let helper = Installation.folder("Helper", of: "Speaking")?.path ?? ""
            arguments = ["-I", "\(helper)/natural_voices.py", voices.path]
            (limits, sentenceLimit) = (.init(memory: 2 << 30, processorSeconds: 3600), 300)
            deadline = .seconds(120)
        }

        /// The helper beside this program, where a package installs it, or on the path.
        package static func installed(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> Program? {
            let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
                URL(fileURLWithPath: $0).deletingLastPathComponent()
            }
            let own = folder.map { [$0, $0.deletingLastPathComponent().appendingPathComponent("lib/tidings")] } ?? []
            return ChildProcess.installed(SpeechProcess.name, in: own, path: path).map { Program(file: $0) }
        }

        /// All installed engines except Piper, which the operator configures. flite counts as installed if its program exists, although
        /// only its libraries are used: ffmpeg installs those too.
        package static func allInstalled(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> [Program] {
            guard let own = installed(path: path) else { return [] }
            return ChildProcess.installed("flite", path: path) == nil ? [own] : [own, Program(flite: own.file)]
        }
    }

    package static let name = "tidings-speech"
    /// F_SETPIPE_SZ of fcntl(2), and the size in bytes: a whole sentence fits, so both sides avoid waiting for each other.
    private static let (setPipeSize, pipeSize): (Int32, Int32) = (1031, 1 << 20)
    /// Ten minutes of sound; a sentence has at most one.
    private static let sampleLimit = 10 * 60 * 22_050

    private let program: Program
    private var running: Running?

    private struct Running {
        let child: ChildProcess
        let input: Int32
        let output: Int32
        var sampleRate: Int
        var voice: String?
        var sentences = 0
        var received: ReceivedBytes
    }

    /// The result for a sentence.
    struct Answer: Sendable {
        /// 16 bits, little-endian.
        var sound: [UInt8] = []
        var events: [SpeechEvent] = []
    }

    init(_ program: Program) { self.program = program }

    /// The process id, once started.
    var id: Int32? { running?.child.id }

    mutating func voices() throws(SpeechError) -> [SpeechVoice] {
        try withProcess { process throws(SpeechError) in
            try process.ask("L", "")
            var found: [SpeechVoice] = []
            while let frame = try process.answer() {
                if frame.kind == "l", let voice = SpeechVoice(frame: process.payload(frame)) { found.append(voice) }
            }
            return found
        }
    }

    /// Speaks a sentence in a voice. Also returns the sample rate.
    mutating func speak(_ text: String, with voice: String) throws(SpeechError) -> (Answer, sampleRate: Int) {
        try withProcess { process throws(SpeechError) in
            if process.running?.voice != voice {
                try process.ask("V", voice)
                while let frame = try process.answer() {
                    guard frame.kind == "h" else { continue }
                    let sampleRate = process.payload(frame).number(0)
                    process.running?.sampleRate = sampleRate
                }
                process.running?.voice = voice
            }
            try process.ask("S", text)
            var said = Answer()
            while let frame = try process.answer() {
                if frame.kind == "p" { said.sound += process.payload(frame) }
                if frame.kind == "e", let event = SpeechEvent(frame: process.payload(frame)) { said.events.append(event) }
                guard said.sound.count <= 2 * Self.sampleLimit else { throw SpeechError(.engine, "a sentence takes more than ten minutes") }
            }
            process.running?.sentences += 1
            guard let sampleRate = process.running?.sampleRate, sampleRate > 0 else {
                throw SpeechError(.engine, "\(process.program.name) is of another version")
            }
            return (said, sampleRate)
        }
    }

    /// Ends the process.
    mutating func close() {
        guard let running else { return }
        self.running = nil
        Glibc.close(running.input)
        Glibc.close(running.output)
        running.child.kill()
        _ = running.child.wait()
    }

    // MARK: The program

    /// A refusal is final; after a crash or timeout the process restarts and the request is sent once more.
    private mutating func withProcess<Result>(_ body: (inout Self) throws(SpeechError) -> Result) throws(SpeechError) -> Result {
        if let running, running.sentences >= program.sentenceLimit { close() }
        do throws(SpeechError) {
            try start()
            return try body(&self)
        } catch {
            close()
            guard error.code == .died else { throw error }
        }
        do throws(SpeechError) {
            try start()
            return try body(&self)
        } catch {
            close()
            throw error.code == .died ? SpeechError(.engine, "\(error.detail), twice in a row") : error
        }
    }

    private mutating func start() throws(SpeechError) {
        guard running == nil else { return }
        let child: ChildProcess
        do {
            child = try ChildProcess(
                program.file.path, program.arguments, environment: ChildProcess.bareEnvironment, input: .pipe, output: .pipe,
                inGroupOfItsOwn: true,
                limits: program.limits)
        } catch { throw SpeechError(.noEngine, "\(error)") }
        guard let input = child.input, let output = child.output else { return }
        for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        _ = fcntl(output, Self.setPipeSize, Self.pipeSize)
        running = Running(child: child, input: input, output: output, sampleRate: 0, received: ReceivedBytes(program.name))
        let frame: Frame?
        do throws(SpeechError) { frame = try receive() } catch {
            throw SpeechError(error.code == .refused ? .noEngine : error.code, error.detail)
        }
        guard let frame else { throw SpeechError(.died, "\(program.name) has ended at its start") }
        guard frame.kind == "h", frame.payload.count == 4, case let sampleRate = payload(frame).number(0), sampleRate > 0 else {
            throw SpeechError(.engine, "\(program.name) is of another version")
        }
        running?.sampleRate = sampleRate
    }

    // MARK: Frames

    private struct Frame {
        let kind: Unicode.Scalar
        /// The range of its payload in the received bytes, valid until more is received.
        let payload: Range<Int>
    }

    private func payload(_ frame: Frame) -> ArraySlice<UInt8> { running?.received.bytes[frame.payload] ?? [] }

    private func ask(_ kind: Unicode.Scalar, _ payload: String) throws(SpeechError) {
        guard let running else { return }
        let length = payload.utf8.count
        let bytes =
            [UInt8(truncatingIfNeeded: kind.value)] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + Array(payload.utf8)
        let deadline = ContinuousClock.now + program.deadline
        guard bytes.write(to: running.input, until: deadline) == nil else { throw SpeechError(.died, "\(program.name) has ended") }
    }

    /// The next frame; nil at the end of the answer.
    private mutating func answer() throws(SpeechError) -> Frame? {
        guard let frame = try receive() else { throw SpeechError(.died, "\(program.name) has ended") }
        return frame.kind == "d" ? nil : frame
    }

    private mutating func receive() throws(SpeechError) -> Frame? {
        guard let output = running?.output else { return nil }
        let deadline = ContinuousClock.now + program.deadline
        guard let head = try running?.received.take(5, from: output, until: deadline), let start = running?.received.bytes[head] else {
            return nil
        }
        let (kind, length) = (Unicode.Scalar(start[head.lowerBound]), start.number(1))
        guard (0...1 << 24).contains(length) else { throw SpeechError(.engine, "\(program.name) is of another version") }
        guard let rest = try running?.received.take(length, from: output, until: deadline) else { return nil }
        let frame = Frame(kind: kind, payload: rest)
        if kind == "x" { throw SpeechError(.refused, String(decoding: payload(frame), as: UTF8.self)) }
        return frame
    }
}

/// Unconsumed bytes from a non-blocking descriptor.
private struct ReceivedBytes {
    /// The name of the program at the other end.
    private let name: String
    private(set) var bytes = [UInt8](repeating: 0, count: 256 << 10)
    private var (start, end) = (0, 0)

    init(_ name: String) { self.name = name }

    /// The range of the next `count` bytes, valid until the next call; nil at the end of input.
    mutating func take(_ count: Int, from descriptor: Int32, until deadline: ContinuousClock.Instant) throws(SpeechError) -> Range<Int>? {
        if start + count > bytes.count {
            bytes.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                memmove(base, base + start, end - start)
            }
            (start, end) = (0, end - start)
            if count > bytes.count { bytes += [UInt8](repeating: 0, count: count - bytes.count) }
        }
        while end - start < count {
            let got = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress?.advanced(by: end), $0.count - end) }
            if got > 0 {
                end += got
            } else if got == 0 {
                return nil
            } else if errno == EAGAIN {
                guard descriptor.isReady(for: POLLIN, by: deadline) else {
                    throw SpeechError(.died, "\(name) does not answer")
                }
            } else if errno != EINTR {
                return nil
            }
        }
        defer { start += count }
        return start..<start + count
    }
}

extension ArraySlice<UInt8> {
    /// The little-endian number in the four bytes at this offset.
    fileprivate func number(_ place: Int) -> Int {
        guard place + 4 <= count else { return 0 }
        return Int(Int32(bitPattern: (0..<4).reduce(0) { $0 | UInt32(self[startIndex + place + $1]) << (8 * UInt32($1)) }))
    }
}

extension [UInt8] {
    /// Writes everything to a non-blocking descriptor. Returns `errno` on failure, ETIMEDOUT after the deadline.
    func write(to descriptor: Int32, until deadline: ContinuousClock.Instant) -> Int32? {
        var sent = 0
        while sent < count {
            let more = withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), count - sent) }
            if more >= 0 {
                sent += more
            } else if errno == EAGAIN {
                guard descriptor.isReady(for: POLLOUT, by: deadline) else { return ETIMEDOUT }
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}

extension SpeechEvent {
    fileprivate init?(frame bytes: ArraySlice<UInt8>) {
        guard bytes.count == 8 else { return nil }
        self.init(word: bytes.number(0), sample: bytes.number(4))
    }
}
