import Places

/// Writes MaxMind DB files (https://maxmind.github.io/MaxMind-DB/) for tests, with any record size, and their values as bytes.
struct MaxMindWriter {
    var recordSize = 24
    var addressVersion = 6
    private var nodes: [(left: Leaf, right: Leaf)] = [(.nothing, .nothing)]
    private(set) var values: [UInt8] = []

    enum Leaf {
        case nothing
        case node(Int)
        /// The offset of its value in `values`.
        case value(Int)
    }

    init(recordSize: Int = 24, addressVersion: Int = 6) {
        self.recordSize = recordSize
        self.addressVersion = addressVersion
    }

    /// Adds a value for a network, given by 4 or 16 bytes and a prefix length; returns the value's offset.
    @discardableResult
    mutating func add(_ network: [UInt8], _ length: Int, _ value: [UInt8]) -> Int {
        let place = values.count
        values += value
        add(network, length, at: place)
        return place
    }

    mutating func add(_ network: [UInt8], _ length: Int, at place: Int) {
        let isBelowIPv6 = network.count == 4 && addressVersion == 6
        let network = isBelowIPv6 ? Array(repeating: 0, count: 12) + network : network
        let length = isBelowIPv6 ? length + 96 : length
        var node = 0
        for index in 0..<length {
            let isRight = network[index / 8] >> (7 - index % 8) & 1 == 1
            if index == length - 1 {
                set(node, isRight, .value(place))
            } else if case .node(let next) = isRight ? nodes[node].right : nodes[node].left {
                node = next
            } else {
                nodes.append((.nothing, .nothing))
                set(node, isRight, .node(nodes.count - 1))
                node = nodes.count - 1
            }
        }
    }

    private mutating func set(_ node: Int, _ isRight: Bool, _ leaf: Leaf) {
        if isRight { nodes[node].right = leaf } else { nodes[node].left = leaf }
    }

    var file: [UInt8] {
        var bytes: [UInt8] = []
        func number(_ leaf: Leaf) -> Int {
            switch leaf {
            case .nothing: nodes.count
            case .node(let node): node
            case .value(let place): nodes.count + 16 + place
            }
        }
        for node in nodes {
            let (left, right) = (number(node.left), number(node.right))
            switch recordSize {
            case 24: bytes += Self.bytes(left, 3) + Self.bytes(right, 3)
            case 28:
                bytes += Self.bytes(left & 0xFF_FFFF, 3) + [UInt8((left >> 24) << 4 | right >> 24)] + Self.bytes(right & 0xFF_FFFF, 3)
            default: bytes += Self.bytes(left, 4) + Self.bytes(right, 4)
            }
        }
        bytes += Array(repeating: 0, count: 16) + values
        bytes += [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)
        return bytes
            + Self.map([
                ("node_count", Self.unsigned(nodes.count)), ("record_size", Self.unsigned(recordSize)),
                ("ip_version", Self.unsigned(addressVersion)), ("database_type", Self.text("Test-City")),
                ("binary_format_major_version", Self.unsigned(2)), ("binary_format_minor_version", Self.unsigned(0)),
                ("build_epoch", Self.head(9, 8) + Self.bytes(1_767_225_600, 8)), ("languages", Self.list([Self.text("en")])),
            ])
    }

    // MARK: Values

    static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The control byte with the size, and further bytes of both.
    static func head(_ type: Int, _ size: Int) -> [UInt8] {
        let (low, more): (Int, [UInt8]) =
            switch size {
            case ..<29: (size, [])
            case ..<285: (29, bytes(size - 29, 1))
            case ..<65_821: (30, bytes(size - 285, 2))
            default: (31, bytes(size - 65_821, 3))
            }
        return type < 8 ? [UInt8(type << 5 | low)] + more : [UInt8(low), UInt8(type - 7)] + more
    }

    static func text(_ text: String) -> [UInt8] { head(2, text.utf8.count) + Array(text.utf8) }
    static func double(_ number: Double) -> [UInt8] { head(3, 8) + bytes(Int(bitPattern: UInt(number.bitPattern)), 8) }
    static func unsigned(_ number: Int) -> [UInt8] { head(6, 4) + bytes(number, 4) }
    static func list(_ values: [[UInt8]]) -> [UInt8] { head(11, values.count) + values.joined() }
    static func map(_ members: [(String, [UInt8])]) -> [UInt8] { head(7, members.count) + members.flatMap { text($0.0) + $0.1 } }
    static func location(_ latitude: Double, _ longitude: Double) -> [UInt8] {
        map([("location", map([("accuracy_radius", head(5, 1) + [50]), ("latitude", double(latitude)), ("longitude", double(longitude))]))])
    }

    /// A pointer of this length in bytes, 1 to 4.
    static func pointer(_ target: Int, _ length: Int) -> [UInt8] {
        let rest = target - [0, 2048, 526_336, 0][length - 1]
        let high = length == 4 ? 0 : rest >> (8 * length)
        return [UInt8(1 << 5 | (length - 1) << 3 | high)] + bytes(rest, length)
    }
}
