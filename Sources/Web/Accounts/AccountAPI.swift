import Hummingbird
import Records
import Storage

/// `/api/v1/me`: whom a program acts for, and with what scopes.
enum AccountAPI {
    static func me(_ context: PageContext) throws -> Response {
        guard let person = context.person else { throw HTTPError(.unauthorized) }
        var line = JSONLine()
        line.add("name", person.name)
        line.add("role", person.role.rawValue)
        line.add("language", person.settings.language)
        line.add("zone", person.settings.zone)
        line.add("scopes", (context.scopes ?? Set(APIToken.Scope.allCases)).map(\.rawValue).sorted())
        return .json(line.closed)
    }
}
