extension Schema {
    /// The indices of the fields with the beginning and end of a record's slot: `start` and `stop`, if both are timestamps.
    package var slot: (start: Int, stop: Int)? {
        guard let start = index(of: "start"), let stop = index(of: "stop"), fields[start].kind == .timestamp,
            fields[stop].kind == .timestamp
        else { return nil }
        return (start, stop)
    }

    /// The field with the channel of a slot: `channel`, if it is a text and there are slots.
    package var slotChannel: Int? {
        guard slot != nil, let channel = index(of: "channel"), fields[channel].kind == .text else { return nil }
        return channel
    }

    /// The index of the field with the delay of a slot relative to its document: `channel_shift`, if it is a duration and there are slots.
    package var slotShift: Int? {
        guard slot != nil, let shift = index(of: "channel_shift"), fields[shift].kind == .duration else { return nil }
        return shift
    }

    /// The fields with a word index, in records with slots: the title and descriptions of a programme.
    package var indexedTexts: [String] {
        slot == nil ? [] : ["title", "subtitle", "description"].filter { self[$0]?.kind == .text }
    }
}
