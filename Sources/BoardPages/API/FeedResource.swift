import Records
package import Serving
package import Watching

/// The JSON form of a feed and its state.
package enum FeedResource {
    package struct Shown: Sendable {
        let feed: Feed
        let isRunning: Bool
        /// nil if the response leaves them out.
        var troubles: [FeedHealth.Standing]?
    }

    package static let members = Resource<Shown, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.feed.id)) },
        .told("board", .text()) { $1.add("board", $0.feed.board) },
        .told("url", .text()) { $1.add("url", $0.feed.url) },
        .told("binding", .map(.text()), about: "By parameter of the board: the value that the address has.") { shown, line in
            var binding = JSONLine()
            for (name, value) in shown.feed.binding.sorted(by: { $0.key < $1.key }) { binding.add(name, value) }
            line.add("binding", binding)
        },
        .told("records", .integer()) { $1.add("records", $0.feed.recordCount) },
        .told("updated", .optional(.moment)) { $1.add("updated", $0.feed.lastSuccess?.description) },
        .told("changed", .optional(.moment)) { $1.add("changed", $0.feed.lastChange?.description) },
        .told("due", .optional(.moment)) { $1.add("due", $0.feed.due?.description) },
        .told("failures", .integer(), about: "Failed attempts in a row.") { $1.add("failures", $0.feed.failures) },
        .told("error", .optional(.text())) { $1.add("error", $0.feed.failure?.message) },
        .told("running", .flag) { $1.add("running", $0.isRunning) },
        .told(
            "troubles", .list(trouble.schema), isRequired: false, about: "Faults that people who watch it were notified of."
        ) { shown, line in
            if let troubles = shown.troubles { line.add("troubles", troubles.map(trouble.line)) }
        },
    ])

    private static let trouble = Resource<FeedHealth.Standing, Never>([
        .told("text", .text()) {
            $1.add("text", FeedHealth.News.raised($0.trouble, since: Timestamp(milliseconds: $0.since)).sentence)
        },
        .told("since", .moment) { $1.add("since", Timestamp(milliseconds: $0.since).description) },
    ])

    /// The readings that a refresh request has started.
    package static let started = Resource<Watcher.Refreshing, Never>([
        .told("started", .integer(), about: "Checks that have begun.") { $1.add("started", $0.started) },
        .told("running", .integer(), about: "Feeds that were already being checked.") { $1.add("running", $0.running) },
        .told("fresh", .integer(), about: "Feeds that were checked a moment ago and aren't checked again.") { $1.add("fresh", $0.fresh) },
    ])
}
