/// A message of the browser: an answer to a command, or an event. What of it is used, of the Chrome DevTools Protocol
/// (https://chromedevtools.github.io/devtools-protocol/).
struct BrowserMessage: Decodable {
    let id: Int?
    let method: String?
    let sessionId: String?
    let params: Event?
    let result: Reply?
    let error: Refusal?

    struct Refusal: Decodable { let message: String }

    /// What events have, each some of it.
    struct Event: Decodable {
        let requestId: String?
        let request: Request?
        /// Of a paused request.
        let resourceType: String?
        /// Of a request; of a dialog, its kind.
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

    /// What answers have, each some of it.
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
        /// A picture in base64.
        let data: String?
    }

    struct Value: Decodable { let value: String? }

    struct Exception: Decodable { let text: String? }
}
