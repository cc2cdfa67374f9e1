import Foundation
import Operating
import Records
import Storage
import TestSupport
import Testing

@testable import Streaming

@Suite("Scanning media files") struct LookingTests {
    @Test("a file may say that it is of any time", arguments: [Int.min, -1, 0, 1_700_000_000, .max])
    func anyTime(seconds: Int) {
        let time = Timestamp(timespec(tv_sec: seconds, tv_nsec: 5_000_000))
        if abs(Double(seconds)) < 1e10 { #expect(time.milliseconds == Int64(seconds) * 1000 + 5) }
        #expect(time <= Timestamp(milliseconds: .max))
        #expect(time >= Timestamp(milliseconds: .min))
    }

    @Test("what ffprobe says becomes tracks: a cover is no picture, and text numbers are numbers")
    func answer() throws {
        let tracks = try Probe.tracks(
            in: Array(
                """
                {"streams": [
                  {"index": 0, "codec_name": "mjpeg", "codec_type": "video", "width": 500, "height": 500, "disposition": {"attached_pic": 1}},
                  {"index": 1, "codec_name": "h264", "codec_type": "video", "profile": "High", "level": 40, "width": 1920, "height": 1080,
                   "pix_fmt": "yuv420p", "avg_frame_rate": "0/0", "r_frame_rate": "24000/1001", "side_data_list": [{"rotation": -90}]},
                  {"index": 2, "codec_name": "aac", "codec_type": "audio", "sample_rate": "48000", "channels": 6, "tags": {"language": "deu"}},
                  {"index": 3, "codec_name": "ac3", "codec_type": "audio", "sample_rate": "48000", "channels": 2, "disposition": {"default": 1}},
                  {"index": 4, "codec_type": "data"}, {"index": 5, "codec_name": "subrip", "codec_type": "subtitle"}],
                 "format": {"format_name": "matroska,webm", "start_time": "-0.007000", "duration": "N/A", "tags": {"TITLE": "A film"}}}
                """.utf8))
        #expect(tracks.containers == ["matroska", "webm"])
        #expect(tracks.origin.microseconds == -7000)
        #expect(tracks.statedDuration == nil)
        #expect(tracks.cover == 0)
        #expect(tracks.picture?.stream == 1)
        #expect(tracks.picture?.rate == FrameRate(pictures: 24_000, seconds: 1001))
        #expect(tracks.picture?.rotation == 270)
        #expect(tracks.picture?.shownSize.width == 1080)
        try #require(tracks.sounds.count == 2)
        #expect(tracks.sound?.codec == "ac3")
        #expect(tracks.sounds[0].language == "deu")
        #expect(tracks.tags["title"] == "A film")
        #expect(tracks.subtitles == [.init(stream: 5, codec: "subrip")])
    }

    @Test(
        "what is no answer, or has nothing to play, is refused",
        arguments: [
            ("", MediaFault.unclear), ("[]", .unclear), ("{}", .unclear),
            (#"{"format": {}, "streams": [{"index": 0, "codec_type": "data"}]}"#, .trackless),
        ])
    func refused(text: String, fault: MediaFault) { #expect(throws: fault) { try Probe.tracks(in: Array(text.utf8)) } }

    @Test("why ffprobe can’t read a file is what it says of its error")
    func reason() {
        let answer = #"{"error": {"code": -1094995529, "string": "Invalid data found when processing input"}}"#
        #expect(Probe.fault(in: Array(answer.utf8)) == .unreadable("Invalid data found when processing input"))
        #expect(Probe.fault(in: []) == nil)
        #expect(Probe.fault(in: Array(#"{"format": {}}"#.utf8)) == nil)
    }

    private func scan(_ lines: String, step: Int = 7, sounds: [Int] = [1], stated: Double? = nil) -> MediaCuts {
        let tracks = MediaTracks(
            containers: ["mp4"], origin: MediaTime(seconds: 1), statedDuration: stated.map { MediaTime(seconds: $0) },
            picture: .init(stream: 0, codec: "h264", width: 16, height: 16, rate: FrameRate(pictures: 1, seconds: 1)),
            sounds: sounds.map { .init(stream: $0, codec: "aac", sampleRate: 48_000, channels: 2) })
        let scan = PacketScan(tracks)
        let bytes = Array(lines.utf8)
        for start in stride(from: 0, to: bytes.count, by: step) { scan.take(bytes[start..<min(start + step, bytes.count)]) }
        return scan.finish()
    }

    @Test("a last packet without a length is as long as the one before, and one that lasts beyond the file ends with it")
    func lastPacket() {
        let unstated = "1,1.000000,1.000000,N/A,100,K_\n1,1.500000,1.500000,N/A,100,K_\n1,2.000000,2.000000,N/A,100,K_\n"
        #expect(scan(unstated).soundEnd?.seconds == 1.5)
        let long = "1,1.000000,1.000000,1.000000,100,K_\n1,2.000000,2.000000,1.000000,100,K_\n"
        #expect(scan(long, stated: 1.2).soundEnd?.seconds == 1.2)
        // A container's end that is wrong by more than a packet is ignored.
        for stated in [0.9, 2.5] { #expect(scan(long, stated: stated).soundEnd?.seconds == 2) }
    }

    @Test("of several sounds each has its time, and another one can be the one that plays")
    func sounds() throws {
        let lines = "1,1.000000,1.000000,1.000000,100,K_\n3,2.000000,2.000000,4.000000,250,K_\n2,1.000000,1.000000,9.000000,100,K_\n"
        let cuts = scan(lines, sounds: [1, 3])
        #expect(cuts.soundEnd?.seconds == 1)
        #expect(cuts.sounds?.keys.sorted() == [1, 3])
        #expect(cuts.playing(sound: 2) == nil)
        let other = try #require(cuts.playing(sound: 3))
        #expect(other.soundStart?.seconds == 1)
        #expect(other.soundEnd?.seconds == 5)
        #expect(cuts.soundFlow?.bytes == 100)
        #expect(other.soundFlow == MediaCuts.Flow(packets: 1, bytes: 250, most: 250))
        #expect(scan("1,1.000000,1.000000,1.000000,100,K_\n").sounds == nil)
    }

    @Test("the most that comes in any two seconds is found, wherever they are, and whatever a file says of times")
    func flow() {
        /// Packets of 10 bytes every tenth of a second, larger ones for a while.
        func most(_ more: Int, _ times: Range<Int>) -> Int {
            var measure = FlowMeasure()
            for tenth in 0..<200 {
                measure.add(times.contains(tenth) ? more : 10, at: MediaTime(seconds: Double(tenth) / 10))
            }
            #expect(measure.flow.packets == 200)
            return measure.flow.most
        }
        #expect(most(10, 0..<1) == 200)
        #expect(most(1000, 50..<51) == 1190)
        #expect(most(100, 190..<200) == 1100)
        // Two seconds that start on a quarter second.
        #expect(most(100, 60..<80) == 2000)
        #expect(most(100, 61..<81) > 1700)
        var jumping = FlowMeasure()
        for seconds in [-5, 3, 1e9, 2, -1e9, 1e9] { jumping.add(100, at: MediaTime(seconds: seconds)) }
        #expect(jumping.flow.bytes == 600)
        #expect((400...600).contains(jumping.flow.most))
        let strange = scan("1,1.000000,1.000000,1.000000,N/A,K_\n1,2.000000,2.000000,1.000000,99999999999,K_\n").soundFlow
        #expect(strange?.packets == 2)
        #expect(strange?.bytes == Int(Int32.max))
        #expect(scan("0,1.000000,1.000000,1.000000,5,K_\n").soundFlow == nil)
    }

    @Test("packets become pieces of four seconds and more, however the lines are cut")
    func packets() {
        let lines = (0..<10).map {
            "0,\($0 + 1).000000,\($0).900000,1.000000,\($0 % 3 == 0 ? 1000 : 10),\($0 % 3 == 0 ? "K_" : "__")\n1,\($0 + 1).500000,\($0 + 1).500000,1.000000,7,K_,\n"
        }.joined()
        for step in [1, 7, 1000] {
            let cuts = scan(lines, step: step)
            #expect(cuts.pieces.map(\.start.seconds) == [0, 6])
            #expect(cuts.pieces.map(\.packets) == [6, 4])
            #expect(cuts.pieces.map(\.keys) == [2, 2])
            #expect(cuts.pieces.map(\.bytes) == [2040, 2020])
            #expect(cuts.soundFlow == MediaCuts.Flow(packets: 10, bytes: 70, most: 14))
            #expect(cuts.pieces.map(\.room.seconds) == [3, 3])
            #expect(cuts.pictureEnd?.seconds == 10)
            #expect(cuts.soundStart?.seconds == 0.5)
            #expect(cuts.soundEnd?.seconds == 10.5)
            #expect(cuts.end.seconds == 10.5)
        }
    }

    @Test("key frames without times, or going back, can't be cut at; the end is known all the same")
    func broken() {
        #expect(scan("0,N/A,1.000000,1.000000,100,K_\n0,N/A,2.000000,1.000000,100,__\n").pieces.isEmpty)
        let back = scan("0,5.000000,5.000000,1.000000,100,K_\n0,2.000000,2.000000,1.000000,100,K_\n")
        #expect(back.pieces.isEmpty)
        #expect(back.pictureEnd?.seconds == 5)
        #expect(scan("nonsense\n\n,,,,\n0,99999999999999999999.000000,1,1,1,K\n").pieces.isEmpty)
    }

    @Test("nothing outside the folder is listed or opened, whatever links lead there")
    func confined() throws {
        let (inside, outside) = (try TemporaryFolder(), try TemporaryFolder())
        let canary = try outside.file("canary.mp4", [1, 2, 3])
        _ = try inside.file("film.mp4", [4])
        let manager = FileManager.default
        try manager.createSymbolicLink(at: inside.url.appendingPathComponent("link.mp4"), withDestinationURL: canary)
        try manager.createSymbolicLink(at: inside.url.appendingPathComponent("folder"), withDestinationURL: outside.url)
        #expect(mkfifo(inside.url.appendingPathComponent("pipe.mp4").path, 0o600) == 0)
        #expect(try LibraryFolder(inside.url.path).files(atMost: 100).map(\.path) == ["film.mp4"])
        #expect(try OpenFile("film.mp4", in: inside.url.path).bytes(0..<9) == [4])
        for path in [
            "link.mp4", "folder/canary.mp4", "../\(outside.url.lastPathComponent)/canary.mp4", "pipe.mp4", "", ".", "none.mp4",
            "film.mp4\u{0}x",
        ] {
            #expect(throws: StreamingError.self, "\(path)") { try OpenFile(path, in: inside.url.path) }
        }
    }

    @Test("a folder below that can’t be read for now keeps what is known; one that is gone, or is never for us, is passed over")
    func unreadable() throws {
        let inside = try TemporaryFolder()
        for name in ["a", "b"] {
            let folder = inside.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data([1]).write(to: folder.appendingPathComponent("film.mp4"))
        }
        func paths(failing name: String, _ code: Int32) throws -> [String] {
            let folder = LibraryFolder(inside.url.path) { path in
                guard path.hasSuffix("/\(name)") else { return opendir(path) }
                errno = code
                return nil
            }
            return try folder.files(atMost: 100).map(\.path)
        }
        #expect(try paths(failing: "none", 0) == ["a/film.mp4", "b/film.mp4"])
        for code in [ENOENT, ENOTDIR, EACCES] { #expect(try paths(failing: "b", code) == ["a/film.mp4"], "\(code)") }
        for code in [EIO, ESTALE, ENOTCONN, EMFILE] {
            #expect(throws: StreamingError.self, "\(code)") { try paths(failing: "b", code) }
        }
        // The folder itself is never treated as empty.
        #expect(throws: StreamingError.self) { try paths(failing: inside.url.lastPathComponent, ENOENT) }
    }

    @Test("the library notes new, changed and vanished files, and a file keeps its number when it comes back")
    func library() async throws {
        let (samples, data) = (try Samples(), try TemporaryFolder())
        let store = try Store(in: data.url)
        try samples.make("film.mp4", Samples.picture + ["-t", "1"] + Samples.h264)
        _ = try samples.folder.file("broken.mkv", Array("no film".utf8))
        _ = try samples.folder.file("words.txt", [1])
        let library = MediaLibrary(
            [samples.folder.url.path], ffmpeg: samples.ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"))
        try await library.scan()
        let files = try await store.media.mediaFiles(limit: 10)
        try #require(files.map(\.name.title) == ["broken", "film"])
        #expect(files[0].duration == nil)
        #expect(files[1].duration?.seconds == 1)
        let film = samples.folder.url.appendingPathComponent("film.mp4")
        let aside = data.url.appendingPathComponent("aside.mp4")
        try FileManager.default.moveItem(at: film, to: aside)
        try await library.scan()
        #expect(try await store.media.mediaFiles(limit: 10).map(\.name.title) == ["broken"])
        #expect(try await store.media.mediaFile(files[1].id) == nil)
        try FileManager.default.moveItem(at: aside, to: film)
        try await library.scan()
        #expect(try await store.media.mediaFiles(searching: "FIL", limit: 10).map(\.id) == [files[1].id])
        try samples.make("film.mp4", Samples.picture + ["-t", "2"] + Samples.h264)
        try await library.scan()
        let changed = try #require(try await store.media.mediaFile(files[1].id))
        #expect(changed.duration?.seconds == 2)
        #expect(changed.added == files[1].added)
        await #expect(throws: StreamingError.self) { try await library.open(files[1]) }
        for text in ["%", "\"", "-", "fm", "film broken", "NOT film"] {
            #expect(try await store.media.mediaFiles(searching: text, limit: 10).isEmpty, "\(text)")
        }
        #expect(try await store.media.mediaFiles(searching: " FÍ* ", kind: .film, limit: 10).map(\.id) == [files[1].id])
        #expect(try await store.media.mediaFiles(searching: " ", limit: 10).count == 2)
    }

    @Test("that ffprobe can’t be started isn’t noted of a file, and the next look tries again")
    func away() async throws {
        let (samples, data, programs) = (try Samples(), try TemporaryFolder(), try TemporaryFolder())
        let store = try Store(in: data.url)
        try samples.make("song.mp3", Samples.sound + ["-t", "1"])
        let probe = programs.url.appendingPathComponent("ffprobe")
        let others = FFmpeg(folder: programs.url)
        func scan(by ffmpeg: FFmpeg) async throws -> [MediaFile] {
            let cache = data.url.appendingPathComponent("cache")
            try await MediaLibrary([samples.folder.url.path], ffmpeg: ffmpeg, store: store, cache: cache).scan()
            return try await store.media.mediaFiles(limit: 10)
        }
        func code(within timeout: Duration) async throws -> StreamingError.Code? {
            let file = try OpenFile("song.mp3", in: samples.folder.url.path)
            let error = await #expect(throws: StreamingError.self) {
                try await others.output(.ffprobe, [], of: file, atMost: 100, within: timeout)
            }
            return error?.code
        }
        // The program doesn't exist.
        #expect(try await scan(by: others).isEmpty)
        // Its libraries are being replaced.
        try makeProgram("exit 127", at: probe)
        #expect(try await scan(by: others).isEmpty)
        try makeProgram("exec sleep 100000", at: probe)
        #expect(try await code(within: .zero) == .program)
        try makeProgram("exit 3", at: probe)
        #expect(try await code(within: .seconds(3600)) == .program)
        #expect(try await scan(by: samples.ffmpeg).map { $0.duration != nil } == [true])
    }

    @Test(
        "a picture beside a file is its own by its name, or of all music in the folder",
        arguments: [
            ("Film.mkv", ["film.jpg", "cover.jpg", "film 2.jpg"], "film.jpg"),
            ("Film.mkv", ["film-poster.png", "film-thumb.jpg"], "film-poster.png"),
            ("Film.2.mkv", ["film.jpg", "film.2.jpeg"], "film.2.jpeg"), ("01.mp3", ["folder.jpg", "cover.webp", "back.jpg"], "cover.webp"),
            ("01.mp3", ["back.jpg", "02.jpg"], nil), ("01.mp3", [], nil),
        ] as [(String, [String], String?)])
    func coverArt(file: String, pictures: [String], own: String?) {
        let names = Dictionary(uniqueKeysWithValues: pictures.map { ($0, $0.uppercased()) })
        #expect(CoverArt.name(beside: file, among: names) == own?.uppercased())
        #expect(pictures.allSatisfy(CoverArt.isPicture))
        #expect(!CoverArt.isPicture(file))
        #expect(!CoverArt.isPicture("jpg"))
        #expect(own.map { CoverArt.isOwn("a/\($0)", of: "a/\(file)") } == own.map { !$0.hasPrefix("cover") })
    }

    @Test("a poster is that of a film alone in its folder")
    func posters() {
        let names = ["poster.jpg": "poster.jpg", "film-poster.jpg": "film-poster.jpg"]
        #expect(CoverArt.name(beside: "Other.mkv", among: names, isAlone: true) == "poster.jpg")
        #expect(CoverArt.name(beside: "Other.mkv", among: names) == nil)
        #expect(CoverArt.name(beside: "Film.mkv", among: names, isAlone: true) == "film-poster.jpg")
        #expect(CoverArt.isOwn("a/poster.jpg", of: "a/Other.mkv"))
    }

    @Test("a picture beside a file is drawn for it, one that comes later too; what is no picture leaves a film its frame")
    func pictures() async throws {
        let (samples, data) = (try Samples(), try TemporaryFolder())
        let store = try Store(in: data.url)
        let red = ["-f", "lavfi", "-i", "color=red:size=900x600", "-frames:v", "1"]
        try samples.make("song.mp3", Samples.sound + ["-t", "1"])
        try samples.make("film.mkv", Samples.picture + ["-t", "1"] + Samples.h264)
        try samples.make("Cover.PNG", red + ["-f", "image2", "-c:v", "png"])
        let library = MediaLibrary(
            [samples.folder.url.path], ffmpeg: samples.ffmpeg, store: store, cache: data.url.appendingPathComponent("cache"))
        func found(_ title: String) async throws -> MediaFile {
            try await library.scan()
            return try #require(try await store.media.mediaFiles(searching: title, limit: 1).first)
        }
        /// Width and height of a JPEG by its first frame header (ITU-T T.81, B.2.2).
        func size(_ jpeg: [UInt8]) throws -> [Int] {
            let place = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
            return [7, 5].map { Int(jpeg[place + $0]) << 8 | Int(jpeg[place + $0 + 1]) }
        }
        let song = try await found("song")
        #expect(song.coverArt == "Cover.PNG")
        let first = try #require(try await library.maker.art(of: song, for: 1))
        #expect(try size(first.jpeg) == [480, 320])
        // A cover isn't used for films: they use their own frames unless a picture has their name.
        let frame = try #require(try await library.maker.art(of: try await found("film"), for: 1))
        #expect(try size(frame.jpeg) == [160, 90])
        try samples.make("film-poster.jpg", red)
        #expect(try size(try #require(try await library.maker.art(of: try await found("film"), for: 1)).jpeg) == [480, 320])
        _ = try samples.folder.file("film.jpg", Array("no picture".utf8))
        let broken = try await found("film")
        #expect(broken.coverArt == "film.jpg")
        #expect(try await library.maker.art(of: broken, for: 1)?.name == frame.name)
        _ = try samples.folder.file("film.jpg", [0xFF, 0xD8, 0xFF] + Array("no picture".utf8))
        #expect(try await library.maker.art(of: broken, for: 1)?.name == frame.name)
        // A replaced picture is another picture, and a deleted one is none.
        try samples.make("Cover.PNG", ["-f", "lavfi", "-i", "color=blue:size=100x100", "-frames:v", "1", "-f", "image2", "-c:v", "png"])
        let second = try #require(try await library.maker.art(of: try await found("song"), for: 1))
        #expect(try size(second.jpeg) == [100, 100])
        #expect(second.name != first.name)
        try FileManager.default.removeItem(at: samples.folder.url.appendingPathComponent("Cover.PNG"))
        let bare = try await found("song")
        #expect(bare.coverArt == nil)
        #expect(bare.id == song.id)
        #expect(try await library.maker.art(of: bare, for: 1) == nil)
        #expect(try await library.maker.art(of: song, for: 1) == nil)
        // A link that leaves the folder is ignored.
        try FileManager.default.createSymbolicLink(
            at: samples.folder.url.appendingPathComponent("cover.jpg"), withDestinationURL: data.url.appendingPathComponent("x.jpg"))
        #expect(try await found("song").coverArt == nil)
    }

    @Test("the cache holds no more than it may, and drops what wasn't used for longest")
    func cache() throws {
        let folder = try TemporaryFolder()
        let cache = FileCache(in: folder.url, atMost: 1000)
        for index in 0..<5 { cache.keep([UInt8](repeating: UInt8(index), count: 200), named: "\(index)") }
        #expect(cache.bytes(named: "0")?.count == 200)
        cache.keep([9], named: "5")
        #expect(cache.size <= 1000)
        #expect(cache.bytes(named: "0") != nil)
        #expect(cache.bytes(named: "1") == nil)
        #expect(cache.bytes(named: "5") == [9])
        cache.keep([UInt8](repeating: 0, count: 251), named: "large")
        #expect(cache.bytes(named: "large") == nil)
        let again = FileCache(in: folder.url, atMost: 1000)
        #expect(again.size == cache.size)
        #expect(again.bytes(named: "5") == [9])
    }

    @Test("of a file that somebody has removed the cache no longer says that it is there, and counts it no more")
    func removed() throws {
        let folder = try TemporaryFolder()
        let cache = FileCache(in: folder.url, atMost: 1000)
        cache.keep([1, 2, 3], named: "a")
        cache.keep([4], named: "b")
        cache.keep([5, 6], named: "c")
        for name in ["a", "b"] { try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name)) }
        #expect(!cache.use("a"))
        #expect(cache.bytes(named: "b") == nil)
        #expect(cache.use("c"))
        #expect(cache.size == 2)
        cache.keep(fileNamed: "a")
        #expect(!cache.use("a"))
        #expect(cache.size == 2)
    }

    @Test(
        "a file that is no fragmented MP4, or ends within a box, is none",
        arguments: [[], [0, 0, 0, 8], Array("\0\0\0\u{10}ftypisom".utf8), [0, 0, 0, 0, 109, 111, 111, 102]] as [[UInt8]])
    func boxes(bytes: [UInt8]) {
        for length in [1, 7, 1000] { #expect(!taken(bytes, length).0.isWhole) }
    }

    /// A file received in pieces, and what was passed on.
    private func taken(_ bytes: [UInt8], _ length: Int) -> (FragmentedFile, [UInt8]) {
        var (file, kept): (FragmentedFile, [UInt8]) = (FragmentedFile(shift: .zero), [])
        for start in stride(from: 0, to: bytes.count, by: length) {
            file.take(bytes[start..<min(start + length, bytes.count)]) { kept += $0 }
        }
        return (file, kept)
    }

    @Test("however a fragmented MP4 is cut, its beginning and its fragments are the same, and other boxes are left out")
    func cuts() {
        func box(_ type: String, _ body: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(8 + body.count)] + Array(type.utf8) + body }
        let long = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 19, 7, 8, 9]
        let (beginning, fragments) = (
            box("ftyp", [1, 2]) + box("moov", []), box("moof", [3]) + box("mdat", [4, 5]) + box("moof", []) + long
        )
        let bytes = beginning + box("free", [6, 6]) + fragments + box("mfra", [])
        for length in 1...bytes.count {
            let (file, kept) = taken(bytes, length)
            #expect(file.isWhole, "pieces of \(length)")
            #expect(file.beginning == beginning, "pieces of \(length)")
            #expect(kept == fragments, "pieces of \(length)")
            #expect(!taken(bytes.dropLast(), length).0.isWhole)
        }
    }

    @Test("a file that is being sent stays readable while others take its place, and the disk has a bound all the same")
    func held() throws {
        let folder = try TemporaryFolder()
        let cache = FileCache(in: folder.url, atMost: 1000)
        func keep(_ name: String) throws {
            let draft = try #require(cache.draft())
            draft.write([UInt8](repeating: 7, count: 200)[...])
            #expect(cache.keep(draft, named: name))
        }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
        try keep("a")
        var held: [String: OpenFile] = ["a": try #require(OpenFile("a", in: cache))]
        for index in 0..<20 { try keep("\(index)") }
        #expect(cache.size <= 1000)
        #expect(held["a"]?.size == 200)
        #expect(try held["a"]?.bytes(0..<200).count == 200)
        // All slots are sending: ten continue, and the oldest are ended early.
        for index in 20..<40 {
            try keep("\(index)")
            held["\(index)"] = OpenFile("\(index)", in: cache)
        }
        #expect(cache.size <= 2000)
        #expect(try names().count * 200 == cache.size)
        #expect(try held["a"]?.bytes(0..<200) == [])
        #expect(try held["39"]?.bytes(0..<200).count == 200)
        held = [:]
        try keep("last")
        #expect(cache.size <= 1000)
        #expect(cache.use("last"))
    }

    @Test("what is written of a file that isn’t kept leaves nothing behind")
    func drafts() throws {
        let folder = try TemporaryFolder()
        let cache = FileCache(in: folder.url, atMost: 100)
        do {
            let draft = try #require(cache.draft())
            draft.write([1, 2, 3])
            let large = try #require(cache.draft())
            large.write([UInt8](repeating: 0, count: 26)[...])
            #expect(!cache.keep(large, named: "large"))
            #expect(!cache.use("large"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
}
