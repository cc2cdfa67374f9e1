package import Records

// What happens by itself when its time has come.
extension QueueBook {
    /// Does what is due by the clock: the day's end, hours that begin and end. Cheap while nothing is.
    package mutating func tick(at time: Timestamp) {
        now = time
        for index in lines.indices {
            if let resets = lines[index].resets, resets <= now { startDay(index, by: QueueActor(kind: .program, name: "clock")) }
            if !lines[index].opened.holds(at: now) {
                let was = lines[index].opening.0
                lines[index].opened = Opened(lines[index].hours, of: lines[index].plan, at: now)
                if lines[index].opening.0 != was { lines[index].news.isTouched = true }
            }
            if let until = lines[index].settings.override?.until, until <= now {
                lines[index].settings.override = nil
                touch(index, writes: true)
            }
        }
    }

    /// The next moment at which `tick` has something to do.
    package var dueByClock: Timestamp? {
        lines.flatMap { [$0.resets, $0.opened.until, $0.settings.override?.until].compactMap { $0 } }.min()
    }
}
