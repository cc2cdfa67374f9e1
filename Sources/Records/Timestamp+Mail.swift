extension Timestamp {
    /// A date in the format of mail (`MailDate`); nil if it can't be parsed. Without a zone it is treated as UTC.
    package init?(mail text: String) {
        guard let date = MailDate(text) else { return nil }
        let offset = if case .offset(let seconds) = date.zone { Int64(seconds) } else { Int64(0) }
        self.init(exactly: (date.local - offset) * 1000)
    }
}
