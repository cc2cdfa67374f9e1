import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONReading
import NIOCore

/// The answer's body as JSON.
func json(_ response: TestResponse) throws -> JSONValue { try JSONDocument([UInt8](buffer: response.body)).root }

extension TestClientProtocol {
    func sendJSON(_ method: HTTPRequest.Method, _ uri: String, _ body: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await execute(uri: uri, method: method, headers: headers, body: ByteBuffer(string: body))
    }
}

func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
    var fields = left
    for field in right { fields[field.name] = field.value }
    return fields
}
