import BoardPages
import Hummingbird
package import Serving

extension NewBoardFeature: BoardFeature {
    package static let pageKinds = [PageKind.newBoard, .readyBoards]

    package var endpoints: [Endpoint] { NewBoardsAPI.endpoints(self) }

    package var routes: [Route] {
        [
            .get(NewBoardPaths.form, .administrators) { try NewBoardPage(self, $1).form(for: $0) },
            .post(NewBoardPaths.form, .administrators) { try await NewBoardPage(self, $1).look($0) },
            .post(NewBoardPaths.take, .administrators) { try await NewBoardPage(self, $1).take($0) },
            .get(NewBoardPaths.ownBoard, .administrators) { try OwnBoardPage(self, $1, $0).form() },
            .post(NewBoardPaths.ownBoard, .administrators) { try await OwnBoardPage(self, $1, $0).send($0) },
            .get(NewBoardPaths.ready, .administrators) { try ReadyListPage(self, $1).list(for: $0) },
            .get(NewBoardPaths.readyBoard, .administrators) { try ReadyBoardPage(self, $1, $0).form() },
            .post(NewBoardPaths.readyBoard, .administrators) { try await ReadyBoardPage(self, $1, $0).send($0) },
        ]
    }
}
