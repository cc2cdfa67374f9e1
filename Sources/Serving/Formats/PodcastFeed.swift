import Localisation
package import Records

/// Formats a podcast (RSS 2.0 with Apple Podcasts tags). Addresses are absolute, and identifiers never change.
///
/// Sources: RSS 2.0.11 (rssboard.org/rss-specification), and “A Podcaster’s Guide to RSS” (help.apple.com/itc/podcasts_connect).
package struct PodcastFeed: Sendable {
    package struct Episode: Sendable {
        package let id: String
        package let title: String
        package let description: String
        /// Empty if unknown.
        package let author: String
        /// The image's URL; nil: the feed's image.
        package let image: String?
        package let published: Timestamp
        /// The URL of the episode's page.
        package let page: String
        /// The URL of the audio file.
        package let sound: String
        /// The media type of the audio file.
        package let type: String
        package let bytes: Int
        package let milliseconds: Int
        /// The episode number within its season, which is the document or the book.
        package let number: Int
        package let season: Int

        package init(
            id: String, title: String, description: String, author: String = "", image: String? = nil, published: Timestamp, page: String,
            sound: String, type: String = "audio/mpeg", bytes: Int, milliseconds: Int, number: Int, season: Int
        ) {
            self.id = id
            self.title = title
            self.description = description
            self.author = author
            self.image = image
            self.published = published
            self.page = page
            self.sound = sound
            self.type = type
            self.bytes = bytes
            self.milliseconds = milliseconds
            self.number = number
            self.season = season
        }
    }

    package static let type = "application/rss+xml; charset=utf-8"

    /// The Apple Podcasts tags.
    private enum Tag {
        static let (clean, serial, blocked, whole) = ("false", "serial", "Yes", "full")
    }

    package let title: String
    package let description: String
    /// The URLs of the feed and of its page.
    package let address: String
    package let page: String
    package let image: String
    /// BCP 47.
    package let language: String
    /// Newest first.
    package let episodes: [Episode]

    package init(title: String, description: String, address: String, page: String, image: String, language: String, episodes: [Episode]) {
        self.title = title
        self.description = description
        self.address = address
        self.page = page
        self.image = image
        self.language = language
        self.episodes = episodes
    }

    /// Excluded from podcast directories (`itunes:block`); the oldest episode of a document plays first (`serial`).
    package var document: HTML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel>
        <title>\(title)</title>
        <link>\(page)</link>
        <description>\(description)</description>
        <language>\(language)</language>
        <generator>\(PageShell.product)</generator>
        <atom:link rel="self" type="application/rss+xml" href="\(address)"/>
        \(episodes.first.map { "<lastBuildDate>\(InternetDate.text($0.published))</lastBuildDate>\n" } as HTML?)\
        <itunes:author>\(PageShell.product)</itunes:author>
        <itunes:image href="\(image)"/>
        <itunes:category text="Arts"><itunes:category text="Books"/></itunes:category>
        <itunes:explicit>\(Tag.clean)</itunes:explicit>
        <itunes:type>\(Tag.serial)</itunes:type>
        <itunes:block>\(Tag.blocked)</itunes:block>
        \(episodes.map(Self.markup))</channel>
        </rss>

        """
    }

    private static func markup(_ episode: Episode) -> HTML {
        """
        <item>
        <title>\(episode.title)</title>
        <link>\(episode.page)</link>
        <description>\(episode.description)</description>
        \(episode.image.map { #"<itunes:image href="\#($0)"/>\#n"# as HTML })\
        \(episode.author.isEmpty ? nil : "<itunes:author>\(episode.author)</itunes:author>\n" as HTML)\
        <pubDate>\(InternetDate.text(episode.published))</pubDate>
        <guid isPermaLink="false">\(episode.id)</guid>
        <enclosure url="\(episode.sound)" length="\(episode.bytes)" type="\(episode.type)"/>
        <itunes:duration>\(max(1, (episode.milliseconds + 500) / 1000))</itunes:duration>
        <itunes:season>\(episode.season)</itunes:season>
        <itunes:episode>\(episode.number)</itunes:episode>
        <itunes:episodeType>\(Tag.whole)</itunes:episodeType>
        <itunes:explicit>\(Tag.clean)</itunes:explicit>
        </item>

        """
    }
}
