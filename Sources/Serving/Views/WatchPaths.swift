package import Records

/// Where watches and notices are.
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

    /// The editor, with a field's value filled in.
    package static func new(on board: String, _ choice: BoardChoice, where field: Field, is value: String) -> String {
        "\(new(on: board, choice))&\(Percent.encoded("equals-\(field.name)"))=\(Percent.encoded(value))"
    }

    package static func new(on board: String, _ choice: BoardChoice, record: Int64) -> String {
        "\(new(on: board, choice))&record=\(record)"
    }

    package static func new(on board: String, _ choice: BoardChoice, search: String) -> String {
        search.isEmpty ? new(on: board, choice) : "\(new(on: board, choice))&q=\(Percent.encoded(search))"
    }

    package static func new(on board: String, _ choice: BoardChoice = .standard) -> String {
        "\(new)?board=\(Percent.encoded(board))" + (choice.given.isEmpty ? "" : "&\(choice.query)")
    }
}
