/// The sample publisher: an embassy's visa list as a PDF and a directory of contacts, with a new edition of both every `interval`; and
/// petrol prices of a metro, by the clock in Perth.
///
/// It needs no timer: the current edition follows from `now`, and a PDF is generated on first request and cached until the next edition.
/// Edition 0 is published at `began`; with a fixed value, a restarted server continues with the same editions. An actor; generating the PDF
/// of 40,000 rows keeps it busy for some tenths of a second.
package actor DemoPublisher {
    package struct Publication: Sendable {
        package let bytes: [UInt8]
        /// Strong, including its quotes; changes with the bytes.
        package let etag: String
        package let lastModifiedUnixSeconds: Int
        package let edition: Int
    }

    /// Edition 0 of the directory. Portraits are the same in all editions.
    package nonisolated let people: DemoContacts
    /// The sample petrol stations.
    package nonisolated let metro = DemoMetro()
    /// The time of edition 0, in Unix seconds.
    package nonisolated let began: Int

    private let firstEdition: VisaList
    private let pages: Int
    private let intervalSeconds: Int
    private let now: @Sendable () -> Int
    private var pinned: (edition: Int, since: Int)?
    private var published: Publication?

    /// `began` is in Unix seconds, nil means now. `now` returns Unix seconds. The interval is in whole seconds, at least one.
    package init(
        rows: Int = 40_000, pages: Int = 1_000, seed: UInt64 = 7, interval: Duration = .seconds(60), began: Int? = nil,
        now: @Sendable @escaping () -> Int
    ) {
        people = DemoContacts(seed: seed)
        firstEdition = VisaList(rows: rows, seed: seed)
        self.pages = pages
        intervalSeconds = Int(max(1, interval.components.seconds))
        self.began = began ?? now()
        self.now = now
    }

    /// The current visa list.
    package func visaList() -> Publication {
        let due = pinned ?? scheduled()
        if let published, published.edition == due.edition { return published }
        let publication = publication(of: due.edition, since: due.since)
        published = publication
        return publication
    }

    /// The current directory, and when it was published.
    package func contacts() -> (edition: DemoContacts, lastModifiedUnixSeconds: Int) {
        let due = pinned ?? scheduled()
        return (DemoContacts(count: people.count, seed: people.seed, edition: due.edition), due.since)
    }

    /// The petrol prices for a query.
    package nonisolated func fuel(_ query: DemoFuelQuery) -> DemoMetro.Feed { metro.feed(query, at: now()) }

    /// The current time of its clock, in Unix seconds.
    package nonisolated var seconds: Int { now() }

    /// Publishes this edition until the next call, regardless of the clock.
    package func setEdition(_ number: Int) {
        pinned = (max(0, number), now())
    }

    private func scheduled() -> (edition: Int, since: Int) {
        let edition = max(0, (now() - began) / intervalSeconds)
        return (edition, began + edition * intervalSeconds)
    }

    private func publication(of edition: Int, since: Int) -> Publication {
        let pdf = VisaListPDF(pages: pages, created: CalendarDay.pdfText(unixSeconds: since))
        let bytes = pdf.bytes(of: firstEdition.edition(edition))
        return Publication(bytes: bytes, etag: entityTag(of: bytes), lastModifiedUnixSeconds: since, edition: edition)
    }
}

/// Strong, including its quotes.
package func entityTag(of bytes: [UInt8]) -> String {
    "\"\(String(fingerprint(of: bytes), radix: 16))\""
}

/// FNV-1a with 64 bits.
private func fingerprint(of bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBufferPointer { buffer in
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in buffer {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return hash
    }
}
