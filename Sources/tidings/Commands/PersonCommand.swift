import ArgumentParser
import Foundation
import Records
import Serving
import Storage
import Web

/// `tidings person …`: manages accounts, also while a server is running.
struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person", abstract: "Work with accounts.",
        subcommands: [
            PersonAdd.self, PersonList.self, PersonPassword.self, PersonRemove.self, PersonInvite.self, PersonToken.self,
            PersonLoginLink.self,
        ])
}

extension Person.Role: ExpressibleByArgument {}
/// Scopes of a token: one word, or several separated by spaces or commas.
struct ScopeList: ExpressibleByArgument {
    let scopes: [APIToken.Scope]

    init?(argument: String) {
        let words = argument.split { $0 == "," || $0.isWhitespace }
        scopes = words.compactMap { APIToken.Scope(rawValue: String($0)) }
        if words.isEmpty || scopes.count < words.count { return nil }
    }

    init(_ scope: APIToken.Scope) { scopes = [scope] }

    var defaultValueDescription: String { scopes.map(\.rawValue).joined(separator: " ") }
}

/// The shared parts of the command.
enum NewPerson {
    static let actor = "command line"

    static func name(_ text: String) throws -> String {
        guard let name = Person.name(from: text) else {
            throw Failure(.badUse, "a name has 1 to \(Person.nameLimit) characters, all of them visible")
        }
        return name
    }

    static func check(_ password: String, for name: String) throws {
        switch PasswordRule.problem(of: password, for: name) {
        case nil: break
        case .short: throw Failure(.badUse, "the password has fewer than \(PasswordRule.leastLength) characters")
        case .long: throw Failure(.badUse, "the password is longer than \(PasswordRule.byteLimit) bytes")
        case .common: throw Failure(.badUse, "the password is too common")
        case .name: throw Failure(.badUse, "the password can't be the name")
        }
    }

    /// The hash of the password on the first line of standard input. A terminal doesn't echo it.
    static func password(for name: String) throws -> String {
        let line: String?
        if isatty(STDIN_FILENO) == 1 {
            Output.note("Password for \(name), at least \(PasswordRule.leastLength) characters:")
            line = HiddenInput.line()
        } else {
            line = readLine()
        }
        guard let line else { throw Failure(.badUse, "the password is read from standard input, which is empty") }
        try check(line, for: name)
        return "\(try PasswordHash(of: line))"
    }

    static func person(_ name: String, in store: Store) async throws -> Person {
        guard let person = try await store.people.person(named: name) else { throw Failure(.nothingFound, "no one has the name '\(name)'") }
        return person
    }

    static func note(_ action: AuditEntry.Action, _ detail: String, in store: Store) async throws {
        try await store.people.audit(action, by: actor, detail, from: "", at: .system())
    }
}

struct PersonAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create an account; the password is read from standard input.")

    @Argument(help: "The name.") var name: String
    @Option(help: "administrator, clerk or member.") var role = Person.Role.member
    @Flag(help: "Without a password: for people who sign in through a proxy.") var withoutPassword = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let store = try Workspace(folder, isMaking: true).store
        let name = try NewPerson.name(name)
        let password = withoutPassword ? nil : try NewPerson.password(for: name)
        guard let person = try await store.people.add(name, role, password: password, at: .system()) else {
            throw Failure(.badUse, "another person already has the name '\(name)'")
        }
        try await NewPerson.note(.personAdded, "\(person.name), \(person.role.rawValue)", in: store)
        Output.print("\(person.name) is \(person.role == .administrator ? "an" : "a") \(person.role.rawValue)")
    }
}

struct PersonList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the accounts.")

    @Flag(help: "Print one JSON object per line.") var json = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let people = try await Workspace(folder).store.people.all()
        if !json { Output.columns(people.map { [$0.name, $0.role.rawValue, $0.isDisabled ? "disabled" : ""] }) }
        for person in people where json {
            var line = JSONLine()
            line.add("name", person.name)
            line.add("role", person.role.rawValue)
            line.add("disabled", person.isDisabled)
            line.add("created", person.created.description)
            Output.print(line.closed)
        }
        if people.isEmpty { throw Failure(.nothingFound, "no one has an account") }
    }
}

struct PersonPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set a password, read from standard input. Ends the sessions and tokens of that person.")

    @Argument(help: "The name.") var name: String
    @Flag(help: "Keep their API tokens and the link to their notices feed.") var keepTokens = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let store = try Workspace(folder).store
        let person = try await NewPerson.person(name, in: store)
        try await store.people.setPassword(try NewPerson.password(for: person.name), of: person, keepingTokens: keepTokens)
        try await NewPerson.note(.passwordChanged, person.name, in: store)
        Output.print("\(person.name) has a new password")
    }
}

struct PersonRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove an account with all its data.")

    @Argument(help: "The name.") var name: String
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let store = try Workspace(folder).store
        let person = try await NewPerson.person(name, in: store)
        guard try await store.people.remove(person) else { throw Failure(.badUse, "\(person.name) is the only administrator") }
        try await NewPerson.note(.personRemoved, person.name, in: store)
        Output.print("\(person.name) is removed")
    }
}

struct PersonInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Print a link with which a person creates their own account. It works once, within a week.")

    @Argument(help: "Their name.") var note = ""
    @Option(help: "administrator, clerk or member.") var role = Person.Role.member
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let work = try Workspace(folder, isMaking: true)
        let secret = Secret()
        guard try await work.store.people.addInvitation(role, note: note, hash: secret.hash, at: .system()) != nil else {
            throw Failure(.badUse, "too many invitations are open")
        }
        try await NewPerson.note(.invited, "\(role.rawValue) \(note)", in: work.store)
        Output.print("\(try work.settings.publicURL?.absoluteString ?? "")/invitation/\(secret.text)")
    }
}

struct PersonToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create an API token for a person and print it; it isn't shown again.")

    @Argument(help: "The name of the person.") var name: String
    @Option(help: "What the token is for.") var label = "command line"
    @Option(parsing: .upToNextOption, help: "read, watch, admin.") var scopes: [ScopeList] = [ScopeList(.read)]
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let store = try Workspace(folder).store
        let person = try await NewPerson.person(name, in: store)
        let secret = Secret()
        let token = try await store.people.addToken(
            of: person, named: label, hash: secret.hash, scopes: Set(scopes.flatMap(\.scopes)), expires: nil, at: .system())
        guard token != nil else { throw Failure(.badUse, "\(person.name) has \(PersonStore.tokenLimit) tokens already") }
        try await NewPerson.note(.tokenCreated, "\(person.name): \(label)", in: store)
        Output.print(APIKey.text(secret))
    }
}

struct PersonLoginLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login-link", abstract: "Print a link that signs a person in without a password. It works once, within 15 minutes.")

    @Argument(help: "The name.") var name: String
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let work = try Workspace(folder)
        let person = try await NewPerson.person(name, in: work.store)
        guard !person.isDisabled else { throw Failure(.badUse, "\(person.name) is disabled") }
        let secret = Secret()
        try await work.store.people.addLoginLink(for: person, hash: secret.hash, at: .system())
        try await NewPerson.note(.loginLinkMade, person.name, in: work.store)
        Output.print("\(try work.settings.publicURL?.absoluteString ?? "")/login/link/\(secret.text)")
    }
}
