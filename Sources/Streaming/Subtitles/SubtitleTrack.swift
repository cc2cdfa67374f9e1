import Glibc
package import Records

/// Words to read along with a film: a track inside the file, or a file beside it, like `Film.en.srt`.
package struct SubtitleTrack: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// By its number in the film's file.
        case inside(Int)
        /// By its name in the film's folder.
        case beside(String)
    }

    /// In addresses: `s3` inside, `f0` beside. Nothing else is one.
    package let id: String
    package let source: Source
    /// As ffprobe calls it: `subrip`.
    package let codec: String
    /// Two or three letters.
    package let language: String?
    package let title: String?
    package let isDefault: Bool
    /// Only what is said in another language than the film's.
    package let isForced: Bool

    /// Pictures of words can't be shown.
    package var isText: Bool { Self.texts.contains(codec) }

    private static let texts: Set = ["subrip", "srt", "webvtt", "ass", "ssa", "mov_text", "text"]
    private static let endings = ["srt": "subrip", "vtt": "webvtt"]
    private static let besideLimit = 40
    /// Files of a folder that are looked at.
    private static let folderLimit = 50_000

    /// Of a film: those inside it, then those beside it. Looks into its folder.
    package static func all(of file: MediaFile) -> [SubtitleTrack] {
        guard case .playable(let tracks, _) = file.contents, tracks.picture != nil else { return [] }
        let parts = file.place.path.split(separator: "/")
        let folder = ([file.place.folder] + parts.dropLast().map(String.init)).joined(separator: "/")
        let below = parts.dropLast().map { $0 + "/" }.joined()
        return inside(tracks)
            + beside(String(parts.last ?? ""), among: names(in: folder)).filter { track in
                // What isn't a file inside the library's folder isn't there.
                if case .beside(let name) = track.source { (try? OpenFile(below + name, in: file.place.folder)) != nil } else { true }
            }
    }

    static func inside(_ tracks: MediaTracks) -> [SubtitleTrack] {
        (tracks.subtitles ?? []).map {
            SubtitleTrack(
                id: "s\($0.stream)", source: .inside($0.stream), codec: $0.codec, language: $0.language.flatMap(language), title: $0.title,
                isDefault: $0.isDefault, isForced: $0.isForced)
        }
    }

    /// `Film.srt`, `Film.en.srt` and `Film.en.forced.srt` belong to `Film.mkv`.
    static func beside(_ film: String, among names: [String]) -> [SubtitleTrack] {
        guard let dot = film.lastIndex(of: ".") else { return [] }
        let stem = film[..<dot] + "."
        let found = names.filter { name in
            name.hasPrefix(stem) && name.lastIndex(of: ".").map { endings[name[name.index(after: $0)...].lowercased()] != nil } == true
        }
        return found.sorted().prefix(besideLimit).enumerated().map { index, name in
            let words = name.dropFirst(stem.count).split(separator: ".").map(String.init)
            let said = words.dropLast()
            let marks: Set = ["forced", "default", "sdh", "cc"]
            let languages = said.compactMap { marks.contains($0.lowercased()) ? nil : language($0) }
            let others = said.filter { !marks.contains($0.lowercased()) && language($0) == nil }
            let title = (others + said.filter { ["sdh", "cc"].contains($0.lowercased()) }.map { $0.uppercased() }).joined(separator: " ")
            return SubtitleTrack(
                id: "f\(index)", source: .beside(name), codec: endings[words.last?.lowercased() ?? ""] ?? "subrip",
                language: languages.first, title: title.isEmpty ? nil : title.limited(to: 100), isDefault: false,
                isForced: said.contains { $0.lowercased() == "forced" })
        }
    }

    /// `en` and `eng`, not `und`; nil for what is no language.
    package static func language(_ text: String) -> String? {
        let text = text.lowercased()
        guard (2...3).contains(text.utf8.count), text.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
            !["und", "zxx", "mis", "mul"].contains(text)
        else { return nil }
        return text
    }

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
