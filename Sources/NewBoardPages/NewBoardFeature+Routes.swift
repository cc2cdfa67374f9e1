import BoardPages
import Drafting
import Hummingbird
package import Serving

extension NewBoardFeature: BoardFeature {
    package static let pageKinds = [PageKind.newBoard, .readyBoards, .imports]

    package var endpoints: [Endpoint] { NewBoardsAPI.endpoints(self) + ImportsAPI.endpoints(self) }

    package var routes: [Route] {
        [
            .get(NewBoardPaths.form, .administrators) { try NewBoardPage(self, $1).form(for: $0) },
            .post(NewBoardPaths.form, .administrators) { try await NewBoardPage(self, $1).look($0) },
            .post(NewBoardPaths.take, .administrators) { try await NewBoardPage(self, $1).take($0) },
            .get(NewBoardPaths.ownBoard, .administrators) { try OwnBoardPage(self, $1, $0).form() },
            .post(NewBoardPaths.ownBoard, .administrators) { try await OwnBoardPage(self, $1, $0).send($0) },
            .get(NewBoardPaths.ownFile, .administrators) { try OwnBoardPage(self, $1, $0).file() },
            .get(NewBoardPaths.shared, .administrators) { try SharedBoardPage(self, $1).preview(for: $0) },
            .post(NewBoardPaths.shared, .administrators) { try await SharedBoardPage(self, $1).send($0) },
            .get(NewBoardPaths.ready, .administrators) { try ReadyListPage(self, $1).list(for: $0) },
            .get(NewBoardPaths.readyBoard, .administrators) { try ReadyBoardPage(self, $1, $0).form() },
            .post(NewBoardPaths.readyBoard, .administrators) { try await ReadyBoardPage(self, $1, $0).send($0) },
            .get(NewBoardPaths.imports, .administrators) { try ImportPage(self, $1).form(for: $0) },
            .post(NewBoardPaths.imports, .administrators, body: .formWithFile(WatchImport.byteLimit)) {
                _ = $0
                return try await ImportPage(self, $1).look()
            },
            .post(NewBoardPaths.takeImports, .administrators) { try await ImportPage(self, $1).take($0) },
        ]
    }
}
