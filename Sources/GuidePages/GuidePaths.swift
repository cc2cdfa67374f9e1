import BoardPages
import Foundation
import Localisation
import Records
import Serving

extension BoardPaths {
    var guideSearch: String { address("\(root)/search") }
    /// Current programmes, for small screens.
    var guideGlance: String { address("\(root)/now") }
    var guideChannels: String { address("\(root)/channels") }
    /// The health of its sources.
    var guideSources: String { address("\(root)/sources") }
    /// The offline page, without the board's parameters.
    var guideOffline: String { "\(root)/offline" }

    /// The changes since a day; `isOfAll` includes channels that aren't chosen.
    func guideChanged(since day: CalendarDate? = nil, isOfAll: Bool = false) -> String {
        address("\(root)/changed", day.map { "since=\($0)" }, isOfAll ? "channels=all" : nil)
    }

    func guideSearch(_ text: String) -> String { address("\(root)/search", "q=\(Percent.encoded(text))") }

    func guideGrid(_ day: CalendarDate? = nil, group: String? = nil) -> String {
        address("\(root)/grid", day.map { "day=\($0)" }, group.map { "group=\(Percent.encoded($0))" })
    }

    func guideNow(group: String?) -> String { address(root, group.map { "group=\(Percent.encoded($0))" }) }

    func guideChannels(editing group: String) -> String { address("\(root)/channels", "group=\(Percent.encoded(group))") }

    /// The channel's logo through this server. `v` differs for each published address.
    func guideLogo(_ channel: String, version: String) -> String {
        address("\(root)/logo", "channel=\(Percent.encoded(channel))", "v=\(Fingerprint(version))")
    }

    /// A channel's day, by the source's channel id.
    func guideChannel(_ id: String, _ day: CalendarDate? = nil) -> String {
        address("\(root)/channel", "id=\(Percent.encoded(id))", day.map { "day=\($0)" })
    }
}
