package import Foundation
import Glibc
import Operating
import Synchronization

/// The file formats for sound.
package enum SoundFormat: String, CaseIterable, Sendable {
    case wav, mp3, m4a, m4b, ogg, opus

    /// Determined by a file name's extension.
    package init?(file name: String) { self.init(rawValue: (name as NSString).pathExtension.lowercased()) }

    /// The output arguments for ffmpeg; nil if it isn't needed.
    ///
    /// For mono speech. MP3 frames don't depend on the bits of earlier frames, so playback can start anywhere at once.
    fileprivate var encoding: [String]? {
        switch self {
        case .wav: nil
        case .mp3: ["-c:a", "libmp3lame", "-b:a", "48k", "-reservoir", "0", "-write_xing", "1", "-f", "mp3"]
        case .m4a, .m4b: ["-c:a", "aac", "-b:a", "48k", "-movflags", "+faststart", "-f", "ipod"]
        case .ogg, .opus: ["-c:a", "libopus", "-b:a", "24k", "-application", "voip", "-f", rawValue]
        }
    }

    /// Samples played before the first input sample.
    package var lead: Int { self == .mp3 ? MP3InfoFrame.added : 0 }

    /// Whether the format supports chapters: an audiobook.
    package var hasChapters: Bool { self == .m4b }
}

