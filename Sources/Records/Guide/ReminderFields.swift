/// The fields of a board of programmes that a reminder reads.
package struct ReminderFields: Sendable {
    /// The names of these fields.
    package static let read: Set<String> = ["channel", "channel_name", "start", "stop", "title", "subtitle", "season", "episode"]

    private let start, stop, channel, title: Int
    private let name, subtitle, season, episode: Int?

    /// nil if the records aren't programmes.
    package init?(_ schema: Schema) {
        guard let slot = schema.slot, let channel = schema.slotChannel, let title = schema.index(of: "title") else { return nil }
        (start, stop, self.channel, self.title) = (slot.start, slot.stop, channel, title)
        name = schema.index(of: "channel_name")
        (subtitle, season, episode) = (schema.index(of: "subtitle"), schema.index(of: "season"), schema.index(of: "episode"))
    }

    /// With texts shortened to fit in a reminder. nil if it has no times or no title, or the channel's name is too long.
    package func showing(_ stored: StoredRecord) -> Reminder.Showing? {
        let values = stored.record.values
        guard case .timestamp(let start)? = values[start], case .timestamp(let stop)? = values[stop], let channel = values[channel]?.text,
            Reminder.Limits.isText(channel), let title = values[title]?.text, !title.isEmpty
        else { return nil }
        func text(_ place: Int?) -> String? {
            place.flatMap { values[$0]?.text }.map(Reminder.Limits.cut).flatMap { $0.isEmpty ? nil : $0 }
        }
        func number(_ place: Int?) -> Int? {
            guard let place, case .number(let number)? = values[place] else { return nil }
            return Int(clamping: number)
        }
        var showing = Reminder.Showing(
            channel: channel, channelName: text(name) ?? channel, start: start, stop: max(start, stop), title: Reminder.Limits.cut(title),
            record: stored.id)
        (showing.subtitle, showing.season, showing.episode) = (text(subtitle), number(season), number(episode))
        return showing
    }

    /// Whether a reminder can identify a series by its title.
    package func hasWholeTitle(_ stored: StoredRecord) -> Bool {
        stored.record.values[title].map { Reminder.Limits.isText($0.text) } ?? false
    }
}
