import Records
import Testing

@testable import Streaming

/// Checks playlists against RFC 8216, by section.
@Suite("Playlists") struct PlaylistTests {
    private static func tracks(
        sound: Bool = true, picture: Bool = true, rotation: Int = 0, rate: FrameRate? = FrameRate(pictures: 24_000, seconds: 1001)
    )
        -> MediaTracks
    {
        MediaTracks(
            containers: ["mov", "mp4"], bitRate: 1_000_000,
            picture: picture
                ? .init(
                    stream: 0, codec: "h264", profile: "Main", level: 31, pixelFormat: "yuv420p", width: 1280, height: 720,
                    rotation: rotation,
                    rate: rate, bitRate: 1_000_000)
                : nil,
            sounds: sound ? [.init(stream: 1, codec: "aac", sampleRate: 48_000, channels: 6, bitRate: 128_000, language: "eng")] : [])
    }

    /// Key frames at these seconds.
    private static func cuts(_ starts: [Double], end: Double, sound: Double? = nil) -> MediaCuts {
        MediaCuts(
            pieces: starts.map { .init(start: MediaTime(seconds: $0), room: MediaTime(seconds: 1), packets: 24) },
            pictureEnd: starts.isEmpty ? nil : MediaTime(seconds: end), soundStart: .zero, soundEnd: MediaTime(seconds: sound ?? end))
    }

    private static let copied = PlayPlan(picture: .copy, sound: .copy)

