import Boards
import Extraction
import Fetching
import Foundation
import Records

/// The extraction of one document, in an actor that the job's closure can use.
actor Reading {
    private let board: Board
    private let feed: URL?
    /// Fetches the documents to join the records with.
    private let fetchTables: @Sendable () async throws -> [JoinTable]
    private var tables: [JoinTable] = []
    /// nil until the response's head determines the kind of document.
    private var run: (any ExtractionRun)?
    /// From the run, after it has ended.
    private var (lastPacing, lastNotes): (Pacing?, ReadingNotes) = (nil, ReadingNotes())
    private var hints = DocumentHints()
    /// The page's rejected requests, if a browser opened it.
    private var refusals = Refusals()
    /// Why that page may have no rows.
    private var obstacle: String?
    private let pile = RecordPile()
    /// For each row, the pile's number of its certain record that wasn't withdrawn.
    private var rows = RowNumbers()
    /// The document has rows that aren't records, because the board's `only` skips them.
    private(set) var hasOtherRows = false
    /// Counts the certain records; nil once one of them was withdrawn or overwritten.
    private var tally: ReadingTally?
    /// The head and the first bytes, until it is decided whether to fetch the end first.
    private var undecided: (head: ResponseHead, first: [UInt8])?

    /// `feed` is the feed's address.
    init(_ board: Board, of feed: URL?, fetchTables: @escaping @Sendable () async throws -> [JoinTable]) {
        self.board = board
        self.feed = feed
        self.fetchTables = fetchTables
        tally = ReadingTally(board.schema)
    }

    /// Processes a part of the response, after prefetching the document's end if that helps; returns the resulting events.
    func take(_ part: Part, _ lookAhead: LookAhead) async throws -> [Extracted] {
        switch part {
        case .head(let head):
            hints = DocumentHints(head)
            (refusals, obstacle) = (head.refusals, head.obstacle)
            hints.feed = feed
            tables = try await fetchTables()
            run = board.begin(hints, joining: tables)
            if type(of: board.extractor).looksAhead, LookAhead.isPossible(head) { undecided = (head, []) }
            return []
        case .body(let bytes):
            guard let (head, held) = undecided else { return try append(bytes) }
            let first = held + bytes
            guard first.count >= LookAhead.firstBytes else {
                undecided = (head, first)
                return []
            }
            undecided = nil
            if !givesCertainRow(first) { try await foresee(lookAhead, of: head) }
            return try append(first)
        }
    }

    func finish() throws -> [Extracted] {
        var extracted: [Extracted] = []
        if let (_, first) = undecided { try run?.append(first) { extracted.append($0) } }
        undecided = nil
        try run?.finish { extracted.append($0) }
        // Frees the run's memory before anything is stored.
        (lastPacing, lastNotes, run) = (run?.pacing, run?.notes ?? ReadingNotes(), nil)
        try keep(extracted)
        return extracted
    }

    func pacing() -> Pacing? { run?.pacing ?? lastPacing }

    func notes() -> ReadingNotes {
        var notes = run?.notes ?? lastNotes
        for (what, times) in refusals.counts { notes.refuse(what, times: times) }
        return notes
    }

    /// An error of the document, with the page's rejected requests, which may explain why it has no rows.
    func explained(_ error: any Error) -> any Error {
        guard let error = error as? ExtractionError else { return error }
        let words = [obstacle, refusals.words.map { "the page was refused \($0)" }].compactMap { $0 }
        return words.isEmpty ? error : error.adding(words.joined(separator: "; "))
    }

    /// The certain records in document order.
    func records() -> ReadRecords { ReadRecords(pile, in: rows.order) }

    /// `records`: all certain records; those in a file are read back only if needed.
    func tallied(_ records: ReadRecords) throws -> ReadingTally {
        if let tally { return tally }
        var tally = ReadingTally(board.schema)
        try records.forEach { tally.add($0) }
        return tally
    }

    private func append(_ bytes: [UInt8]) throws -> [Extracted] {
        var extracted: [Extracted] = []
        try run?.append(bytes) { extracted.append($0) }
        try keep(extracted)
        return extracted
    }

    private func foresee(_ lookAhead: LookAhead, of head: ResponseHead) async throws {
        var allowance = LookAhead.Allowance(for: head)
        guard let size = head.expectedBytes, allowance.grants(LookAhead.lastBytes),
            let end = await lookAhead.part(.last(LookAhead.lastBytes), of: head)
        else { return }
        try run?.foresee(end.bytes, at: end.offset)
        while true {
            let wanted = run?.partsWorthForeseeing(size: size) ?? []
            if wanted.isEmpty { return }
            for range in wanted {
                guard allowance.grants(range.count), let part = await lookAhead.part(.between(range), of: head) else { return }
                try run?.foresee(part.bytes, at: part.offset)
            }
        }
    }

    /// A separate run over the first bytes. If it fails, the document will fail too, and fetching its end gains nothing.
    private func givesCertainRow(_ first: [UInt8]) -> Bool {
        var isCertain = false
        var probe = board.begin(hints, joining: tables)
        do {
            try probe.append(first) { extracted in
                if case .final = extracted { isCertain = true }
            }
        } catch {
            return true
        }
        return isCertain
    }

    private func keep(_ extracted: [Extracted]) throws {
        for event in extracted {
            switch event {
            case .final(let row, let record):
                if let limit = board.rowLimit, row >= limit {
                    throw ExtractionError(.limit, "more than \(limit) rows, the most that a member’s board may have")
                }
                if rows[row] != nil { tally = nil }
                rows.set(row, to: try pile.append(record))
                tally?.add(record)
            case .withdrawn(let row):
                hasOtherRows = true
                if rows[row] != nil { tally = nil }
                rows.remove(row)
            case .provisional: break
            }
        }
    }
}

/// The counts of a document's records.
struct ReadingTally: Sendable {
    private(set) var filled: FeedHealth.Tally
    private(set) var slots: GuideCover.Tally?

    init(_ schema: Schema) { (filled, slots) = (FeedHealth.Tally(schema), GuideCover.Tally(schema)) }

    mutating func add(_ record: Record) {
        filled.add(record)
        slots?.add(record)
    }
}
