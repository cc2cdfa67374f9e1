extension String {
    /// Bytes as lower-case hexadecimal digits, two each. Declared here because `Fetching` depends on no other module of Tidings.
    init(hexadecimal bytes: some Sequence<UInt8>) {
        self = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
