/// Reverses a predictor applied to rows of samples before Flate or LZW (ISO 32000-1, 7.4.4.4): PNG's five row filters, and TIFF's for 8-bit
/// samples. Rows of more than 1 MB count as damage.
final class Predictor: Filter {
    private(set) var consumed = 0
    var isComplete: Bool { false }
    private(set) var damage: String?

    private let isPNG: Bool
    private let pixelBytes: Int
    private let rowBytes: Int
    private var row: [UInt8] = []
    private var above: [UInt8]
    private var window = Window()

    /// Returns nil if the parameters specify no predictor.
    init?(_ parameters: PDFDictionary) {
        let kind = parameters["Predictor"]?.integer ?? 1
        guard kind > 1 else { return nil }
        let colors = max(1, min(parameters["Colors"]?.integer ?? 1, 64))
        let bits = max(1, min(parameters["BitsPerComponent"]?.integer ?? 8, 32))
        let columns = max(1, parameters["Columns"]?.integer ?? 1)
        isPNG = kind >= 10
        pixelBytes = max(1, colors * bits / 8)
        let (samples, overflow) = columns.multipliedReportingOverflow(by: colors * bits)
        if overflow || samples > 8_000_000 || (!isPNG && bits != 8) {
            rowBytes = 1
            damage = "predictor with \(columns) columns of \(colors) times \(bits) bits is not supported"
        } else {
            rowBytes = (samples + 7) / 8
        }
        above = [UInt8](repeating: 0, count: rowBytes)
    }

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        guard damage == nil else { return }
        consumed += bytes.count
        let whole = rowBytes + (isPNG ? 1 : 0)
        for index in bytes.indices {
            row.append(bytes[index])
            if row.count == whole { try emit(receive) }
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        if row.count > (isPNG ? 1 : 0) { try emit(receive) }
        try window.flush(receive)
    }

    private func emit(_ receive: (Span<UInt8>) throws -> Void) throws {
        let kind = isPNG ? row.removeFirst() : 1
        for index in row.indices {
            let left = index >= pixelBytes ? row[index - pixelBytes] : 0
            let predicted: UInt8
            switch kind {
            case 1: predicted = left
            case 2: predicted = above[index]
            case 3: predicted = UInt8((UInt16(left) + UInt16(above[index])) / 2)
            case 4:
                predicted = Predictor.paeth(left, above[index], index >= pixelBytes ? above[index - pixelBytes] : 0)
            default: predicted = 0
            }
            row[index] = row[index] &+ predicted
            try window.put(row[index], receive)
        }
        while row.count < rowBytes { row.append(0) }
        swap(&row, &above)
        row.removeAll(keepingCapacity: true)
    }

    private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let estimate = Int(left) + Int(above) - Int(corner)
        let (toLeft, toAbove, toCorner) = (abs(estimate - Int(left)), abs(estimate - Int(above)), abs(estimate - Int(corner)))
        return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
    }
}
