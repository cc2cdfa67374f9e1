import BoardPages
import Foundation
import Localisation
import Records
import Serving

extension BoardPaths {
    var guideSearch: String { address("\(root)/search") }
    /// What is on, for a small screen.
    var guideGlance: String { address("\(root)/now") }
    var guideChannels: String { address("\(root)/channels") }
    /// How its sources are doing.
    var guideSources: String { address("\(root)/sources") }
    /// What a browser keeps; without what is chosen of the board.
    var guideOffline: String { "\(root)/offline" }

    /// What has changed since a day; of all channels, not only of those that are chosen.
    func guideChanged(since day: CalendarDate? = nil, isOfAll: Bool = false) -> String {
        address("\(root)/changed", day.map { "since=\($0)" }, isOfAll ? "channels=all" : nil)
    }

    func guideSearch(_ text: String) -> String { address("\(root)/search", "q=\(Percent.encoded(text))") }

    func guideGrid(_ day: CalendarDate? = nil, group: String? = nil) -> String {
        address("\(root)/grid", day.map { "day=\($0)" }, group.map { "group=\(Percent.encoded($0))" })
    }

    func guideNow(group: String?) -> String { address(root, group.map { "group=\(Percent.encoded($0))" }) }

    func guideChannels(editing group: String) -> String { address("\(root)/channels", "group=\(Percent.encoded(group))") }

    /// The channel's picture, through this server. `v` tells one published address from the next.
    func guideLogo(_ channel: String, version: String) -> String {
        address("\(root)/logo", "channel=\(Percent.encoded(channel))", "v=\(Fingerprint(version))")
    }

    /// The day of one channel, by the source's id for it.
    func guideChannel(_ id: String, _ day: CalendarDate? = nil) -> String {
        address("\(root)/channel", "id=\(Percent.encoded(id))", day.map { "day=\($0)" })
    }
}
