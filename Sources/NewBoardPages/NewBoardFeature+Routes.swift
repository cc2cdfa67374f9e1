import BoardPages
import Drafting
import Hummingbird
package import Records
package import Serving
import Storage

extension NewBoardFeature: BoardFeature {
    package static let pageKinds = [PageKind.newBoard, .readyBoards, .imports, .correcting, .pointing, .pointed, .steps]

    package var endpoints: [Endpoint] { NewBoardsAPI.endpoints(self) + ImportsAPI.endpoints(self) }

    package func addData(of person: Person, to data: inout JSONLine) async throws {
        let own = try await store.boards.own().values.filter { $0.person == person.id }.sorted { $0.board < $1.board }
        data.add(
            "boards",
            own.map { own in
                var line = JSONLine()
                line.add("name", own.board)
                line.add("isShared", own.isShared)
                return line
            })
    }

    package var routes: [Route] {
        [
            .get(NewBoardPaths.form, .people) { try NewBoardPage(self, $1).form(for: $0) },
            .post(NewBoardPaths.form, .people) { try await NewBoardPage(self, $1).look($0) },
            .post(NewBoardPaths.take, .people) { try await NewBoardPage(self, $1).take($0) },
            .get(NewBoardPaths.correct, .people) { try await CorrectPage(self, $1).form(for: $0) },
            .post(NewBoardPaths.correct, .people) { try await CorrectPage(self, $1).send($0) },
            .get(NewBoardPaths.point, .people) { try await PointPage(self, $1).page(for: $0) },
            .get(NewBoardPaths.pointed, .people) { try await PointPage(self, $1).frame(for: $0) },
            .get(NewBoardPaths.ownBoard, .people) { try OwnBoardPage(self, $1, $0).form(for: $0) },
            .post(NewBoardPaths.ownBoard, .people) { try await OwnBoardPage(self, $1, $0).send($0) },
            .get(NewBoardPaths.ownFile, .people) { try OwnBoardPage(self, $1, $0).file() },
            .get(NewBoardPaths.ownSteps, .administrators) { try StepsPage(self, $1, $0).form() },
            .post(NewBoardPaths.ownSteps, .administrators) { try await StepsPage(self, $1, $0).send($0) },
            .get(NewBoardPaths.shared, .administrators) { try SharedBoardPage(self, $1).preview(for: $0) },
            .post(NewBoardPaths.shared, .administrators) { try await SharedBoardPage(self, $1).send($0) },
            .get(NewBoardPaths.ready, .people) { try ReadyListPage(self, $1).list(for: $0) },
            .get(NewBoardPaths.readyBoard, .people) { try ReadyBoardPage(self, $1, $0).form() },
            .post(NewBoardPaths.readyBoard, .people) { try await ReadyBoardPage(self, $1, $0).send($0) },
            .get(NewBoardPaths.imports, .administrators) { try ImportPage(self, $1).form(for: $0) },
            .post(NewBoardPaths.imports, .administrators, body: .formWithFile(WatchImport.byteLimit)) {
                _ = $0
                return try await ImportPage(self, $1).look()
            },
            .post(NewBoardPaths.takeImports, .administrators) { try await ImportPage(self, $1).take($0) },
        ]
    }
}
