import Operating

extension Diagnosis {
    /// How many tasks run at once.
    static func cores(_ settings: Settings) -> Finding {
        do {
            let widths = try settings.widths()
            return Finding(
                "cores", .well,
                """
                \(widths.cores), so at once \(widths.encodings) segments are encoded, \(widths.speakers) sentences are spoken \
                and \(widths.pictures) pages drawn
                """)
        } catch { return Finding("cores", .amiss, Failure(error).message ?? "") }
    }
}
