package import Boards
import Foundation
import Hummingbird
package import JSONReading
import Localisation
package import Records
package import Serving

/// A watch with its board and feeds.
package struct ShownWatch: Sendable {
    let watch: Watch
    let feed: Feed?
    /// nil if the board was removed.
    let board: Board?

    package init(_ watch: Watch, _ feed: Feed?, _ board: Board?) {
        self.watch = watch
        self.feed = feed
        self.board = board
    }
}

/// The watch settings in a body, for a board with these fields.
package struct WatchWish {
    var settings: Watch.Settings
    let schema: Schema
}

/// A watch in the format of the API and `tidings watch list --json`.
package enum WatchResource {
    package static let members = Resource<ShownWatch, WatchWish>([
        .told("id", .identifier) { $1.add("id", Int($0.watch.id)) },
        .told("board", .text()) { $1.add("board", $0.watch.board) },
        .told("feed", .identifier) { $1.add("feed", Int($0.watch.feed)) },
        .told("set", .map(.text()), isRequired: false, about: "What was chosen of the board's parameters.") { shown, line in
            let chosen = shown.feed.flatMap { shown.board?.chosen(in: $0.binding) } ?? [:]
            guard !chosen.isEmpty else { return }
            var choice = JSONLine()
            for (name, value) in chosen.sorted(by: { $0.key < $1.key }) { choice.add(name, value) }
            line.add("set", choice)
        },
        .set("condition", .condition) {
            $1.add("condition", json: $0.watch.settings.condition.json)
        } read: { json, wish in
            wish.settings.condition = try WatchesAPI.condition(json, wish.schema)
            try WatchesAPI.bound(wish.settings.condition, json, wish.schema)
        },
        .told("text", .text(), about: "The condition, in words.") {
            $1.add("text", $0.watch.settings.condition.describe($0.board?.schema ?? Schema(fields: [])))
        },
        .set("channels", .list(.text()), asked: .list(.text(1...100), upTo: 20), about: "Names or kinds of the person's channels.") {
            $1.add("channels", $0.watch.settings.channels)
        } read: { names, wish in
            var unique: [String] = []
            for name in names.elements.map(\.text) where !unique.contains(name) { unique.append(name) }
            wish.settings.channels = unique
        },
        .set("quietHours", .optional(.named("QuietHours")), about: "When no notices arrive; null: never.") {
            $1.add("quietHours", $0.watch.settings.quietHours)
        } read: {
            $1.settings.quietHours = $0.kind == .null ? nil : try Watch.Settings.quietHours($0)
        },
        .set("digest", .choice(Watch.Digest.allCases.map(\.rawValue))) {
            $1.add("digest", $0.watch.settings.digest.rawValue)
        } read: { name, wish in
            if let digest = Watch.Digest(rawValue: name.text) { wish.settings.digest = digest }
        },
        .set("dailyAt", .optional(.text()), asked: .optional(.text(4...8)), about: "When a daily digest is sent, 08:00 if null.") {
            $1.add("dailyAt", $0.watch.settings.dailyAt?.description)
        } read: {
            $1.settings.dailyAt = $0.kind == .null ? nil : try Watch.Settings.time($0, at: "/dailyAt")
        },
        .set("isMuted", .flag) {
            $1.add("isMuted", $0.watch.settings.isMuted)
        } read: { flag, wish in
            if let isMuted = flag.flag { wish.settings.isMuted = isMuted }
        },
        .told("created", .moment) { $1.add("created", $0.watch.created.description) },
    ])
}

extension JSONLine {
    package mutating func add(_ name: String, _ hours: Watch.QuietHours?) {
        if let hours { add(name, hours.line) } else { add(name, nil as String?) }
    }
}

extension Watch.Settings {
    package static func quietHours(_ hours: JSONValue) throws -> Watch.QuietHours {
        let zone = hours["zone"]?.text ?? ""
        guard TimeZone(identifier: zone) != nil else {
            throw misfit("/quietHours/zone", "there is no such time zone; Europe/Berlin is one")
        }
        return Watch.QuietHours(
            from: try time(hours["from"], at: "/quietHours/from"), to: try time(hours["to"], at: "/quietHours/to"), zone: zone)
    }

    package static func time(_ value: JSONValue?, at pointer: String) throws -> TimeOfDay {
        guard let time = TimeOfDay(value?.text ?? "") else { throw misfit(pointer, "a time of day like 22:00 is expected") }
        return time
    }

    package static func misfit(_ pointer: String, _ detail: String) -> Refusal {
        Refusal(.unprocessableContent, text: detail, errors: [Misfit(place: pointer, detail: detail)])
    }
}
