/// The other fields of a form with a file. The file itself is `PageContext.upload`.
package struct UploadForm: Sendable {
    package enum Fault: Sendable { case tooLarge, broken }

    package let fields: [String: String]
    /// nil if no file was chosen.
    package let fileName: String?
    /// Why the file is missing.
    package let fault: Fault?

    package init(fields: [String: String] = [:], fileName: String? = nil, fault: Fault? = nil) {
        (self.fields, self.fileName, self.fault) = (fields, fileName, fault)
    }
}
