import BoardPages
import Boards
import Extraction
import Fetching
import Foundation
import Hummingbird
import Localisation
import Operating
import Records
import Serving
import Watching

extension NewBoardFeature {
    /// The result of reading a board's document once.
    enum Tried {
        case records([Record])
        /// A sentence about the problem, and whether it is a server setting, which the person can change.
        case problem(String, isForSettings: Bool = false)
    }

    /// Fetches and reads the document of a board that doesn't exist yet.
    func tried(_ board: Board, for person: Person, _ body: RequestBody, _ words: Words) async throws -> Tried {
        do {
            let wanted = board.owned(.next(of: person))
            let trial = try await looks.run(for: "person \(person.id)") {
                try await body.whileClientWaits { [self] in try await BoardTrial(wanted, by: boards.fetcher) }
            }
            let records = try await analysing.run(for: "person \(person.id)") { await BoardFinder.apart { Result { try trial.records() } } }
            return .records(try records.get())
        } catch let error as FetchError {
            let failure = SourceFailure(error, isBounded: person.isBounded)
            return .problem(
                "\(words.text(failure).asSentence) \(words("Check what you typed, or try again later."))",
                isForSettings: failure.kind == .privateHost)
        } catch is ExtractionError {
            let host = board.source.url.host ?? ""
            return .problem(words("\(host) answered, but not in the form this board reads. Check what you typed, or try again later."))
        } catch is FairSemaphore.Refused {
            return .problem(words("The server is busy. Try again in a few seconds."))
        }
    }
}
