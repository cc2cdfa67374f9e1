import DemoPublishing
import Serving

extension Demo {
    /// Numbers of the sample list to try: one that is on it, one that isn't.
    static func samples(of board: String) -> [String] { isOn && board == "visa" ? [VisaList.wellKnownBatch, "28999999999"] : [] }
}
