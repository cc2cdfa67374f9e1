/// A fictional person: a name, the directory's other data, and a portrait.
///
/// Everything is derived from the directory's seed and the id. Names are combined from our own lists; addresses end in `.example` or
/// `example.org` (RFC 2606), and telephone numbers are from ranges that regulators reserve for fiction.
package struct DemoPerson: Sendable {
    /// Selects given names, and beards or lashes.
    enum Presentation: Sendable { case feminine, masculine }

    /// The value of a field: a text, or nested elements.
    indirect enum Element: Sendable {
        case text(String, String)
        case group(String, [Element])
    }

    /// From 1.
    package let id: Int
    package let name: String
    let presentation: Presentation
    private let seed: UInt64
    /// How often the job and the telephone number have changed.
    private let jobChanges: Int
    private let phoneChanges: Int

    init(id: Int, seed: UInt64, jobChanges: Int = 0, phoneChanges: Int = 0) {
        self.id = id
        self.jobChanges = jobChanges
        self.phoneChanges = phoneChanges
        // One random stream per id: a generator `id` steps ahead would yield the same values, shifted.
        var mixer = SplitMix64(seed: seed ^ UInt64(truncatingIfNeeded: id) &* 0xD1B5_4A32_D192_ED03)
        self.seed = mixer.next()
        let turn = id - 1 + Int(seed % 1_000)
        let (round, placeNumber) = turn.quotientAndRemainder(dividingBy: Self.places.count)
        let place = Self.places[placeNumber]
        let given = place.given[(round * 5 + placeNumber) % place.given.count]
        if let peculiar = Self.peculiar[id]?.name {
            name = peculiar
            presentation = .feminine
        } else {
            name = "\(given) \(place.family[(round + placeNumber * 3) % place.family.count])"
            presentation = place.given.prefix(Self.feminineCount).contains(given) ? .feminine : .masculine
        }
    }

    var look: PortraitLook { PortraitLook(seed: seed, presentation: presentation) }

    /// In the directory's order. No person has all of them.
    var elements: [Element] {
        var random = SplitMix64(seed: seed &+ 1)
        func one(of choices: [String]) -> String { choices[random.below(choices.count)] }
        func chance(_ percent: Int) -> Bool { random.below(100) < percent }

        var elements: [Element] = [.text("contactid", "\(id)"), .text("name", name)]
        let job = Self.jobs[(random.below(Self.jobs.count) + jobChanges) % Self.jobs.count]
        let company = one(of: Self.companies)
        let hasJob = chance(88)
        if hasJob { elements.append(.text("job", job)) }
        let peculiar = Self.peculiar[id]
        if let company = chance(80) ? peculiar?.company ?? company : peculiar?.company { elements.append(.text("company", company)) }
        let mailbox = Self.mailbox(of: name) ?? "contact.\(id)"
        let domain = one(of: ["example.org", "mail.example", "post.example", "example.org"])
        if chance(92) { elements.append(.text("email", "\(mailbox)@\(domain)")) }
        let phoneChanges = hasJob ? phoneChanges : phoneChanges + jobChanges
        let count = 1 + (chance(40) ? 1 : 0) + (chance(12) ? 1 : 0)
        for line in 0..<count {
            let number = Self.phone(range: random.below(6), number: random.below(100) + (line == 0 ? 37 * phoneChanges : 0))
            elements.append(.text("phone", number))
        }
        let street = "\(1 + random.below(180)) \(one(of: Self.streets))"
        let city = one(of: Self.cities)
        let address: [Element] = [.text("street", street), .text("city", city)]
        if chance(20) { elements.append(.group("address", address)) } else if chance(80) { elements += address }
        let birthday = CalendarDay(year: 1946, month: 1, day: 1).daysSince1970 + random.below(59 * 365)
        if chance(70) { elements.append(.text("birthday", CalendarDay(daysSince1970: birthday).isoText)) }
        if chance(45) { elements.append(.text("website", "https://\(mailbox.split(separator: ".").last ?? "www").example/")) }
        let notes = one(of: Self.notes)
        if let notes = chance(40) ? peculiar?.notes ?? notes : peculiar?.notes { elements.append(.text("notes", notes)) }
        return elements + (peculiar?.elements ?? [])
    }

    /// A name's plain Latin letters and dots; nil if none are left.
    private static func mailbox(of name: String) -> String? {
        var letters = ""
        for character in name.lowercased() {
            if let plain = foldings[character] {
                letters += plain
            } else if character.isASCII, character.isLetter {
                letters.append(character)
            } else if character == " ", !letters.isEmpty, letters.last != "." {
                letters.append(".")
            }
        }
        let words = letters.split(separator: ".")
        guard let first = words.first, let last = words.last else { return nil }
        return words.count == 1 ? "\(first)" : "\(first).\(last)"
    }

    /// Ranges reserved for fiction in the USA (555-01xx), the United Kingdom (Ofcom), Australia (ACMA) and France (ARCEP).
    private static func phone(range: Int, number: Int) -> String {
        let two = number % 100 < 10 ? "0\(number % 100)" : "\(number % 100)"
        return switch range {
        case 0: "+1-212-555-01\(two)"
        case 1: "+44 1632 9600\(two)"
        case 2: "+44 7700 9001\(two)"
        case 3: "+61 2 5550 12\(two)"
        case 4: "+33 1 99 00 42 \(two)"
        default: "+1-604-555-01\(two)"
        }
    }
}
