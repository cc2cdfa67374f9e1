import Glibc
import Logging
import NIOCore

/// The first handler of the listening socket: pauses accepting for a moment if descriptors or memory run out. Without it, the server would
/// end.
///
/// It should never be needed, because `DescriptorBudget` keeps some descriptors free.
final class ListenerHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private static let rest = TimeAmount.milliseconds(100)
    private var isResting = false
    private var wantsRead = false
    private let logger = Logger(label: "tidings.web")

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        guard error.errnoCode != ECONNABORTED, !isResting else { return }
        logger.warning("clients have to wait", metadata: ["error": "\(error)"])
        isResting = true
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.rest) { [self] in
            isResting = false
            if wantsRead { context.read() }
            wantsRead = false
        }
    }

    func read(context: ChannelHandlerContext) {
        if isResting { wantsRead = true } else { context.read() }
    }
}
