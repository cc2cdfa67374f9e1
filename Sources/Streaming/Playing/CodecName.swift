import Records

/// Codec names in playlists (RFC 6381). Players skip streams with unknown names, so names contain only what ffprobe reports.
enum CodecName {
    /// `avc1.640028`, for our own encoded video.
    static func ofEncoded(_ size: (width: Int, height: Int)) -> String { "avc1.6400\(hexadecimal(level(ofEncoded: size)))" }

    /// The H.264 level (ITU-T H.264, table A-1) times ten, by the number of 16 × 16 blocks in a frame.
    static func level(ofEncoded size: (width: Int, height: Int)) -> Int {
        let blocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
        return blocks <= 8192 ? 40 : blocks <= 36_864 ? 51 : 62
    }

    static func of(_ picture: MediaTracks.Picture) -> String {
        let level = picture.level ?? 0
        switch picture.codec {
        case "hevc":
            let profile = picture.profile == "Main 10" ? "2.4" : "1.6"
            return "hvc1.\(profile).L\(level > 0 ? level : 120).B0"
        case "av1": return "av01.0.\(twoDigits(level > 0 ? level : 8))M.\(picture.pixelFormat == "yuv420p10le" ? "10" : "08")"
        case "vp9": return "vp09.00.\(twoDigits(level > 0 ? level : 41)).08"
        default:
            let profile =
                switch picture.profile {
                case "Baseline": "4200"
                case "Constrained Baseline": "42C0"
                case "Main": "4D40"
                case "Extended": "5800"
                default: "6400"
                }
            return "avc1.\(profile)\(hexadecimal(level > 0 ? level : 40))"
        }
    }

    static func of(_ sound: MediaTracks.Sound, encoded: Bool) -> String {
        guard !encoded else { return "mp4a.40.2" }
        return switch sound.codec {
        case "opus": "opus"
        case "flac": "fLaC"
        case "alac": "alac"
        case "ac3": "ac-3"
        case "eac3": "ec-3"
        default: sound.profile == "HE-AAC" ? "mp4a.40.5" : sound.profile == "HE-AACv2" ? "mp4a.40.29" : "mp4a.40.2"
        }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func hexadecimal(_ number: Int) -> String {
        let text = String(min(number, 255), radix: 16, uppercase: true)
        return text.count < 2 ? "0\(text)" : text
    }
}
