/// One thing that another program watches, and the board that it becomes here.
package struct ImportedWatch: Sendable {
    /// What of its document becomes rows.
    package enum Subject: String, Sendable, CaseIterable {
        /// The text of a page by paragraphs; that of the parts that were chosen there; what stands at paths that were chosen there.
        case page, part, list
        /// Values of JSON.
        case values
        case feed, price, calendar
        /// What a board file of another installation says.
        case board
    }

    package let title: String
    /// Without user and password.
    package let address: String
    /// Seconds from one reading to the next.
    package let every: Int
    /// Groups, tags or folders that it was in.
    package let folders: [String]
    package let subject: Subject
    /// What of it stays behind or is otherwise.
    package let remarks: [ImportRemark]
    package let outcome: Outcome

    package enum Outcome: Sendable {
        /// A board file.
        case board(String)
        case refused(ImportRemark)
    }

    /// nil: it can't be carried over.
    package var file: String? { if case .board(let file) = outcome { file } else { nil } }
    package var refusal: ImportRemark? { if case .refused(let reason) = outcome { reason } else { nil } }
    /// Whether the board does here what was done there, as far as is known. Others are taken only on a person's word.
    package var isSure: Bool { file != nil && !remarks.contains(where: \.isSerious) }
}

/// Why something can't be carried over, or what of it stays behind.
package enum ImportRemark: Hashable, Sendable {
    // It can't be carried over.

    /// What stands in the place of its address is none of the web.
    case noAddress(String)
    case command
    /// Of a kind that isn't known.
    case unknownKind(String)
    /// Its address is put together at each reading.
    case template
    /// It sends something to its address.
    case sends
    /// A PDF or a table, of which only a look at it makes a board.
    case document
    /// The file's text of it can't be read.
    case unreadable(String)
    /// What a board can't say.
    case unwritable(String)
    /// A board file that can't be taken from elsewhere.
    case board(SharedBoard.Refusal)

    // It can, otherwise than it was.

    case paused
    /// Its address named a user or a password.
    case password
    /// A part of its address that may be a secret.
    case secretInAddress(String)
    /// A selection that can't be used here: all of the document is watched.
    case selection(String)
    /// A browser opens it there, by steps or for its scripts.
    case browser

    // Small things that stay behind.

    /// A header that may hold a secret.
    case header(String)
    case proxy
    /// Which changes send a notice there.
    case condition
    case notifications
    /// Times of the day or the week.
    case times
    /// It was read more often than a board can be.
    case faster
    /// A filter or a setting, by its name there.
    case left(String)

    /// Whether the board may well not do what the person expects of it.
    var isSerious: Bool {
        switch self {
        case .paused, .password, .secretInAddress, .selection, .browser: true
        default: false
        }
    }
}
