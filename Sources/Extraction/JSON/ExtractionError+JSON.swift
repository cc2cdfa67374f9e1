import JSONReading

extension ExtractionError {
    init(_ error: JSONError) {
        let code: Code =
            switch error.code {
            case .truncated: .truncated
            case .damaged: .damaged
            case .limit: .limit
            }
        self.init(code, error.detail)
    }

    /// Throws errors of JSON as errors of extraction.
    static func reading<Result>(_ read: () throws -> Result) throws -> Result {
        do { return try read() } catch let error as JSONError { throw ExtractionError(error) }
    }
}
