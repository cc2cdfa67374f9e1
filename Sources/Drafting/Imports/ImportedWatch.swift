/// Another program's watch, and the board made from it.
package struct ImportedWatch: Sendable {
    /// What becomes a row.
    package enum Subject: String, Sendable, CaseIterable {
        /// The paragraphs of a page; the paragraphs of its selected parts; the values at selected paths.
        case page, part, list
        /// JSON values.
        case values
        case feed, price, calendar
        /// As declared by a board file from another installation.
        case board
    }

    package let title: String
    /// Without user and password.
    package let address: String
    /// The interval between readings, in seconds.
    package let every: Int
    /// Its groups, tags or folders.
    package let folders: [String]
    package let subject: Subject
    /// Parts that are lost or changed.
    package let remarks: [ImportRemark]
    package let outcome: Outcome

    package enum Outcome: Sendable {
        /// A board file.
        case board(String)
        case refused(ImportRemark)
    }

    /// nil: it can't be imported.
    package var file: String? { if case .board(let file) = outcome { file } else { nil } }
    package var refusal: ImportRemark? { if case .refused(let reason) = outcome { reason } else { nil } }
    /// Whether the board is known to work like the original. Other boards are imported only if the person confirms it.
    package var isSure: Bool { file != nil && !remarks.contains(where: \.isSerious) }
}

/// Why something can't be imported, or which part of it is lost.
package enum ImportRemark: Hashable, Sendable {
    // MARK: It can't be imported

    /// Its address isn't a web address.
    case noAddress(String)
    case command
    case unknownKind(String)
    /// Its address is computed at each reading.
    case template
    /// It sends data to its address.
    case sends
    /// A PDF or a table, which must be examined to make a board.
    case document
    /// The file's text for it can't be parsed.
    case unreadable(String)
    /// It needs something that a board can't express.
    case unwritable(String)
    /// A board file that can't be shared.
    case board(SharedBoard.Refusal)

    // MARK: It is imported with a change

    case paused
    /// Its address contained a user name or a password.
    case password
    /// A part of its address may be a secret.
    case secretInAddress(String)
    /// Its selection can't be used here, so the whole document is watched.
    case selection(String)
    /// The other program opens it in a browser, for steps or scripts.
    case browser

    // MARK: Smaller parts that are lost

    /// A header that may contain a secret.
    case header(String)
    case proxy
    /// The condition for notices.
    case condition
    case notifications
    /// Times of the day or the week.
    case times
    /// It was read more often than a board may be.
    case faster
    /// A filter or a setting, by its original name.
    case left(String)

    /// Whether the board may not do what the person expects.
    var isSerious: Bool {
        switch self {
        case .paused, .password, .secretInAddress, .selection, .browser: true
        default: false
        }
    }
}
