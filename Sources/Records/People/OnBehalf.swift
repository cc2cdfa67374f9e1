/// The person on whose behalf something is changed, the role they had when that was decided, and the proof of their identity.
///
/// A decision made when a request arrived may no longer hold when its handler writes: in between, a password is hashed, a message is sent,
/// or a lock is awaited. A store that acts for a person (`Store.acting`) therefore checks again inside each transaction that writes. If the
/// person may no longer make the write, it throws `Withdrawn` and changes nothing.
package struct OnBehalf: Hashable, Sendable {
    package enum Proof: Hashable, Sendable {
        case session(Session.ID)
        case token(APIToken.ID)
        /// A sign-in proxy has named the person.
        case proxy
    }

    package let person: Person.ID
    package let role: Person.Role
    package let proof: Proof

    package init(_ person: Person, by proof: Proof) {
        self.person = person.id
        role = person.role
        self.proof = proof
    }
}

/// The person lost the rights that they had when the change was decided on; the change wasn't made.
package struct Withdrawn: Error {
    package enum Reason: Sendable {
        /// They were disabled or removed, or their session or token has ended.
        case identity
        /// They have a lower role now.
        case role
    }

    package let reason: Reason
    package let behalf: OnBehalf

    package init(_ reason: Reason, of behalf: OnBehalf) {
        self.reason = reason
        self.behalf = behalf
    }
}
