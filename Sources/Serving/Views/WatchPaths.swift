/// The paths of watches and notices.
package enum WatchPaths {
    package static let list = "/watches"
    package static let new = "/watches/new"
    package static let preview = "/watches/preview"
    package static let notices = "/notices"
    package static let seen = "/notices/seen"
    package static let channels = "/notices/channels"

    package static func watch(_ id: Int64) -> String { "\(list)/\(id)" }
    package static func mute(_ id: Int64) -> String { "\(list)/\(id)/mute" }
    package static func remove(_ id: Int64) -> String { "\(list)/\(id)/remove" }

    package static func channel(_ id: Int64) -> String { "\(channels)/\(id)" }
    package static func notice(_ id: Int64) -> String { "\(notices)/\(id)" }
}
