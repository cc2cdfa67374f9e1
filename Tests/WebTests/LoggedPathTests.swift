import Testing

@testable import Serving
@testable import Web

@Suite("Addresses in the log") struct LoggedPathTests {
    @Test(
        "links and codes are masked, names of boards and numbers are not",
        arguments: [
            ("/queue/office/tickets/Zm9vYmFy", "/queue/{queue}/tickets/{link}", "/queue/office/tickets/{link}"),
            ("/invitation/0123456789abcdef", "/invitation/{code}", "/invitation/{code}"),
            ("/notices/channels/confirm/s3cret", "/notices/channels/confirm/{token}", "/notices/channels/confirm/{token}"),
            ("/notices/s3cret.atom", "/notices/{secret}.atom", "/notices/{secret}.atom"),
            ("/boards/visa", "/boards/{board}", "/boards/visa"),
            ("/boards/visa.json", "/boards/{board}.json", "/boards/{board}.json"),
            ("/people/7", "/people/{person}", "/people/7"),
            ("/", "/", "/"),
        ])
    func routes(path: String, route: String, logged: String) { #expect("\(LoggedPath(path, route: route))" == logged) }

    @Test("a link with a letter too many has no route, and is masked all the same")
    func noRoute() {
        #expect("\(LoggedPath("/queue/office/tickets/Zm9vYmFy/x", route: nil))" == "/…")
        #expect("\(LoggedPath("/favicon.ico", route: nil))" == "/…")
        #expect("\(LoggedPath("", route: nil))" == "/")
    }
}
