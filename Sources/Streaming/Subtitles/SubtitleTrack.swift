import Glibc
package import Localisation
import Operating
package import Records

/// A subtitle track of a film: inside the file, or in a file beside it such as `Film.en.srt`.
package struct SubtitleTrack: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// A stream of the film's file, by its number.
        case inside(Int)
        /// A file in the film's folder, by its name.
        case beside(String)
    }

    /// The id in addresses: `s3` inside, `f0` beside.
    package let id: String
    package let source: Source
    /// ffprobe's name: `subrip`.
    package let codec: String
    /// `en`, `eng`, `pt-BR`.
    package let language: String?
    package let title: String?
    package let isDefault: Bool
    /// Only for dialogue in languages other than the film's.
    package let isForced: Bool

    /// Includes descriptions of sounds.
    package var isForHardOfHearing = false

    /// Bitmap subtitles can't be shown.
    package var isText: Bool { Self.texts.contains(codec) }

    /// Why it can't be shown; nil for text.
    package var problem: Phrase? {
        guard !isText else { return nil }
        let name = [language, title].compactMap { $0 }.joined(separator: " · ")
        let form = ["hdmv_pgs_subtitle": "PGS", "dvd_subtitle": "VobSub", "dvb_subtitle": "DVB", "xsub": "XSUB"][codec] ?? codec
        return Phrase("The subtitles \(name.isEmpty ? id : name) can’t be shown, because they’re pictures, not text (\(form)).")
    }

    /// The default track: the forced subtitles in the language of the audio.
    package static func shownByItself(_ tracks: [SubtitleTrack], with sound: String?) -> SubtitleTrack? {
        guard let sound = sound.flatMap(language) else { return nil }
        return tracks.first { $0.isText && $0.isForced && $0.language.map { LanguageTag.isSame($0, sound) } == true }
    }

    private static let texts: Set = ["subrip", "srt", "webvtt", "ass", "ssa", "mov_text", "text"]
    private static let endings = [
        "srt": "subrip", "vtt": "webvtt", "ass": "ass", "ssa": "ssa", "sup": "hdmv_pgs_subtitle", "idx": "dvd_subtitle",
    ]
    private static let besideLimit = 40
    /// The maximum number of directory entries examined.
    private static let folderLimit = 50_000

    /// The subtitles of a film: those inside it, then those beside it. Reads its folder; if that doesn't respond, only those inside it.
    package static func all(of file: MediaFile) async -> [SubtitleTrack] {
        guard case .playable(let tracks, _) = file.contents, tracks.picture != nil else { return [] }
        let parts = file.place.path.split(separator: "/")
        let folder = ([file.place.folder] + parts.dropLast().map(String.init)).joined(separator: "/")
        let below = parts.dropLast().map { $0 + "/" }.joined()
        let found = try? await FolderCalls.of(file.place.folder).run { _ in
            beside(String(parts.last ?? ""), among: names(in: folder)).filter { track in
                // Only files inside the library's folder are accepted.
                if case .beside(let name) = track.source { (try? OpenFile(below + name, in: file.place.folder)) != nil } else { true }
            }
        }
        return inside(tracks) + (found ?? [])
    }

    package static func inside(_ tracks: MediaTracks) -> [SubtitleTrack] {
        (tracks.subtitles ?? []).map {
            SubtitleTrack(
                id: "s\($0.stream)", source: .inside($0.stream), codec: $0.codec, language: $0.language.flatMap(language), title: $0.title,
                isDefault: $0.isDefault, isForced: $0.isForced)
        }
    }

    /// `Film.srt`, `Film.pt-BR.ass` and `Film.en.forced.srt` belong to `Film.mkv`.
    static func beside(_ film: String, among names: [String]) -> [SubtitleTrack] {
        guard let dot = film.lastIndex(of: ".") else { return [] }
        let stem = film[..<dot] + "."
        let found = names.filter { name in
            name.hasPrefix(stem) && name.lastIndex(of: ".").map { endings[name[name.index(after: $0)...].lowercased()] != nil } == true
        }
        return found.sorted().prefix(besideLimit).enumerated().map { index, name in
            let words = name.dropFirst(stem.count).split(separator: ".").map(String.init)
            let said = Said(words.dropLast())
            return SubtitleTrack(
                id: "f\(index)", source: .beside(name), codec: endings[words.last?.lowercased() ?? ""] ?? "subrip", language: said.language,
                title: said.others.isEmpty ? nil : said.others.joined(separator: " ").limited(to: 100), isDefault: said.isDefault,
                isForced: said.isForced, isForHardOfHearing: said.isForHardOfHearing)
        }
    }

    /// The information between the film's name and the extension.
    private struct Said {
        var language: String?
        var others: [String] = []
        var (isDefault, isForced, isForHardOfHearing) = (false, false, false)

        init(_ words: some Sequence<String>) {
            for word in words {
                switch word.lowercased() {
                case "forced", "foreign": isForced = true
                case "default": isDefault = true
                case "sdh", "cc": isForHardOfHearing = true
                // By itself, it means Hindi.
                case "hi" where language != nil: isForHardOfHearing = true
                default: if language == nil, let tag = LanguageTag.written(word) { language = tag } else { others.append(word) }
                }
            }
        }
    }

    /// `en`, `eng` and `pt-BR`, not `und`; nil if the text isn't a language.
    package static func language(_ text: String) -> String? { LanguageTag.written(text) }

    private static func names(in path: String) -> [String] {
        guard !path.utf8.contains(0), let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        var count = 0
        while count < folderLimit, let entry = readdir(folder) {
            count += 1
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                    String(validatingCString: $0)
                }
            }
            if let name { names.append(name) }
        }
        return names
    }
}
