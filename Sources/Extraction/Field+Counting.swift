import Records

extension Field {
    /// The value of a text. Counts zero amounts that are words like "free". nil, and counted, if it is unreadable and the board leaves such
    /// values empty (`unreadable: empty`).
    func value(from text: some StringProtocol, counting notes: inout ReadingNotes) throws(FieldError) -> Value? {
        guard leavesUnreadableEmpty else { return noting(text, try value(from: text), &notes) }
        do throws(FieldError) { return counted(noting(text, try value(from: text), &notes), &notes) } catch {
            return leftOut(error, &notes)
        }
    }

    private func noting(_ text: some StringProtocol, _ value: Value?, _ notes: inout ReadingNotes) -> Value? {
        if kind == .money, case .money(let amount)? = value, amount.units == 0, !text.contains(where: \.isNumber) {
            notes.mend("\(name) “\(String(text).trimmingWhitespace().limited(to: 40))” as 0")
        }
        return value
    }

    /// The same for several texts.
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
