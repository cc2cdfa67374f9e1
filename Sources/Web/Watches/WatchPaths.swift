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
    static func new(on board: String, where field: Field, is value: String) -> String {
        "\(new(on: board))&\(BoardPaths.encoded("equals-\(field.name)"))=\(BoardPaths.encoded(value))"
    }

    static func new(on board: String, record: Int64) -> String { "\(new(on: board))&record=\(record)" }

    static func new(on board: String, search: String) -> String {
        search.isEmpty ? new(on: board) : "\(new(on: board))&q=\(BoardPaths.encoded(search))"
    }

    static func new(on board: String) -> String { "\(new)?board=\(BoardPaths.encoded(board))" }
}
