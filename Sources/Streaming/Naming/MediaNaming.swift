package import Records

/// Identifies a file by its path, tags and neighbours.
///
/// In this order: an extra (by folder or suffix), an explicit episode (`S02E05`, `2x05`, `Season 2 Episode 5`), an episode by date, an
/// episode by a number recognised from its context (a season's folder, a leading `[Group]`, similar files), otherwise a film. Linear in the
/// name; no input or output.
package enum MediaNaming {
    /// The context of a name.
    package struct Context: Sendable {
        /// The names of all files in the same folder. Computed once per folder.
        package var neighbours: Neighbours
        /// The current year; a film's year is at most one later.
        package var thisYear: Int

        /// The contents of the `.nfo` files beside it.
        package var notes: NfoNotes

        package init(neighbours: Neighbours = Neighbours([]), thisYear: Int = 9998, notes: NfoNotes = NfoNotes()) {
            (self.neighbours, self.thisYear, self.notes) = (neighbours, thisYear, notes)
        }
    }

    private static let musicEndings: Set = [
        "aac", "aif", "aiff", "ape", "flac", "m4a", "m4b", "mka", "mp2", "mp3", "mpc", "oga", "ogg", "opus", "tta", "wav", "wma", "wv",
    ]

    /// The library's name for a file. `tracks` is nil for unplayable files.
    package static func name(of path: String, _ tracks: MediaTracks?, _ context: Context) -> MediaFile.Name {
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        let isMusic = tracks.map { $0.picture == nil } ?? musicEndings.contains(ending)
        var identity = Self.identity(of: path, tags: tracks?.tags ?? [:], isMusic: isMusic, context)
        let above = context.notes.isShared ? path.split(separator: "/").dropLast().last : nil
        let folder = above.flatMap { FolderName(String($0), isBelowTitle: false).title }
        let (plot, seriesPlot) = context.notes.applied(to: &identity, folder: folder)
        var name = MediaFile.Name(identity)
        (name.details.plot, name.details.seriesPlot, name.details.noteFault) = (plot, seriesPlot, context.notes.fault)
        // Ids from notes take precedence.
        name.details.ids = Self.ids(of: identity, at: path).merging(identity.ids) { $1 }
        if identity.kind == .episode { name.details.seriesPoster = context.notes.poster }
        return name
    }

    /// The ids in names: a film's in its own name or in a folder with its title, a series' in its folders.
    static func ids(of identity: MediaIdentity, at path: String) -> [String: String] {
        var folders = path.split(separator: "/").map(String.init)
        let file = folders.popLast() ?? path
        switch identity.kind {
        case .film:
            let own = NameText.identifiers(in: file)
            guard own.isEmpty, let folder = folders.last, let title = identity.title.map(NameText.folded),
                FolderName(folder, isBelowTitle: false).title.map(NameText.folded) == title
            else { return own }
            return NameText.identifiers(in: folder)
        case .episode: return folders.suffix(2).reversed().lazy.map(NameText.identifiers).first { !$0.isEmpty } ?? [:]
        case .extra, .song, .book: return [:]
        }
    }

    /// `path` is relative to the library's folder. `tags` have lower-case names.
    package static func identity(of path: String, tags: [String: String] = [:], isMusic: Bool, _ context: Context) -> MediaIdentity {
        var parts = path.split(separator: "/").map(String.init)
        let file = parts.popLast() ?? path
        let folders = FolderPath(parts)
        let stem = file.lastIndex(of: ".").map { $0 > file.startIndex ? String(file[..<$0]) : file } ?? file
        return isMusic
            ? SoundNaming(stem: stem, ending: String(file.dropFirst(stem.count + 1)).lowercased(), folders: folders, tags: tags).identity
            : VideoNaming(stem: stem, folders: folders, tags: tags, context: context).identity
    }

    /// The names in a folder, grouped by equality except for numbers.
    package struct Neighbours: Sendable {
        private var shapes: [String: Int] = [:]
        private var stems: Set<String> = []

        package init(_ files: [String]) {
            for file in files {
                let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
                if stems.insert(stem.lowercased()).inserted { shapes[Self.shape(of: stem), default: 0] += 1 }
            }
        }

        /// At least three, so a film and its sequel don't count.
        func areManyLike(_ stem: String) -> Bool { shapes[Self.shape(of: stem), default: 0] >= 3 }

        func contains(_ stem: String) -> Bool { stems.contains(stem.lowercased()) }

        private static func shape(of stem: String) -> String {
            var (shape, wasDigit) = ("", false)
            for letter in stem.lowercased() {
                let isDigit = letter.isASCII && letter.isNumber
                if !isDigit { shape.append(letter) } else if !wasDigit { shape.append("#") }
                wasDigit = isDigit
            }
            // The text after a first " - " or a leading number may be a title.
            return String(shape.hasPrefix("#") ? "#" : shape.prefix(while: { $0 != "#" }) + "#")
        }
    }
}
