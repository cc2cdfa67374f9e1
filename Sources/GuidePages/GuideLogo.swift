import BoardPages
import Serving

/// A channel's logo. The text alternative is the name beside it.
struct GuideLogo {
    let paths: BoardPaths

    init(_ paths: BoardPaths) { self.paths = paths }

    func html(_ channel: GuideChannel) -> HTML? {
        channel.logo.map { logo in
            """
            <img class="channel-logo" src="\(paths.guideLogo(channel.id, version: logo))" alt="" loading="lazy" decoding="async">
            """
        }
    }
}
