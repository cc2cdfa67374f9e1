/// A message from the browser: a response to a command, or an event. The used part of the Chrome DevTools Protocol
/// (https://chromedevtools.github.io/devtools-protocol/).
struct BrowserMessage: Decodable {
    let id: Int?
    let method: String?
    let sessionId: String?
    let params: Event?
    let result: Reply?
    let error: Refusal?

    struct Refusal: Decodable { let message: String }

    /// The fields of events; each event has some of them.
    struct Event: Decodable {
        let requestId: String?
        let request: Request?
        /// The kind of resource of a paused request.
        let resourceType: String?
        /// For a request; for a dialog, its kind.
        let type: String?
        let frameId: String?
        let frame: Frame?
        let response: Response?
        let authChallenge: Challenge?
        let sessionId: String?
        let targetInfo: Target?
        let url: String?
        let name: String?
        let payload: String?
        let hasUserGesture: Bool?
    }

    struct Request: Decodable {
        let url: String
        let headers: [String: String]?
    }

    struct Frame: Decodable {
        let id: String
        let parentId: String?
        let url: String
    }

    struct Response: Decodable {
        let url: String
        let status: Int
        let headers: [String: String]?
    }

    struct Challenge: Decodable { let source: String? }

    struct Target: Decodable {
        let targetId: String
        let type: String
        let url: String
    }

    /// The fields of responses; each response has some of them.
    struct Reply: Decodable {
        let browserContextId: String?
        let targetId: String?
        let sessionId: String?
        let userAgent: String?
        let product: String?
        let errorText: String?
        let isDownload: Bool?
        let executionContextId: Int?
        let result: Value?
        let exceptionDetails: Exception?
        /// A screenshot in base64.
        let data: String?
    }

    struct Value: Decodable { let value: String? }

    struct Exception: Decodable { let text: String? }
}