/// Writes mono 16-bit sound to a file as it is generated: WAVE files directly, other formats through ffmpeg.
///
/// The file is written under a temporary name in the same folder and renamed by `finish`. Before that, and after `cancel`, the final name
/// doesn't exist. Blocks its thread. Used by one task, which must call `finish` or `cancel`; any task may call `discard`.
package final class SoundFile: Sendable {
    private enum Sink: Sendable {
        case wave(descriptor: Int32)
        case encoder(ChildProcess, input: Int32)
    }

    /// RIFF has four bytes for lengths.
    package static let waveLimit = Int(UInt32.max) - waveHeader
    private static let waveHeader = 44
    private static let limits = ChildProcess.Limits(memory: 4 << 30, processorSeconds: 24 * 3600)
    /// The timeout for accepting a piece of sound, and for finishing.
    private static let timeout = Duration.seconds(600)
    /// The timeout for ending an encoder that accepts no more sound.
    private static let farewell = Duration.seconds(5)

    private let sink: Sink
    private let output: PendingFile?
    /// The file with chapters, which are known at the end; nil if the format has none.
    private let chaptered: PendingFile?
    private let ffmpeg: URL?
    package let format: SoundFormat
    private let sampleRate: Int
    /// Metadata arguments for ffmpeg.
    private let tags: [String]
    /// A JPEG or PNG that becomes the cover of a file with chapters.
    private let cover: URL?
    private let byteCount = Atomic(0)
    /// Whether its encoder process has been reaped.
    private let hasEnded = Atomic(false)

    /// Starts a file. `tags` are ffmpeg's metadata for the whole file, such as `title`; a WAVE file has none. `cover` is a JPEG or PNG, for
    /// formats with chapters. Throws `SpeechError`.
    package init(
        _ url: URL, _ format: SoundFormat, sampleRate: Int, tags: [(name: String, text: String)] = [], cover: URL? = nil,
        ffmpeg: URL? = SoundFile.ffmpeg()
    ) throws {
        (self.format, self.sampleRate, self.cover) = (format, sampleRate, cover)
        let tags = tags.flatMap { ["-metadata", "\($0.name)=\(Self.inOneLine($0.text))"] }
        self.tags = tags
        let file = try PendingFile(url)
        output = file
        self.ffmpeg = ffmpeg
        do { chaptered = format.hasChapters && ffmpeg != nil ? try PendingFile(url) : nil } catch {
            file.remove()
            throw error
        }
        guard let encoding = format.encoding else {
            sink = .wave(descriptor: file.descriptor)
            do { try write(Self.header(sampleRate: sampleRate, bytes: 0)) } catch {
                file.remove()
                throw error
            }
            return
        }
        guard let ffmpeg else {
            file.remove()
            throw SpeechError(
                .noEngine, "ffmpeg isn't installed, and .\(format.rawValue) needs it: apt install ffmpeg. A .wav file doesn't")
        }
        let arguments =
            [
                "-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file,pipe", "-f", "s16le", "-ar", "\(sampleRate)",
                "-ac", "1", "-i", "pipe:0",
            ]
            + encoding + ["-map_metadata", "-1"] + tags + ["-y", "file:\(file.path)"]
        do {
            let child = try ChildProcess(
                ffmpeg.path, arguments, environment: ChildProcess.bareEnvironment, input: .pipe, complaints: .kept,
                inGroupOfItsOwn: true, limits: Self.limits)
            let input = child.input ?? -1
            _ = fcntl(input, F_SETFL, O_NONBLOCK)
            sink = .encoder(child, input: input)
        } catch {
            file.remove()
            chaptered?.remove()
            throw SpeechError(.noEngine, "\(error)")
        }
    }

    /// A WAVE file streamed to a descriptor, such as standard output. Its length is unknown, so the header has the maximum lengths.
    package init(streamingTo descriptor: Int32, sampleRate: Int) throws {
        (format, self.sampleRate, output, chaptered, ffmpeg, tags, cover) = (.wav, sampleRate, nil, nil, nil, [], nil)
        sink = .wave(descriptor: descriptor)
        try write(Self.header(sampleRate: sampleRate, bytes: Self.waveLimit))
    }

    /// Appends little-endian samples. Throws `SpeechError`.
    package func append(_ sound: [UInt8]) throws {
        byteCount.wrappingAdd(sound.count, ordering: .relaxed)
        if case .wave = sink, output != nil, byteCount.load(ordering: .relaxed) > Self.waveLimit {
            throw SpeechError(.storage, "a .wav file holds 4 GB at most, which is 27 hours; choose .mp3 or .m4a")
        }
        try write(sound)
    }

    /// Finishes the file and renames it. Formats with chapters get them in order of their starts. Throws `SpeechError`.
    package func finish(chapters: [SoundChapter] = []) throws {
        switch sink {
        case .wave(let descriptor):
            guard let output else { return }
            let header = Self.header(sampleRate: sampleRate, bytes: byteCount.load(ordering: .relaxed))
            guard header.withUnsafeBytes({ pwrite(descriptor, $0.baseAddress, header.count, 0) }) == header.count else {
                throw failure(errno)
            }
            try output.keep()
        case .encoder(let child, let input):
            hasEnded.store(true, ordering: .relaxed)
            close(input)
            let isLate = !child.ends(by: .now + Self.timeout)
            if isLate { child.kill() }
            let status = child.wait()
            guard !isLate, status == 0 else { throw Self.failure("ffmpeg could not write the file (status \(status))", child) }
            guard let output else { return }
            guard format != .mp3 || MP3InfoFrame.correct(output.descriptor) else { throw failure(errno) }
            guard let ffmpeg, let chaptered, !chapters.isEmpty else {
                chaptered?.remove()
                return try output.keep()
            }
            try add(chapters, to: output, as: chaptered, by: ffmpeg)
            try chaptered.keep()
            output.remove()
        }
    }

    /// Copies the sound unchanged and adds a chapter list in [FFMETADATA1](https://ffmpeg.org/ffmpeg-formats.html#Metadata-2). ffmpeg
    /// rounds to milliseconds; here they are rounded down, so that no chapter starts after its first word.
    private func add(_ chapters: [SoundChapter], to file: PendingFile, as other: PendingFile, by ffmpeg: URL) throws {
        let ends = chapters.dropFirst().map(\.start) + [byteCount.load(ordering: .relaxed) / 2]
        let entries = zip(chapters, ends).map { chapter, end in
            let (from, to) = (chapter.start * 1000 / sampleRate, max(chapter.start, end) * 1000 / sampleRate)
            return "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(from)\nEND=\(to)\ntitle=\(chapter.escapedTitle)\n"
        }
        let list = URL(fileURLWithPath: "\(other.path).chapters")
        defer { unlink(list.path) }
        guard FileManager.default.createFile(atPath: list.path, contents: Data(";FFMETADATA1\n\(entries.joined())".utf8)) else {
            throw failure(errno)
        }
        // The picture comes from outside: if ffmpeg can't use it, it is left out.
        if let picture = cover.flatMap(Self.picture), (try? write(list, picture, file, other, by: ffmpeg)) != nil { return }
        try write(list, [], file, other, by: ffmpeg)
    }

    /// Arguments for a cover, with the format by its first bytes; nil if it is neither JPEG nor PNG.
    private static func picture(_ file: URL) -> [String]? {
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        let readers = ["image/jpeg": "jpeg_pipe", "image/png": "png_pipe"]
        return DocumentCover.type(of: Array(bytes.prefix(16))).flatMap { readers[$0] }.map { ["-f", $0, "-i", "file:\(file.path)"] }
    }

    /// `picture` has the arguments for a cover; empty for none.
    private func write(_ list: URL, _ picture: [String], _ file: PendingFile, _ other: PendingFile, by ffmpeg: URL) throws {
        var arguments = ["-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file", "-i", "file:\(file.path)"]
        arguments += ["-f", "ffmetadata", "-i", "file:\(list.path)"]
        arguments += picture
        arguments += ["-map", "0:a"]
        if !picture.isEmpty { arguments += ["-map", "2:v", "-disposition:v:0", "attached_pic"] }
        arguments += ["-map_metadata:g", "-1", "-map_chapters", "1"]
        arguments += tags
        arguments += ["-c", "copy", "-movflags", "+faststart", "-f", "ipod", "-y", "file:\(other.path)"]
        let child: ChildProcess
        do {
            child = try ChildProcess(
                ffmpeg.path, arguments, environment: ChildProcess.bareEnvironment, complaints: .kept, limits: Self.limits)
        } catch { throw SpeechError(.noEngine, "\(error)") }
        let isLate = !child.ends(by: .now + Self.timeout)
        if isLate { child.kill() }
        let status = child.wait()
        guard !isLate, status == 0 else { throw Self.failure("ffmpeg could not write the chapters (status \(status))", child) }
    }

    /// Aborts instead of `finish`, or after `finish` has failed, and leaves no files.
    package func cancel() {
        if case .encoder(let child, let input) = sink, !hasEnded.exchange(true, ordering: .relaxed) {
            close(input)
            child.kill()
            _ = child.wait()
        }
        discard()
    }

    /// For a process that exits at once: removes the temporary files.
    package func discard() {
        if case .encoder(let child, _) = sink, !hasEnded.load(ordering: .relaxed) { child.kill() }
        output?.remove()
        guard let chaptered else { return }
        chaptered.remove()
        unlink("\(chaptered.path).chapters")
    }

    /// The ffmpeg program, if installed.
    package static func ffmpeg(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> URL? {
        ChildProcess.installed("ffmpeg", path: path)
    }

    /// Arguments can't contain a zero byte.
    private static func inOneLine(_ text: String) -> String {
        text.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }.joined(separator: " ")
    }

    private func write(_ bytes: [UInt8]) throws {
        let descriptor =
            switch sink {
            case .wave(let descriptor): descriptor
            case .encoder(_, let input): input
            }
        guard let problem = bytes.write(to: descriptor, until: .now + Self.timeout) else { return }
        if case .encoder(let child, _) = sink {
            // It closes its input before it writes its last message.
            _ = child.ends(by: .now + Self.farewell)
            throw Self.failure("ffmpeg has ended and takes no more sound", child)
        }
        throw failure(problem)
    }

    private func failure(_ problem: Int32) -> SpeechError { SpeechError(writing: "the sound cannot be written", problem) }

    /// ffmpeg reports the error in its output, not in its exit status.
    private static func failure(_ what: String, _ child: ChildProcess) -> SpeechError {
        let words = child.lastWords()
        let isFull = [ENOSPC, EDQUOT].contains { words.contains(String(cString: strerror($0))) }
        return SpeechError(isFull ? .noRoom : .storage, words.isEmpty ? what : "\(what): \(words)")
    }

    private static func header(sampleRate: Int, bytes: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let (format, size) = (number(1, 2) + number(1, 2), waveHeader - 8 + bytes)
        return Array("RIFF".utf8) + number(min(size, Int(UInt32.max)), 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
            + number(sampleRate, 4) + number(2 * sampleRate, 4) + number(2, 2) + number(16, 2) + Array("data".utf8) + number(bytes, 4)
    }
}

/// A titled position in a sound.
package struct SoundChapter: Hashable, Sendable {
    /// The number of samples before it.
    package let start: Int
    package let title: String

    package init(start: Int, title: String) { (self.start, self.title) = (start, title) }

    /// On one line, with FFMETADATA1's special characters escaped by a backslash.
    fileprivate var escapedTitle: String {
        let line = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(line.flatMap { "=;#\\".contains($0) ? ["\\", $0] : [$0] })
    }
}

/// A file under a temporary name beside its final name.
package final class PendingFile: Sendable {
    package let path: String
    package let descriptor: Int32
    private let url: URL

    /// Throws `SpeechError`.
    package init(_ url: URL) throws {
        self.url = url
        let name = ".\(url.lastPathComponent.prefix(100)).\(getpid())-\(UInt32.random(in: 0...(.max))).part"
        path = url.deletingLastPathComponent().appendingPathComponent(name).path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        let problem = errno
        guard descriptor >= 0 else { throw SpeechError(writing: "'\(url.relativePath)' cannot be written", problem) }
    }

    deinit { close(descriptor) }

    /// Renames the file to its final name and replaces an existing file.
    package func keep() throws {
        guard rename(path, url.path) == 0 else {
            let problem = errno
            throw SpeechError(writing: "'\(url.relativePath)' cannot be written", problem)
        }
    }

    package func remove() { unlink(path) }
}
