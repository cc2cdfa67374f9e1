import Hummingbird
import Serving

extension Feature {
    /// People, how they sign in, and what they set.
    static let accounts = Feature(
        "accounts", data: AccountData.add,
        routes: [
            .get("/login", .anyone) { try await LoginPage($0).page(for: $1, $2) },
            .post("/login", .anyone) { try await LoginPage($0).logIn($1, $2) },
            // Needs the code.
            .get("/login/link/:code", .anyone) { try await LoginLinkPage($0).page($2.parameters.get("code"), $2) },
            .post("/login/link/:code", .anyone) { try await LoginLinkPage($0).logIn($2.parameters.get("code"), $1, $2) },
            .post("/logout", .anyone) { try await LoginPage($0).logOut($1, $2) },
            // Needs the code.
            .get("/setup", .anyone) { try await SetupPage($0).page(for: $1, $2) },
            .post("/setup", .anyone) { try await SetupPage($0).setUp($1, $2) },
            .get("/invitation/:code", .anyone) { try await InvitationPage($0).page($2.parameters.get("code"), $2) },
            .post("/invitation/:code", .anyone) { try await InvitationPage($0).accept($2.parameters.get("code"), $1, $2) },
            .get("/account", .browsers) { try await AccountPage($0, $2).page(for: $1) },
            .post("/account/settings", .browsers) { try await AccountPage($0, $2).set($1) },
            .post("/account/password", .browsers) { try await AccountPage($0, $2).changePassword($1) },
            .post("/account/sessions", .browsers) { try await AccountPage($0, $2).endSessions($1) },
            .post("/account/tokens", .browsers) { try await AccountPage($0, $2).addToken($1) },
            .post("/account/tokens/revoke", .browsers) { try await AccountPage($0, $2).revokeToken($1) },
            .get("/account/data", .browsers) { engine, _, context in try await AccountPage(engine, context).data() },
            .post("/account/delete", .browsers) { try await AccountPage($0, $2).delete($1) },
            .get("/people", .administrators) { engine, _, context in try await PeoplePage(engine, context).page() },
            .get("/people/audit", .administrators) { try await PeoplePage($0, $2).trail(for: $1) },
            .post("/people/invitations", .administrators) { try await PeoplePage($0, $2).invite($1) },
            .post("/people/invitations/revoke", .administrators) { try await PeoplePage($0, $2).takeBack($1) },
            .post("/people/:person", .administrators) { try await PeoplePage($0, $2).change($1) },
        ],
        endpoints: AccountAPI.endpoints + PeopleAPI.endpoints)
}