    private func lengths(_ text: String) throws -> [Double] {
        try text.matches(of: /#EXTINF:([0-9.]+),/).map { try #require(Double($0.1)) }
    }

    /// Sections 4.1 to 4.3, for what all our media playlists share.
    private func check(_ text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "#EXTM3U")
        #expect(lines.last == "")
        #expect(lines.dropLast().last == "#EXT-X-ENDLIST")
        #expect(!text.contains("\r"))
        #expect(!text.unicodeScalars.contains("\u{FEFF}"))
        #expect(!lines.dropLast().contains(""))
        let target = try #require(text.firstMatch(of: /#EXT-X-TARGETDURATION:([0-9]+)\n/).flatMap { Double($0.1) })
        // 4.3.3.1
        for length in try lengths(text) {
            #expect(length > 0)
            #expect(length.rounded() <= target)
        }
        // Each EXTINF is followed by its segment; 4.3.2.5: version 6 and more for EXT-X-MAP.
        #expect(text.contains("#EXT-X-VERSION:7\n"))
        #expect(text.matches(of: /#EXT-X-MAP:URI="[va]-init\.mp4"\n/).count == 1)
        let segments = text.matches(of: /#EXTINF:[0-9.]+,\n([va])-([0-9]+)\.m4s\n/)
        #expect(segments.count == text.matches(of: /#EXTINF/).count)
        #expect(!segments.isEmpty)
        for (index, segment) in segments.enumerated() { #expect(String(segment.2) == "\(index)") }
    }

    @Test("a copied picture is cut at its key frames, and the lengths add up to the film")
    func copied() throws {
        let playlists = Playlists(Self.tracks(), Self.cuts([0.023, 4.027, 14.53, 19], end: 24.9, sound: 25), Self.copied, size: 1)
        let (picture, sound) = (try #require(playlists.text(of: .picture)), try #require(playlists.text(of: .sound)))
        try check(picture)
        try check(sound)
        #expect(try lengths(picture) == [4.027, 10.503, 4.47, 5.9])
        #expect(try lengths(sound) == [4.027, 10.503, 4.47, 6])
        // 10.503 is rounded to 11; the same target in all (section 6.2.4).
        #expect(picture.contains("TARGETDURATION:11\n"))
        #expect(sound.contains("TARGETDURATION:11\n"))
    }

    @Test("an encoded picture is cut on its grid, which drifts from no rate, and has no segment beyond its last frame")
    func encoded() throws {
        let plan = PlayPlan(picture: .encode, sound: .encode)
        // 23.976 pictures a second: 3 segments of 96 frames and one of 2.
        let end = 290.0 * 1001 / 24_000
        let playlists = Playlists(Self.tracks(), Self.cuts([0], end: end), plan, size: 1)
        let text = try #require(playlists.text(of: .picture))
        try check(text)
        let found = try lengths(text)
        try #require(found.count == 4)
        #expect(found[0] == 4.004)
        #expect(abs(found.reduce(0, +) - end) < 0.00001)
        // The audio has no remainder of two frames.
        #expect(try lengths(try #require(playlists.text(of: .sound))).count == 3)
    }

    @Test("a fast picture is encoded at half its rate, or a quarter")
    func fast() throws {
        for (rate, shown) in [(60, "30.000"), (120, "30.000"), (25, "25.000")] {
            let tracks = Self.tracks(rate: FrameRate(pictures: rate, seconds: 1))
            let text = Playlists(tracks, Self.cuts([0], end: 8), PlayPlan(picture: .encode, sound: .copy), size: 1).text
            #expect(text.contains("FRAME-RATE=\(shown),"), "\(text)")
        }
    }

    @Test("music is cut each six seconds, without a scrap at its end")
    func music() throws {
        for (seconds, wanted) in [(12.02, [6, 6.02]), (3.5, [3.5]), (19.4, [6, 6, 7.4]), (20, [6, 6, 6, 2])] as [(Double, [Double])] {
            let text = try #require(
                Playlists(Self.tracks(picture: false), Self.cuts([], end: seconds), PlayPlan(picture: .nothing, sound: .encode), size: 1)
                    .text(of: .sound))
            try check(text)
            let found = try lengths(text)
            #expect(found.count == wanted.count, "\(found)")
            #expect(abs(found.reduce(0, +) - seconds) < 0.00001, "\(found)")
        }
    }

    @Test("a sound that goes on after the picture is cut further")
    func longSound() throws {
        let playlists = Playlists(Self.tracks(), Self.cuts([0, 5], end: 10, sound: 30), Self.copied, size: 1)
        #expect(try lengths(try #require(playlists.text(of: .sound))) == [5, 5, 6, 6, 6, 2])
        #expect(try lengths(try #require(playlists.text(of: .picture))) == [5, 5])
    }

    @Test("a ladder has ever smaller pictures with one sound, none larger than what is played or needing more bits")
    func ladder() throws {
        func variants(_ tracks: MediaTracks, _ plan: PlayPlan, size: Int = 100_000_000) -> [String] {
            let rungs = plan.ladder(of: tracks).map { Playlists.Rung($0, at: "../\($0.height)/") }
            let lines = Playlists(tracks, Self.cuts([0, 5], end: 10), plan, size: size).text(above: rungs).split(separator: "\n")
            return zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("#EXT-X-STREAM-INF") }.map { "\($0) \($1)" }
        }
        let found = variants(Self.tracks(), Self.copied)
        let sizes = found.map { $0.firstMatch(of: /RESOLUTION=[0-9]+x([0-9]+)/).map { String($0.1) } }
        #expect(found.allSatisfy { $0.contains("AUDIO=\"sound\"") && $0.contains("AVERAGE-BANDWIDTH=") })
        #expect(found.first?.hasSuffix(" video.m3u8") == true)
        #expect(found.last?.hasSuffix(" audio.m3u8") == true)
        // The video has 1,000,000 bits per second: 480 lines may need more, 360 may not.
        #expect(sizes == ["720", "360", nil])
        #expect(found[1].hasSuffix(" ../360/video-5.m3u8"))
        #expect(found[1].contains("AVERAGE-BANDWIDTH=1028000,CODECS=\"\(CodecName.ofEncoded((640, 360))),mp4a.40.2\""))
        #expect(PlayPlan(picture: .encode, sound: .copy, height: 480).ladder(of: Self.tracks()).map(\.height) == [360])
        #expect(PlayPlan(picture: .encode, sound: .copy, height: 360).ladder(of: Self.tracks()).isEmpty)
        #expect(PlayPlan(picture: .nothing, sound: .copy).ladder(of: Self.tracks()).isEmpty)
        let encoded = variants(Self.tracks(), PlayPlan(picture: .encode, sound: .encode))
        try #require(encoded.count == 4)
        #expect(encoded[1].contains("x480"))
        #expect(encoded[2].contains("x360"))
    }

    @Test("pictures of a ladder that are encoded are cut at the same places")
    func boundaries() throws {
        let tracks = Self.tracks(rate: FrameRate(pictures: 60, seconds: 1))
        let plans = PlayPlan(picture: .encode, sound: .copy).ladder(of: tracks)
        let cut = plans.map { Timeline(tracks, Self.cuts([0, 5], end: 30), $0).picture }
        try #require(cut.count == 2)
        #expect(cut[0] == cut[1])
        #expect(cut[0].count == 8)
        // Section 6.2.4: with the target duration of the copied one.
        let rung = try #require(Playlists(tracks, Self.cuts([0, 11], end: 30), plans[0], size: 1).text(of: .picture, targeting: 19))
        #expect(rung.contains("#EXT-X-TARGETDURATION:19\n"))
        #expect(StreamPart(name: "video-19.m3u8") == .rungPlaylist(19))
        #expect(StreamPart(name: "video-0.m3u8") == nil)
    }

    @Test("the master names codecs, size and rate, a group for the sound, and the sound as a variant of its own")
    func master() {
        let text = Playlists(Self.tracks(), Self.cuts([0, 5], end: 10), Self.copied, size: 1).text
        #expect(
            text == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="eng",DEFAULT=YES,AUTOSELECT=YES,LANGUAGE="eng",CHANNELS="6",URI="audio.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1660000,AVERAGE-BANDWIDTH=1128000,CODECS="avc1.4D401F,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=23.976,AUDIO="sound"
                video.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=160000,AVERAGE-BANDWIDTH=128000,CODECS="mp4a.40.2",AUDIO="sound"
                audio.m3u8

                """)
        let turned = Playlists(Self.tracks(rotation: 90), Self.cuts([0], end: 10), PlayPlan(picture: .encode, sound: .nothing), size: 1)
            .text
        #expect(turned.contains("RESOLUTION=406x720"))
        #expect(!turned.contains("AUDIO"))
        #expect(turned.contains("CODECS=\"avc1.640028\""))
        #expect(CodecName.ofEncoded((1920, 1080)) == "avc1.640028")
        #expect(CodecName.ofEncoded((3840, 2160)) == "avc1.640033")
        let music = Playlists(Self.tracks(picture: false), Self.cuts([], end: 10), PlayPlan(picture: .nothing, sound: .copy), size: 1).text
        #expect(!music.contains("video.m3u8"))
        #expect(!music.contains("EXT-X-MEDIA"))
        #expect(music.contains("audio.m3u8"))
    }

    /// The peak and the average of the first variant.
    private func rates(_ tracks: MediaTracks, _ cuts: MediaCuts, _ plan: PlayPlan = Self.copied, size: Int = 1_000_000) throws -> [Int] {
        let found = try #require(
            Playlists(tracks, cuts, plan, size: size).text.firstMatch(of: /INF:BANDWIDTH=([0-9]+),AVERAGE-BANDWIDTH=([0-9]+)/))
        return [try #require(Int(found.1)), try #require(Int(found.2))]
    }

    @Test("BANDWIDTH is that of the largest segments that last between half of the target duration and one and a half times (section 4.1)")
    func peak() throws {
        var cuts = Self.cuts([0, 4, 14, 20, 25], end: 25.5)
        for (index, bytes) in [99_616, 99_488, 299_488, 99_488, 49_488].enumerated() { cuts.pieces[index].bytes = bytes }
        // With 24 packets of 16 bytes and their fragment: 100,128 bytes in 4 s, 100,000 in 10, 300,000 in 6, 100,000 in 5, 50,000 in half a second.
        // The target is 10 seconds. Of the last half a second only with the five seconds before it.
        let silent = PlayPlan(picture: .copy, sound: .nothing)
        #expect(try rates(Self.tracks(), cuts, silent) == [400_000, 203_962])
        // Each key frame begins another fragment: 100 more in the largest are 12,800 bytes.
        cuts.pieces[2].keys = 101
        #expect(try rates(Self.tracks(), cuts, silent)[0] == 417_067)
        cuts.pieces[2].keys = nil
        // The first alone is too short; with the second it is 200,128 bytes in 14 s.
        for index in 1..<5 { cuts.pieces[index].bytes = 0 }
        #expect(try rates(Self.tracks(), cuts, silent)[0] == 57_509)
        // A file shorter than any segment counts as a whole.
        var short = Self.cuts([0], end: 0.25)
        short.pieces[0].bytes = 9488
        #expect(try rates(Self.tracks(), short, silent) == [320_000, 320_000])
        // Files analysed by earlier versions count as before.
        cuts.pieces[3].bytes = nil
        #expect(try rates(Self.tracks(), cuts, silent) == [1_500_000, 1_000_000])
    }

    @Test("a long gap between key frames costs no comparison of each segment with all others", .timeLimit(.minutes(10)))
    func gap() throws {
        // 50,000 pieces of 4 seconds, then one as long as all of them.
        let starts = (0..<50_000).map { Double($0) * 4 }
        var cuts = Self.cuts(starts, end: 400_000)
        for index in cuts.pieces.indices { cuts.pieces[index].bytes = index == 100 ? 1_000_000 : 9_488 }
        let silent = PlayPlan(picture: .copy, sound: .nothing)
        // Of windows of 30 to 90 seconds, the one with the large piece that is the shortest: eight pieces, 32 seconds.
        #expect(try rates(Self.tracks(), cuts, silent)[0] == (1_000_512 + 7 * 10_000) * 8 / 32)
        // A piece that is longer than such a window counts alone.
        cuts.pieces[49_999].bytes = 40_000_000_000
        #expect(try rates(Self.tracks(), cuts, silent)[0] > 1_500_000)
    }

    @Test("bit rates that no file has are held at a bound, and their sums don't overflow")
    func huge() throws {
        for said in [Int.max, Int.max / 2, Int.min, -1, 0] {
            var tracks = Self.tracks()
            (tracks.bitRate, tracks.sounds[0].bitRate) = (said, said)
            tracks.picture?.bitRate = said
            tracks.sounds += (2..<40).map { .init(stream: $0, codec: "aac", sampleRate: 48_000, channels: 2, bitRate: said) }
            for plan in [Self.copied, PlayPlan(picture: .copy, sound: .encode), PlayPlan(picture: .encode, sound: .copy)] {
                #expect(try rates(tracks, Self.cuts([0], end: 10), plan).allSatisfy { (1...1_000_000_000_000).contains($0) })
            }
            tracks.picture?.bitRate = nil
            #expect(try rates(tracks, Self.cuts([0], end: 10)).allSatisfy { (1...1_000_000_000_000).contains($0) })
        }
    }

    @Test("the sound's peak is that of its busiest two seconds, and the picture's is added to it")
    func soundPeak() throws {
        var cuts = Self.cuts([0], end: 20)
        cuts.soundFlow = MediaCuts.Flow(packets: 1000, bytes: 191_488, most: 24_872)
        cuts.pieces[0].bytes = 1_999_488
        // 191,488 bytes, 1000 entries and four fragments are 200,000.
        let (music, alone) = (Self.tracks(picture: false), PlayPlan(picture: .nothing, sound: .copy))
        #expect(try rates(music, Self.sounding(cuts), alone) == [103_200, 80_000])
        #expect(try rates(Self.tracks(), cuts) == [103_200 + 800_000, 79_847 + 800_000])
        // Without packet data: the file's stated rate plus overhead.
        cuts.soundFlow = nil
        #expect(try rates(music, Self.sounding(cuts), alone) == [160_000, 128_000])
    }

    private static func sounding(_ cuts: MediaCuts) -> MediaCuts {
        MediaCuts(soundStart: .zero, soundEnd: cuts.soundEnd, soundFlow: cuts.soundFlow)
    }

    @Test("what a file doesn't say of its tracks is that of all of it, each counted once; a sound without loss takes what its samples do")
    func unstated() throws {
        var tracks = Self.tracks()
        tracks.picture?.bitRate = nil
        #expect(try rates(tracks, Self.cuts([0], end: 10))[1] == 1_000_000)
        tracks.bitRate = nil
        #expect(try rates(tracks, Self.cuts([0], end: 10), size: 2_500_000)[1] == 2_000_000)
        tracks.sounds[0].bitRate = nil
        #expect(try rates(tracks, Self.cuts([0], end: 10), size: 2_500_000)[1] == 2_000_000)
        tracks.sounds[0].codec = "flac"
        (tracks.sounds[0].channels, tracks.bitRate) = (2, 5_000_000)
        #expect(try rates(tracks, Self.cuts([0], end: 10))[1] == 5_000_000)
        let alone = Playlists(tracks, Self.cuts([], end: 10), PlayPlan(picture: .nothing, sound: .copy), size: 1).text
        #expect(alone.contains("AVERAGE-BANDWIDTH=1536000,"))
    }
}
