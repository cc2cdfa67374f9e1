/// A form with a file, whose bytes are `PageContext.upload`.
package struct UploadForm: Sendable {
    package enum Fault: Sendable { case tooLarge, broken }

    package let fields: [String: String]
    /// nil if none was chosen.
    package let fileName: String?
    /// Why there is no file.
    package let fault: Fault?

    package init(fields: [String: String] = [:], fileName: String? = nil, fault: Fault? = nil) {
        (self.fields, self.fileName, self.fault) = (fields, fileName, fault)
    }
}
