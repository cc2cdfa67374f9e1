import Localisation
import Records
import Streaming

/// The titles and numbers of episodes. A file may have several episodes.
extension Words {
    /// The title of a file; of an episode without a title, its number: `Episodes 2 and 3`.
    func title(of entry: MediaEntry) -> String { ownTitle(of: entry) ?? number(nil, entry.episode, entry.lastEpisode) ?? entry.title }

    func title(of name: MediaFile.Name) -> String {
        guard MediaFile.Name.isNumber(name.title) else { return name.title }
        return number(nil, name.episode, name.details.lastEpisode) ?? name.title
    }

    /// nil for an episode without a title.
    func ownTitle(of entry: MediaEntry) -> String? {
        entry.episode != nil && MediaFile.Name.isNumber(entry.title) ? nil : entry.title
    }

    /// `Season 2, episode 5`, `Season 2, episodes 2 and 3`; of an episode without a number, its day. nil for other files.
    func number(of entry: MediaEntry) -> String? {
        guard entry.kind == .episode else { return nil }
        return number(entry.season, entry.episode, entry.lastEpisode) ?? entry.aired.map { date($0) }
    }

    /// `Season 2, episode 5`; without a season, `Episode 5`.
    func number(of name: MediaFile.Name) -> String? { number(name.season, name.episode, name.details.lastEpisode) }

    private func number(_ season: Int?, _ first: Int?, _ last: Int?) -> String? {
        guard let first else { return nil }
        guard let last, last > first else {
            let episode = String(first)
            return season.map { self("Season \(String($0)), episode \(episode)") } ?? self("Episode \(episode)")
        }
        let episodes = last == first + 1 ? list([String(first), String(last)]) : "\(first)–\(last)"
        return season.map { self("Season \(String($0)), episodes \(episodes)") } ?? self("Episodes \(episodes)")
    }
}
