package import Fetching
import Foundation
import Logging
package import LongJobs
import MailReading
import Operating
package import Records
import ServiceLifecycle
package import Storage

/// Turns messages in people's mailboxes into documents.
///
/// A service: it checks each mailbox every few minutes, some immediately, and fetches new messages as a job of the person. Messages are
/// read but never marked, moved or deleted (`IMAPConnection`). Progress is recorded after each message, so none is fetched twice. A message
/// that fails in three consecutive checks is skipped (`MailboxHurdle`). Disabled people's mailboxes are skipped. Of several servers one
/// checks them.
///
/// Members may use public servers; administrators also hosts in `allow-hosts`. Unencrypted connections are limited to `allow-hosts`.
package actor DocumentMailboxes: Service {
    private let library: DocumentLibrary
    private let store: Store
    private let fetcher: Fetcher
    private let jobs: Jobs
    private let roles: Roles
    private let now: Now
    private nonisolated let signal = AsyncSignal()
    private let logger = Logger(label: "tidings.documents")
    private var underWay: Set<Person.ID> = []
    /// Checks in progress, and when they began.
    private var readings: [Person.ID: Reading] = [:]
    /// Mailboxes to check again when their current check ends.
    private var again: Set<Person.ID> = []
    private var checking: Set<Person.ID> = []
    private var hurdles: [Person.ID: MailboxHurdle] = [:]
    /// Mailboxes whose last check couldn't be recorded, with the time of the next try; the store still lists them as due.
    private var resting: [Person.ID: Timestamp] = [:]

    private struct Reading {
        let since: ContinuousClock.Instant
        let task: Task<DocumentMailbox.State?, Never>
        var isPutOff = false
    }

    static let (concurrentLimit, checkLimit) = (4, 4)
    private static let pause = Duration.seconds(30)
    /// How long one mailbox is read while others wait, regardless of its server's speed.
    private let share: Duration

    package init(
        library: DocumentLibrary, store: Store, fetcher: Fetcher, jobs: Jobs, roles: Roles = .all, share: Duration = .seconds(60),
        now: @escaping Now = Timestamp.system
    ) {
        (self.library, self.store, self.fetcher, self.jobs, self.roles) = (library, store, fetcher, jobs, roles)
        (self.share, self.now) = (share, now)
    }

    /// Checks a person's mailbox soon: it was added, or is due according to the store.
    package func hurry(_ person: Person.ID) {
        if underWay.contains(person) { again.insert(person) }
        resting[person] = nil
        signal.send()
    }

    // MARK: Checking

    /// Opens a mailbox the way a check does and counts its messages. Returns nil if too many checks are running. Throws `MailboxError` and
    /// `StorageError`.
    package func check(_ account: DocumentMailbox.Account, for person: Person) async throws -> Int? {
        guard checking.count < Self.checkLimit, !checking.contains(person.id) else { return nil }
        checking.insert(person.id)
        defer { checking.remove(person.id) }
        var timeouts = IMAPConnection.Timeouts()
        (timeouts.connect, timeouts.silence, timeouts.whole) = (.seconds(10), .seconds(20), .seconds(40))
        let connection = try await open(account, for: person, timeouts)
        defer { connection.close() }
        return try await connection.examine(account.folder).mailCount
    }

    private func open(
        _ account: DocumentMailbox.Account, for person: Person, _ timeouts: IMAPConnection.Timeouts = .init()
    ) async throws -> IMAPConnection {
        let destination: Fetcher.Destination
        do {
            destination = try await fetcher.destination(
                of: account.host, port: account.port, listedToo: person.role == .administrator)
        } catch let error as FetchError { throw MailboxError(.unreachable, "\(error)") }
        guard account.security != .none || destination.isListed else {
            throw MailboxError(.encryption, "the operator hasn’t listed it, and nothing goes there without encryption")
        }
        return try await IMAPConnection.open(account, at: destination, timeouts)
    }

    // MARK: The service

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.roles.serving(.mailboxes) {
                await withDiscardingTaskGroup { group in
                    while !Task.isCancelled {
                        for mailbox in await self.next() { group.addTask { await self.look(mailbox) } }
                        await self.signal.wait(atMost: self.roles.pause(Self.pause))
                    }
                }
            }
        }
    }

    /// The mailboxes to check now.
    private func next() async -> [DocumentMailbox] {
        do {
            let now = now()
            let due = try await store.documents.documentMailboxes(dueBy: now).filter {
                $0.state.fault != .sealed && !underWay.contains($0.person) && resting[$0.person].map { $0 <= now } ?? true
            }
            let next = due.prefix(max(0, Self.concurrentLimit - underWay.count))
            putOff(due.count - next.count)
            underWay.formUnion(next.map(\.person))
            return Array(next)
        } catch {
            if !Task.isCancelled { logger.error("mailboxes can’t be read", metadata: ["error": "\(error)"]) }
            return []
        }
    }

    /// Ends up to `count` of the checks that have used their share of time, the longest first.
    private func putOff(_ count: Int) {
        let end = ContinuousClock.now - share
        let old = readings.filter { !$0.value.isPutOff && $0.value.since <= end }.sorted { $0.value.since < $1.value.since }
        for (person, reading) in old.prefix(count) {
            readings[person]?.isPutOff = true
            reading.task.cancel()
        }
    }

    private func look(_ mailbox: DocumentMailbox) async {
        defer {
            underWay.remove(mailbox.person)
            signal.send()
        }
        let visit = MailboxVisit(mailbox)
        let task = Task { await lookedAt(mailbox, visit) }
        readings[mailbox.person] = Reading(since: .now, task: task)
        var state = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let reading = readings.removeValue(forKey: mailbox.person)
        if state == nil, reading?.isPutOff == true { state = await visit.putOff(at: now()) }
        do {
            try await record(state, of: mailbox)
            while again.remove(mailbox.person) != nil { _ = try await store.documents.hurryDocumentMailbox(of: mailbox.person, at: now()) }
        } catch {
            guard !Task.isCancelled else { return }
            logger.error("a mailbox can’t be noted", metadata: ["error": "\(error)"])
            resting[mailbox.person] = now() + MailboxSchedule.interval
        }
    }

    private func record(_ state: DocumentMailbox.State?, of mailbox: DocumentMailbox) async throws {
        if let state { try await store.documents.note(state, of: mailbox) }
    }

    /// Checks a mailbox and returns its new state; nil if its task was cancelled.
    private func lookedAt(_ mailbox: DocumentMailbox, _ visit: MailboxVisit) async -> DocumentMailbox.State? {
        do {
            guard let person = try await store.people.person(mailbox.person) else { return nil }
            let connection = try await open(mailbox.account, for: person)
            defer { connection.close() }
            let mails = try await newMails(over: connection, visit)
            if !mails.isEmpty {
                try await jobs.run(.mails, about: DocumentLibrary.subject, for: person.id) { report in
                    try await self.fetch(mails, over: connection, visit, report)
                }
            }
            return await visit.ended(nil, at: now())
        } catch let error as MailboxError {
            logger.notice("a mailbox can’t be read: \(mailbox.account) \(error)")
            return await visit.ended(error.code, at: now())
        } catch {
            guard !Task.isCancelled else { return nil }
            // Its job was cancelled or couldn't start: retry at the next check.
            if !(error is CancellationError) { logger.warning("a mailbox wasn’t read", metadata: ["error": "\(error)"]) }
            return await visit.ended(nil, at: now(), isWhole: false)
        }
    }

    /// The numbers of messages added since the last check.
    private func newMails(over connection: IMAPConnection, _ visit: MailboxVisit) async throws -> [Int] {
        let mailbox = visit.mailbox
        let folder = try await connection.examine(mailbox.account.folder)
        guard let place = mailbox.state.place else {
            if mailbox.takesOld { return try await found(connection.mails(after: 0), after: 0, folder, visit) }
            return try await found([], after: last(in: folder, over: connection), folder, visit)
        }
        guard place.validity != folder.validity else {
            return try await found(connection.mails(after: place.last), after: place.last, folder, visit)
        }
        // The mailbox was renumbered: use the messages that arrived since the last check.
        let since = mailbox.state.looked ?? mailbox.added
        let mails = try await connection.mails(since: (since + .seconds(-86_400)).date)
        let before = if let first = mails.first { first - 1 } else { try await last(in: folder, over: connection) }
        return try await found(mails, after: before, folder, visit)
    }

    /// The number of the last mail in a folder; 0 if it is empty.
    private func last(in folder: IMAPConnection.Folder, over connection: IMAPConnection) async throws -> Int {
        if let next = folder.nextNumber { return next - 1 }
        return try await connection.mails(after: 0).last ?? 0
    }

    private func found(_ mails: [Int], after last: Int, _ folder: IMAPConnection.Folder, _ visit: MailboxVisit) async throws -> [Int] {
        await visit.begin(at: .init(validity: folder.validity, last: last), hasMore: mails.count > DocumentMailbox.Limits.mails)
        return Array(mails.prefix(DocumentMailbox.Limits.mails))
    }

    private func fetch(_ mails: [Int], over connection: IMAPConnection, _ visit: MailboxVisit, _ report: JobReport) async throws {
        report.update(0, of: mails.count)
        for (index, number) in mails.enumerated() {
            try Task.checkCancellation()
            do { try await fetch(number, over: connection, visit) } catch let error as MailboxError {
                if await isTooMuch(number, error, visit) {
                    await visit.skip(.init(subject: "", reason: .unreadable))
                    await visit.pass(over: number)
                }
                throw error
            }
            await visit.passed(number)
            try await record(visit.state, of: visit.mailbox)
            report.update(index + 1, of: mails.count)
        }
    }

    /// Records that a check failed at a message. Returns whether that was the last try.
    private func isTooMuch(_ number: Int, _ error: MailboxError, _ visit: MailboxVisit) async -> Bool {
        guard error.code == .notMail || error.code == .interrupted, let place = await visit.state.place else { return false }
        let person = visit.mailbox.person
        let hurdle = MailboxHurdle(hurdles[person], failedAt: number, of: place.validity)
        hurdles[person] = hurdle.isTooHigh ? nil : hurdle
        return hurdle.isTooHigh
    }

    /// Messages deleted in the meantime are ignored. Sizes are requested one at a time, to know which message has an unreadable response.
    private func fetch(_ number: Int, over connection: IMAPConnection, _ visit: MailboxVisit) async throws {
        guard let size = try await connection.sizes(of: [number])[number] else { return }
        let limit = DocumentMailbox.Limits.mailBytes
        guard size <= limit else {
            let header = try await connection.mail(number, headersOnly: true, limit: limit) ?? []
            return await visit.skip(.init(subject: Self.shown(ReceivedMail(header).subject), reason: .tooLarge))
        }
        // Some servers report a size that is slightly too small.
        guard let bytes = try await connection.mail(number, limit: limit + limit / 4) else { return }
        let (subject, documents) = try await BlockingWork.run {
            let mail = ReceivedMail(bytes)
            return (Self.shown(mail.subject), MailDocuments(mail))
        }
        for document in documents.found { try await add(document, documents.about, for: visit.mailbox.person) }
        for file in documents.passedOver.prefix(DocumentMailbox.Limits.skippedFiles) {
            await visit.skip(.init(subject: subject, file: Self.shown(file.name), reason: file.reason))
        }
        guard !documents.found.isEmpty else { return await visit.skip(.init(subject: subject, reason: .nothing)) }
        await visit.took()
    }

    private static func shown(_ subject: String) -> String { subject.limited(to: StoredDocument.Limits.title) }

    /// The data is written to disk once, however long it waits for its turn.
    func add(_ document: MailDocuments.Found, _ about: DocumentAbout = DocumentAbout(), for person: Person.ID) async throws {
        let title = document.title.limited(to: StoredDocument.Limits.title)
        var (received, turn): (IncomingFile?, Duration) = (nil, Self.firstTurn)
        while true {
            if received == nil { received = try await library.receive(for: person) { try await $0.take(document.bytes) } }
            if let received {
                switch try await library.add(received, named: title, about: about, for: person, through: store) {
                case .new, .known: return
                case .tooMany, .tooLarge: throw MailboxError(.full, "its person has as many documents as there can be")
                case .tooManyWaiting: break
                }
            }
            // Other documents of the person are being extracted or uploaded.
            try await Task.sleep(for: turn)
            turn = min(turn * 2, Self.longestTurn)
        }
    }

    private static let (firstTurn, longestTurn) = (Duration.milliseconds(250), Duration.seconds(8))
}

