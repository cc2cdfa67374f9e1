/// Selects the picture that belongs to a file by name: `Film.jpg` and `Film-poster.jpg` belong to `Film.mkv`, `poster.jpg` to
/// the only media file in its folder, `cover.jpg` to all music in its folder.
enum CoverArt {
    private static let endings = ["jpg", "jpeg", "png", "webp"]
    private static let additions = ["", "-poster", "-cover", "-thumb"]
    private static let posters = ["poster", "movie"]
    private static let ofSeries = ["poster", "folder", "cover", "show"]
    private static let common = ["cover", "folder", "front", "album", "albumart"]

    /// The maximum size of a picture in bytes.
    static let byteLimit = 30 << 20

    static func isPicture(_ name: String) -> Bool {
        name.lastIndex(of: ".").map { endings.contains(name[name.index(after: $0)...].lowercased()) } ?? false
    }

    /// `names` are the pictures in the file's folder, keyed by lower-case name. `isAlone`: the folder has no other media file.
    static func name(beside file: String, among names: [String: String], isAlone: Bool = false) -> String? {
        guard !names.isEmpty else { return nil }
        let stem = stem(of: file)
        for wanted in additions.map({ stem + $0 }) + (isAlone ? posters : []) + common {
            for ending in endings {
                if let name = names["\(wanted).\(ending)"] { return name }
            }
        }
        return nil
    }

    /// The picture of the series whose folder has these pictures.
    static func nameOfSeries(among names: [String: String]) -> String? {
        ofSeries.lazy.flatMap { name in endings.lazy.map { "\(name).\($0)" } }.compactMap { names[$0] }.first
    }

    /// Whether a picture that `name(beside:)` has chosen belongs to this file only. Films use no others, because a folder may
    /// contain several films.
    static func isOwn(_ picture: String, of file: String) -> Bool {
        let name = stem(of: picture)
        return posters.contains(name) || additions.contains { name == stem(of: file) + $0 }
    }

    /// The ffmpeg demuxer for a picture with these first bytes; nil if it isn't a picture.
    static func format(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg_pipe" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png_pipe" }
        return bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) ? "webp_pipe" : nil
    }

    /// Lower-case name without folders and extension.
    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name).lowercased()
    }
}
