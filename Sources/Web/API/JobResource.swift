import JSONReading
import Localisation
import LongJobs
package import Records
package import Serving

/// The JSON form of a job in the API and in `tidings jobs --json`.
package enum JobResource {
    package static let members = Resource<LongJob, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.id)) },
        .told("kind", .choice(Features.jobKinds.map(\.name))) { $1.add("kind", $0.kind) },
        .told("board", .text()) { $1.add("board", $0.subject.board) },
        .told("title", .text(), about: "The board's title.") { $1.add("title", $0.subject.title) },
        .told("state", .choice(LongJob.State.allCases.map(\.rawValue))) { $1.add("state", $0.state.rawValue) },
        .told("isCancelling", .flag, about: "Cancellation was requested.") { $1.add("isCancelling", $0.isCancelling) },
        .told("done", .integer(), about: "Bytes or items, depending on its kind.") { $1.add("done", $0.progress.done) },
        .told("total", .optional(.integer()), about: "Null if unknown.") { $1.add("total", $0.progress.total) },
        .told("created", .moment) { $1.add("created", $0.created.description) },
        .told("began", .optional(.moment)) { $1.add("began", $0.began?.description) },
        .told("ended", .optional(.moment)) { $1.add("ended", $0.ended?.description) },
        .told("failure", .optional(.text()), about: "Why it failed.") { $1.add("failure", $0.failure) },
    ])
}
