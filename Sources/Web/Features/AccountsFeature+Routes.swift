import Hummingbird
import Records
import Serving

extension AccountsFeature: Feature {
    var routes: [Route] {
        [
            .get("/login", .anyone) { try await LoginPage(self).page(for: $0, $1) },
            .post("/login", .anyone) { try await LoginPage(self).logIn($0, $1) },
            // The link's code authorises the request.
            .get("/login/link/:code", .anyone) { try await LoginLinkPage(self).page($1.parameters.get("code"), $1) },
            .post("/login/link/:code", .anyone) { try await LoginLinkPage(self).logIn($1.parameters.get("code"), $0, $1) },
            .post("/logout", .anyone) { try await LoginPage(self).logOut($0, $1) },
            // The setup code authorises the request.
            .get("/setup", .anyone) { try await SetupPage(self).page(for: $0, $1) },
            .post("/setup", .anyone) { try await SetupPage(self).setUp($0, $1) },
            .get("/invitation/:code", .anyone) { try await InvitationPage(self).page($1.parameters.get("code"), $1) },
            .post("/invitation/:code", .anyone) { try await InvitationPage(self).accept($1.parameters.get("code"), $0, $1) },
            .get("/account", .browsers) { try await AccountPage(self, $1).page(for: $0) },
            .post("/account/settings", .browsers) { try await AccountPage(self, $1).set($0) },
            .post("/account/password", .browsers) { try await AccountPage(self, $1).changePassword($0) },
            .post("/account/sessions", .browsers) { try await AccountPage(self, $1).endSessions($0) },
            .post("/account/tokens", .browsers) { try await AccountPage(self, $1).addToken($0) },
            .post("/account/tokens/revoke", .browsers) { try await AccountPage(self, $1).revokeToken($0) },
            .get("/account/data", .browsers) { _, context in try await AccountPage(self, context).data() },
            .post("/account/delete", .browsers) { try await AccountPage(self, $1).delete($0) },
            .get("/people", .administrators) { try await PeoplePage(self, $1).page(for: $0) },
            .get("/people/audit", .administrators) { try await PeoplePage(self, $1).trail(for: $0) },
            .post("/people/invitations", .administrators) { try await PeoplePage(self, $1).invite($0) },
            .post("/people/invitations/revoke", .administrators) { try await PeoplePage(self, $1).takeBack($0) },
            .post("/people/:person", .administrators) { try await PeoplePage(self, $1).change($0) },
        ]
    }

    static var schemas: [(name: String, schema: JSONSchema)] {
        [
            ("Me", MeResource.members.schema),
            ("Token", TokenResource.members.schema),
            ("Person", PersonResource.members.schema),
        ]
    }

    var endpoints: [Endpoint] { AccountAPI.endpoints(self) + PeopleAPI.endpoints(self) }

    func addData(of person: Person, to data: inout JSONLine) async throws {
        try await AccountData.add(to: &data, of: person, in: store, at: accounts.now())
    }
}
