// Formats that say themselves how their values are written: a time is a time of XMLTV, whatever a board says of its field.

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
