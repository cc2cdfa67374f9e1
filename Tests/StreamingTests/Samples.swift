import Foundation
import Records
import TestSupport
import Testing

@testable import Streaming

/// Short films and sounds, generated on demand by ffmpeg: 160×90, a few seconds.
final class Samples: Sendable {
    let folder: TemporaryFolder
    let ffmpeg: FFmpeg

    static let picture = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=9"]
    static let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=9"]
    static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p"]

    init() throws {
        folder = try TemporaryFolder()
        ffmpeg = try #require(FFmpeg.installed(), "Scripts/prepare installs ffmpeg")
    }

    /// Creates a file in the folder; `arguments` go between ffmpeg's options and the name.
    @discardableResult
    func make(_ name: String, _ arguments: [String]) throws -> URL {
        let file = folder.url.appendingPathComponent(name)
        try run(["-y"] + arguments + ["file:\(file.path)"])
        return file
    }

    /// ffmpeg's standard output.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let output = folder.url.appendingPathComponent(".output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-nostdin"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "ffmpeg \(arguments.joined(separator: " "))")
        return try String(contentsOf: output, encoding: .utf8)
    }

    /// A file of the folder as a library entry.
    func look(into name: String) async throws -> MediaFile {
        let open = try OpenFile(name, in: folder.url.path)
        let contents = try await Probe(ffmpeg).contents(of: open)
        return MediaFile(
            id: 1, place: .init(folder: folder.url.path, path: name, size: open.size, modified: open.modified),
            name: MediaNaming.name(of: name, nil, .init()), contents: contents, added: open.modified)
    }

    /// Writes all playlists and segments of a file into a folder, and returns its master.
    func stream(_ file: MediaFile, _ plan: PlayPlan) async throws -> URL {
        guard case .playable(let tracks, let cuts) = file.contents else {
            Issue.record("\(file.contents)")
            throw StreamingError(.unplayable, "\(file.contents)")
        }
        let place = folder.url.appendingPathComponent("stream-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let maker = SegmentMaker(ffmpeg, keptIn: place.appendingPathComponent("cache"))
        let playlists = Playlists(tracks, cuts, plan, size: file.place.size)
        try Data(playlists.text.utf8).write(to: place.appendingPathComponent(StreamPart.master.name))
        for track in [StreamPart.Track.picture, .sound] {
            guard let text = playlists.text(of: track) else { continue }
            try Data(text.utf8).write(to: place.appendingPathComponent(StreamPart.playlist(track).name))
            let count = text.split(separator: "\n").count { $0.hasPrefix("#EXTINF") }
            // Out of order, as players seek.
            for part in (0..<count).reversed().map({ StreamPart.segment(track, $0) }) + [.beginning(track)] {
                let made = try #require(try await maker.made(part, of: file, plan, for: 1), "\(part)")
                let bytes = try made.bytes(0..<made.size)
                try Data(bytes).write(to: place.appendingPathComponent(part.name))
            }
        }
        return place.appendingPathComponent(StreamPart.master.name)
    }

    /// The times of decoded frames in seconds, and the end of the last one.
    func times(of file: URL, _ kind: String) throws -> (shown: [Double], end: Double) {
        let isPlaylist = file.pathExtension == "m3u8"
        let text = try run(
            (isPlaylist ? ["-allowed_extensions", "ALL"] : []) + ["-i", "file:\(file.path)", "-map", "0:\(kind):0", "-f", "framecrc", "-"])
        let scale = try #require(text.firstMatch(of: /#tb 0: ([0-9]+)\/([0-9]+)/))
        let unit = try #require(Double(scale.1)) / #require(Double(scale.2))
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) ?? 0 }
        }
        let last = try #require(lines.last)
        return (lines.map { $0[2] * unit }, (last[2] + last[3]) * unit)
    }
}
