import Records

extension Field {
    /// The value of a text; nil and counted if it can't be read and the board leaves such values out (`unreadable: empty`).
    func value(from text: some StringProtocol, counting notes: inout ReadingNotes) throws(FieldError) -> Value? {
        guard leavesUnreadableEmpty else { return try value(from: text) }
        do throws(FieldError) { return counted(try value(from: text), &notes) } catch { return leftOut(error, &notes) }
    }

    /// The same of several texts.
    func value(from texts: [String], counting notes: inout ReadingNotes) throws(FieldError) -> Value? {
        guard leavesUnreadableEmpty else { return try value(from: texts) }
        do throws(FieldError) { return counted(try value(from: texts), &notes) } catch { return leftOut(error, &notes) }
    }

    private func counted(_ value: Value?, _ notes: inout ReadingNotes) -> Value? {
        if value != nil { notes.noteRead(name) }
        return value
    }

    private func leftOut(_ error: FieldError, _ notes: inout ReadingNotes) -> Value? {
        notes.leaveOut(error)
        return nil
    }
}
