extension Schema {
    /// The fields that say when a record's slot begins and ends, by their places: `start` and `stop`, if both are timestamps.
    package var slot: (start: Int, stop: Int)? {
        guard let start = index(of: "start"), let stop = index(of: "stop"), fields[start].kind == .timestamp,
            fields[stop].kind == .timestamp
        else { return nil }
        return (start, stop)
    }

    /// The field that says on which channel a slot is: `channel`, if it is a text and there are slots.
    package var slotChannel: Int? {
        guard slot != nil, let channel = index(of: "channel"), fields[channel].kind == .text else { return nil }
        return channel
    }

    /// The field that says how much later a slot is than its document says, by its place:
    /// `channel_shift`, if it is a duration and there are slots.
    package var slotShift: Int? {
        guard slot != nil, let shift = index(of: "channel_shift"), fields[shift].kind == .duration else { return nil }
        return shift
    }

    /// The fields whose words are found by an index, of records with slots: what a programme is called and is about.
    package var indexedTexts: [String] {
        slot == nil ? [] : ["title", "subtitle", "description"].filter { self[$0]?.kind == .text }
    }
}
