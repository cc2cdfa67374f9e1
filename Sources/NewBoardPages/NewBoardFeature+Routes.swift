import BoardPages
import Hummingbird
package import Serving

extension NewBoardFeature: BoardFeature {
    package static let pageKinds = [PageKind.newBoard]

    package var routes: [Route] {
        [
            .get(NewBoardPaths.form, .administrators) { try NewBoardPage(self, $1).form(for: $0) },
            .post(NewBoardPaths.form, .administrators) { try await NewBoardPage(self, $1).look($0) },
            .post(NewBoardPaths.take, .administrators) { try await NewBoardPage(self, $1).take($0) },
        ]
    }
}
