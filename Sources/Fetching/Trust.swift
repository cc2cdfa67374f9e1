public import Foundation
import NIOSSL

/// The certificates to trust for one host that the system's authorities don't know: a home server, a company's own authority. Trusting
/// everything isn't possible.
public struct Trust: Sendable {
    let configuration: TLSConfiguration

    /// Certificates signed by the authorities in a PEM file, for the host's name.
    public static func authorities(in file: URL) throws -> Trust {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try certificates(in: file))
        return Trust(configuration: configuration)
    }

    /// Exactly the self-signed certificate in a PEM file; its name isn't checked.
    public static func certificate(in file: URL) throws -> Trust {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try certificates(in: file))
        configuration.certificateVerification = .noHostnameVerification
        return Trust(configuration: configuration)
    }

    private static func certificates(in file: URL) throws -> [NIOSSLCertificate] {
        let certificates = try? NIOSSLCertificate.fromPEMFile(file.path)
        guard let certificates, !certificates.isEmpty else {
            throw FetchError(.refused, at: file.absoluteString, "holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
        }
        return certificates
    }
}
