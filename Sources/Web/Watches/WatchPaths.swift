import Records

/// Where watches and notices are.
enum WatchPaths {
    static let list = "/watches"
    static let new = "/watches/new"
    static let preview = "/watches/preview"
    static let notices = "/notices"
    static let seen = "/notices/seen"
    static let channels = "/notices/channels"

    static func watch(_ id: Int64) -> String { "\(list)/\(id)" }
    static func mute(_ id: Int64) -> String { "\(list)/\(id)/mute" }
    static func remove(_ id: Int64) -> String { "\(list)/\(id)/remove" }

    static func channel(_ id: Int64) -> String { "\(channels)/\(id)" }
    static func notice(_ id: Int64) -> String { "\(notices)/\(id)" }

    /// The editor, with a field's value filled in.
    static func new(on board: String, _ choice: BoardChoice, where field: Field, is value: String) -> String {
        "\(new(on: board, choice))&\(Percent.encoded("equals-\(field.name)"))=\(Percent.encoded(value))"
    }

    static func new(on board: String, _ choice: BoardChoice, record: Int64) -> String { "\(new(on: board, choice))&record=\(record)" }

    static func new(on board: String, _ choice: BoardChoice, search: String) -> String {
        search.isEmpty ? new(on: board, choice) : "\(new(on: board, choice))&q=\(Percent.encoded(search))"
    }

    static func new(on board: String, _ choice: BoardChoice = .standard) -> String {
        "\(new)?board=\(Percent.encoded(board))" + (choice.given.isEmpty ? "" : "&\(choice.query)")
    }
}
