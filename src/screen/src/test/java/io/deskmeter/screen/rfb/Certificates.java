package io.deskmeter.screen.rfb;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/** A server's self-signed certificate for "localhost", in memory and in files. */
record Certificates(X509Bundle bundle, Path certificate, Path key) {
    static Certificates make(Path folder) throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .rsa2048()
                .subject("CN=localhost, O=Deskmeter tests")
                .addSanDnsName("localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Path certificate = Files.writeString(folder.resolve("cert.pem"), bundle.getCertificatePathPEM());
        Path key = Files.writeString(folder.resolve("key.pem"), bundle.getPrivateKeyPEM());
        return new Certificates(bundle, certificate, key);
    }

    /** The TLS context of a server with this certificate. */
    SSLContext server() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(bundle.toKeyManagerFactory().getKeyManagers(), null, null);
        return context;
    }
}
