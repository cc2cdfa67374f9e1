/// The version of Tidings.
enum Version {
    static let number = "0.2.0"
}
