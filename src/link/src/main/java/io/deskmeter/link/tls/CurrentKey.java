package io.deskmeter.link.tls;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Presents the certificate that is current at each handshake, so that a renewed one needs no restart. A handshake chooses an alias, and then asks for the certificates and the key of that alias: each pair of them has an alias of its own, so one that is renewed in
 * between does not mix them. Thread-safe.
 */
final class CurrentKey extends X509ExtendedKeyManager {
    /** More than one, for handshakes that began before a renewal. */
    private static final int KEPT = 8;

    private final Supplier<KeyAndChain> current;

    /** By alias, the newest last. */
    private final Map<String, KeyAndChain> chosen = new LinkedHashMap<>();

    CurrentKey(Supplier<KeyAndChain> current) {
        this.current = current;
    }

    /** The alias of a key and its certificates, by which they are found until {@link #KEPT} others have been chosen. */
    private synchronized String alias(KeyAndChain chain) {
        String alias = Fingerprint.of(chain.certificate()).text();
        chosen.remove(alias);
        chosen.put(alias, chain);
        if (chosen.size() > KEPT) {
            chosen.remove(chosen.keySet().iterator().next());
        }
        return alias;
    }

    private synchronized @Nullable KeyAndChain of(@Nullable String alias) {
        return chosen.get(alias);
    }

    @Override
    public String chooseEngineClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(current.get());
    }

    @Override
    public String chooseClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(current.get());
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
        KeyAndChain chain = current.get();
        String ours = chain.key().getAlgorithm();
        boolean edwards = ours.equals("EdDSA") && ("EdDSA".equals(keyType) || "Ed25519".equals(keyType));
        return edwards || ours.equals(keyType) || (ours.equals("RSA") && "RSASSA-PSS".equals(keyType))
                ? alias(chain)
                : null;
    }

    @Override
    public String[] getClientAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return new String[] {alias(current.get())};
    }

    @Override
    public String[] getServerAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return new String[] {alias(current.get())};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
        KeyAndChain found = of(alias);
        return found == null ? null : found.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
        KeyAndChain found = of(alias);
        return found == null ? null : found.key();
    }
}
