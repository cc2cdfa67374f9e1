import Foundation
package import Localisation
import Records
package import Serving

/// The form for notification options of a watch or alert: channels and quiet hours.
package struct TellingForm: Hashable, Sendable {
    /// Names of channels, or kinds of channel.
    package var channels: [String] = []
    var hasQuietHours = false
    var quietFrom = "22:00"
    var quietTo = "07:00"
    package var hasWrongQuietHours = false

    init() {}

    init(_ channels: [String], _ quiet: Watch.QuietHours?) {
        self.channels = channels
        guard let quiet else { return }
        hasQuietHours = true
        (quietFrom, quietTo) = (Self.minutes(quiet.from), Self.minutes(quiet.to))
    }

    init(posted: [String: String]) {
        channels = posted.keys.filter { $0.hasPrefix("channel-") }.map { String($0.dropFirst("channel-".count)) }.sorted()
        hasQuietHours = posted["quiet"] == "on"
        quietFrom = posted["quiet-from"] ?? quietFrom
        quietTo = posted["quiet-to"] ?? quietTo
    }

    /// `08:00`, the format of a time input.
    static func minutes(_ time: TimeOfDay) -> String { String(time.description.prefix(5)) }

    /// nil if there are none or they are invalid.
    mutating func quiet(in zone: TimeZone) -> Watch.QuietHours? {
        hasWrongQuietHours = false
        guard hasQuietHours else { return nil }
        guard let from = TimeOfDay(quietFrom), let to = TimeOfDay(quietTo), from != to else {
            hasWrongQuietHours = true
            return nil
        }
        return Watch.QuietHours(from: from, to: to, zone: zone.identifier)
    }
}

/// The fields for notification options.
package struct TellingFields {
    package let ways: TellingForm
    package let choices: [ChannelChoice]
    package let words: Words

    package init(ways: TellingForm, choices: [ChannelChoice], words: Words) {
        self.ways = ways
        self.choices = choices
        self.words = words
    }

    package var channels: HTML {
        let channels = choices.map { channel -> HTML in
            """
            <label class="choice"><input type="checkbox" name="channel-\(channel.name)"\
            \(ways.channels.contains(channel.name) ? " checked" : nil as HTML?)>\
            <span>\(channel.label)\(channel.note.map { "<small>\($0)</small>" } as HTML?)</span></label>
            """
        }
        return """
            <fieldset class="choices"><legend>\(words("Also send to"))</legend>\(channels)\
            <p class="field-hint"><a href="/notices/channels">\(words("Add a channel"))</a></p></fieldset>
            """
    }

    package var quietHours: HTML {
        let problem = ways.hasWrongQuietHours ? words("Enter two different times of day, like 22:00 and 07:00.") : nil
        return """
            <fieldset class="choices quiet"><legend class="unseen">\(words("Quiet hours"))</legend>\
            <label class="choice"><input type="checkbox" name="quiet"\(ways.hasQuietHours ? " checked" : nil as HTML?)>\
            <span>\(words("Quiet hours"))<small>\(words("Notices wait until quiet hours end."))</small></span></label>\
            <div class="quiet-times"><label for="quiet-from">\(words("from", sense: "a time of day"))</label>\
            <input class="field-input" id="quiet-from" name="quiet-from" type="time" value="\(ways.quietFrom)">\
            <label for="quiet-to">\(words("to", sense: "a time of day"))</label>\
            <input class="field-input" id="quiet-to" name="quiet-to" type="time" value="\(ways.quietTo)"></div>\
            \(Self.problem(problem, id: "quiet-problem"))</fieldset>
            """
    }

    package static func problem(_ problem: String?, id: String) -> HTML {
        let text = problem.map { "\(Symbols.caution)<span>\($0)</span>" } as HTML?
        return #"<p class="field-problem" id="\#(id)" data-problem\#(problem == nil ? " hidden" : nil as HTML?)>\#(text)</p>"#
    }
}
