extension String {
    /// Bytes as lower-case hexadecimal digits, two each.
    package init(hexadecimal bytes: some Sequence<UInt8>) {
        self = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
