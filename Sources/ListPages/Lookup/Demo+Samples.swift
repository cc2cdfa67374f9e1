import DemoPublishing
import Serving

extension Demo {
    /// Numbers to try on the sample list. The first is on it, the second isn't.
    static func samples(of board: String) -> [String] { isOn && board == "visa" ? [VisaList.wellKnownBatch, "28999999999"] : [] }
}
