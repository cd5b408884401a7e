package io.deskmeter.link.tls;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Presents the certificate that is current at each handshake, so that a renewed one needs no restart. */
final class CurrentKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "deskmeter";

    private final Supplier<KeyAndChain> current;

    CurrentKey(Supplier<KeyAndChain> current) {
        this.current = current;
    }

    @Override
    public String chooseEngineClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return ALIAS;
    }

    @Override
    public String chooseClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return ALIAS;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            @Nullable String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return serverAlias(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(
            @Nullable String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return serverAlias(keyType);
    }

    /** TLS asks for each kind of key in turn, and takes the first that it gets. */
    private @Nullable String serverAlias(@Nullable String keyType) {
        String ours = current.get().key().getAlgorithm();
        boolean edwards = ours.equals("EdDSA") && ("EdDSA".equals(keyType) || "Ed25519".equals(keyType));
        return edwards || ours.equals(keyType) || (ours.equals("RSA") && "RSASSA-PSS".equals(keyType)) ? ALIAS : null;
    }

    @Override
    public String[] getClientAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(@Nullable String alias) {
        return current.get().chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(@Nullable String alias) {
        return current.get().key();
    }
}
