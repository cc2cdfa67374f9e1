/// The start times on a channel, with titles, in any order of arrival.
struct StartSlots {
    /// A time in milliseconds, and the hash of a title.
    private struct Slot: Comparable {
        let start: Int64
        let title: Int

        static func < (one: Slot, other: Slot) -> Bool { (one.start, one.title) < (other.start, other.title) }
    }

    /// All except the late ones, ascending. Slots in order, as in most files, are appended.
    private var slots: [Slot] = []
    /// Slots that came after a later one, ascending; few, so that an insertion is cheap in a file of any order.
    private var late: [Slot] = []

    private static let lateLimit = 4096

    /// Returns false if the same title already starts at that time.
    mutating func insert(_ start: Int64, _ title: Int) -> Bool {
        let slot = Slot(start: start, title: title)
        guard let last = slots.last, slot <= last else {
            slots.append(slot)
            return true
        }
        let (known, place) = (Self.place(in: slots) { $0 >= slot }, Self.place(in: late) { $0 >= slot })
        guard slots[known] != slot, Self.element(of: late, at: place) != slot else { return false }
        late.insert(slot, at: place)
        if late.count == Self.lateLimit {
            slots = (slots + late).sorted()
            late = []
        }
        return true
    }

    /// The first start after `time`.
    func start(after time: Int64) -> Int64? {
        let next = Self.element(of: slots, at: Self.place(in: slots) { $0.start > time })?.start
        let lateNext = Self.element(of: late, at: Self.place(in: late) { $0.start > time })?.start
        guard let next, let lateNext else { return next ?? lateNext }
        return min(next, lateNext)
    }

    /// The index of the first for which `holds` is true, as it is for all later ones.
    private static func place(in slots: [Slot], where holds: (Slot) -> Bool) -> Int {
        var (low, high) = (0, slots.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(slots[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func element(of slots: [Slot], at place: Int) -> Slot? { place < slots.count ? slots[place] : nil }
}
