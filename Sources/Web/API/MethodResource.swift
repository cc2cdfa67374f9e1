import BoardPages
import Boards
import Records
import Serving

/// The JSON form of a method of a board's service.
enum MethodResource {
    static let members = Resource<ServiceMethod, Never>([
        .told("name", .text()) { $1.add("name", $0.name) },
        .told("about", .text()) { $1.add("about", $0.about) },
        .told("parameters", .list(.named("Parameter"))) { $1.add("parameters", $0.parameters.map(BoardsAPI.line)) },
    ])
}
