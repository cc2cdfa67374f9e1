/// Which picture that lies beside a file is its own, by names: `Film.jpg` and `Film-poster.jpg` are of `Film.mkv`, `cover.jpg` is of all music in its
/// folder.
enum Sleeve {
    private static let endings = ["jpg", "jpeg", "png", "webp"]
    private static let additions = ["", "-poster", "-cover", "-thumb"]
    private static let usual = ["cover", "folder", "front", "album", "albumart"]

    /// Bytes of a picture at most.
    static let byteLimit = 30 << 20

    static func isPicture(_ name: String) -> Bool {
        name.lastIndex(of: ".").map { endings.contains(name[name.index(after: $0)...].lowercased()) } ?? false
    }

    /// `names` are those of the pictures in the folder of the file, by themselves in small letters.
    static func name(beside file: String, among names: [String: String]) -> String? {
        guard !names.isEmpty else { return nil }
        let stem = stem(of: file)
        for wanted in additions.map({ stem + $0 }) + usual {
            for ending in endings {
                if let name = names["\(wanted).\(ending)"] { return name }
            }
        }
        return nil
    }

    /// Whether a picture is of this file alone. Others are of no film: many may lie in one folder.
    static func isOwn(_ picture: String, of file: String) -> Bool { additions.contains { stem(of: picture) == stem(of: file) + $0 } }

    /// The demuxer of ffmpeg that reads a picture with such a beginning; nil for what is none.
    static func format(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg_pipe" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png_pipe" }
        return bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) ? "webp_pipe" : nil
    }

    /// In small letters, without folders and the ending.
    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name).lowercased()
    }
}
