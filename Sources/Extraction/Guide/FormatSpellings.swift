// Formats that define the notation of their values: a time is an XMLTV time, even if a board declares the field differently.

extension XMLTVRows {
    package var followsFields: Bool { false }
}

extension RadioTimesRows {
    package var followsFields: Bool { false }
}

extension GuideRows {
    package var followsFields: Bool { false }
}

extension PlaylistRows {
    package var followsFields: Bool { false }
}
