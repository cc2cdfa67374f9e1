import Foundation

/// The functions of PostgreSQL's client library, loaded when a PostgreSQL database is first used, so SQLite users don't need the library.
/// (https://www.postgresql.org/docs/15/libpq.html)
struct Libpq: Sendable {
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

    let connect: @convention(c) (Texts?, Texts?, CInt) -> OpaquePointer?
    let connectStart: @convention(c) (Texts?, Texts?, CInt) -> OpaquePointer?
    let connectPoll: @convention(c) (OpaquePointer?) -> CInt
    let setErrorVerbosity: @convention(c) (OpaquePointer?, CInt) -> CInt
    let parseAddress: @convention(c) (Text?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> OpaquePointer?
    let freeAddress: @convention(c) (OpaquePointer?) -> Void
    let freeText: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let finish: @convention(c) (OpaquePointer?) -> Void
    let status: @convention(c) (OpaquePointer?) -> CInt
    let errorMessage: @convention(c) (OpaquePointer?) -> Text?
    let socket: @convention(c) (OpaquePointer?) -> CInt
    let serverVersion: @convention(c) (OpaquePointer?) -> CInt
    let setNonblocking: @convention(c) (OpaquePointer?, CInt) -> CInt
    let setNoticeProcessor: @convention(c) (OpaquePointer?, NoticeProcessor?, UnsafeMutableRawPointer?) -> NoticeProcessor?

    let sendQuery: @convention(c) (OpaquePointer?, Text?) -> CInt
    let sendQueryParams:
        @convention(c) (
            OpaquePointer?, Text?, CInt, UnsafePointer<UInt32>?, Texts?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
        ) -> CInt
    let sendPrepare: @convention(c) (OpaquePointer?, Text?, Text?, CInt, UnsafePointer<UInt32>?) -> CInt
    let sendQueryPrepared: @convention(c) (OpaquePointer?, Text?, CInt, Texts?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt) -> CInt
    let setSingleRowMode: @convention(c) (OpaquePointer?) -> CInt
    let enterPipeline: @convention(c) (OpaquePointer?) -> CInt
    let syncPipeline: @convention(c) (OpaquePointer?) -> CInt
    let exitPipeline: @convention(c) (OpaquePointer?) -> CInt
    let flush: @convention(c) (OpaquePointer?) -> CInt
    let consumeInput: @convention(c) (OpaquePointer?) -> CInt
    let isBusy: @convention(c) (OpaquePointer?) -> CInt
    let getResult: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let putCopyData: @convention(c) (OpaquePointer?, Text?, CInt) -> CInt
    let putCopyEnd: @convention(c) (OpaquePointer?, Text?) -> CInt

    let resultStatus: @convention(c) (OpaquePointer?) -> CInt
    let resultErrorField: @convention(c) (OpaquePointer?, CInt) -> Text?
    let resultErrorMessage: @convention(c) (OpaquePointer?) -> Text?
    let clear: @convention(c) (OpaquePointer?) -> Void
    let rowCount: @convention(c) (OpaquePointer?) -> CInt
    let columnCount: @convention(c) (OpaquePointer?) -> CInt
    let columnName: @convention(c) (OpaquePointer?, CInt) -> Text?
    let columnType: @convention(c) (OpaquePointer?, CInt) -> UInt32
    let isNull: @convention(c) (OpaquePointer?, CInt, CInt) -> CInt
    let length: @convention(c) (OpaquePointer?, CInt, CInt) -> CInt
    let value: @convention(c) (OpaquePointer?, CInt, CInt) -> Text?
    let changedRows: @convention(c) (OpaquePointer?) -> Text?

    /// A pointer to a PGnotify.
    let notification: @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?
    /// The server's process of the connection.
    let backendID: @convention(c) (OpaquePointer?) -> CInt

    let getCancel: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let cancel: @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, CInt) -> CInt
    let freeCancel: @convention(c) (OpaquePointer?) -> Void

    /// Whether libpq can parse an address. Its error message isn't used, because it may contain the password.
    func isAddress(_ text: String) -> Bool {
        var words: UnsafeMutablePointer<CChar>?
        let parts = parseAddress(text, &words)
        freeText(words)
        freeAddress(parts)
        return parts != nil
    }

    typealias NoticeProcessor = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void

    static func loaded() throws -> Libpq { try shared.get() }

    private static let shared = Result { try Libpq() }

    private init() throws {
        func fault(_ detail: String) -> StorageError {
            StorageError(.database, doing: "loading PostgreSQL’s client library", detail: detail)
        }
        guard let library = dlopen("libpq.so.5", RTLD_NOW) else {
            throw fault("libpq.so.5 isn’t there: install the package libpq5")
        }
        func function<Function>(_ name: String) throws -> Function {
            guard let function = dlsym(library, name) else { throw fault("it has no \(name): install libpq5 15 or later") }
            return unsafeBitCast(function, to: Function.self)
        }
        connect = try function("PQconnectdbParams")
        connectStart = try function("PQconnectStartParams")
        connectPoll = try function("PQconnectPoll")
        setErrorVerbosity = try function("PQsetErrorVerbosity")
        parseAddress = try function("PQconninfoParse")
        freeAddress = try function("PQconninfoFree")
        freeText = try function("PQfreemem")
        finish = try function("PQfinish")
        status = try function("PQstatus")
        errorMessage = try function("PQerrorMessage")
        socket = try function("PQsocket")
        serverVersion = try function("PQserverVersion")
        setNonblocking = try function("PQsetnonblocking")
        setNoticeProcessor = try function("PQsetNoticeProcessor")
        sendQuery = try function("PQsendQuery")
        sendQueryParams = try function("PQsendQueryParams")
        sendPrepare = try function("PQsendPrepare")
        sendQueryPrepared = try function("PQsendQueryPrepared")
        setSingleRowMode = try function("PQsetSingleRowMode")
        enterPipeline = try function("PQenterPipelineMode")
        syncPipeline = try function("PQpipelineSync")
        exitPipeline = try function("PQexitPipelineMode")
        flush = try function("PQflush")
        consumeInput = try function("PQconsumeInput")
        isBusy = try function("PQisBusy")
        getResult = try function("PQgetResult")
        putCopyData = try function("PQputCopyData")
        putCopyEnd = try function("PQputCopyEnd")
        resultStatus = try function("PQresultStatus")
        resultErrorField = try function("PQresultErrorField")
        resultErrorMessage = try function("PQresultErrorMessage")
        clear = try function("PQclear")
        rowCount = try function("PQntuples")
        columnCount = try function("PQnfields")
        columnName = try function("PQfname")
        columnType = try function("PQftype")
        isNull = try function("PQgetisnull")
        length = try function("PQgetlength")
        value = try function("PQgetvalue")
        changedRows = try function("PQcmdTuples")
        notification = try function("PQnotifies")
        backendID = try function("PQbackendPID")
        getCancel = try function("PQgetCancel")
        cancel = try function("PQcancel")
        freeCancel = try function("PQfreeCancel")
    }
}
