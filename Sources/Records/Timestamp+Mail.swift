extension Timestamp {
    /// A date as mails have it (`MailDate`); nil if it can't be read. Without a zone it is taken as UTC.
    package init?(mail text: String) {
        guard let date = MailDate(text) else { return nil }
        let offset = if case .offset(let seconds) = date.zone { Int64(seconds) } else { Int64(0) }
        self.init(exactly: (date.local - offset) * 1000)
    }
}
