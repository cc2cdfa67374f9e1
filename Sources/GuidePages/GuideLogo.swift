import BoardPages
import Serving

/// The picture of a channel beside its name, which says what it is.
struct GuideLogo {
    let paths: BoardPaths

    init(_ paths: BoardPaths) { self.paths = paths }

    func html(_ channel: GuideChannel) -> HTML? {
        channel.logo.map { logo in
            "<img class=\"channel-logo\" src=\"\(paths.guideLogo(channel.id, version: logo))\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
        }
    }
}