/// The state of a mailbox during one check.
private actor MailboxVisit {
    nonisolated let mailbox: DocumentMailbox
    private(set) var state: DocumentMailbox.State
    private var hasMore = false
    private var hasPassedOver = false
    private var hasPassed = false

    init(_ mailbox: DocumentMailbox) { (self.mailbox, state) = (mailbox, mailbox.state) }

    func begin(at place: DocumentMailbox.Place, hasMore: Bool) { (state.place, self.hasMore) = (place, hasMore) }
    func took() { state.taken += 1 }
    func skip(_ mail: DocumentMailbox.Skipped) { state.skipped = (state.skipped + [mail]).suffix(DocumentMailbox.Limits.skipped) }
    func passed(_ number: Int) {
        state.place?.last = number
        hasPassed = true
    }

    /// The failing message isn't requested again, and the next check starts immediately with the messages after it.
    func pass(over number: Int) {
        passed(number)
        hasPassedOver = true
    }

    /// Ended because others wait: it continues after them, or is retried later if it gave nothing.
    func putOff(at now: Timestamp) -> DocumentMailbox.State {
        guard hasPassed else { return ended(.interrupted, at: now) }
        (state.fault, state.failures, state.due) = (nil, 0, now)
        return state
    }

    /// `isWhole` is whether the check completed.
    func ended(_ fault: DocumentMailbox.Fault?, at now: Timestamp, isWhole: Bool = true) -> DocumentMailbox.State {
        state.fault = fault
        state.failures = fault == nil || hasPassedOver ? 0 : state.failures + 1
        if fault == nil, isWhole { state.looked = now }
        let isSoon = fault == nil && isWhole && hasMore || hasPassedOver
        state.due = isSoon ? now : now + MailboxSchedule.pause(after: fault, failures: state.failures)
        return state
    }
}
