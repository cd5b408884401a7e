package io.deskmeter.link.tls;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Presents the certificate that is current at each handshake, so that a renewed one needs no restart. A server may have
 * two: peers that name the authority of the first one with ALPN, as {@link LinkTls#asking} says it, are shown that one,
 * all others the second.
 */
final class CurrentKey extends X509ExtendedKeyManager {
    /** Handshakes ask for chain and key one after the other, and a renewal may come in between. */
    private static final int REMEMBERED = 16;

    private static final float FULL = 0.75f;

    private final Supplier<KeyAndChain> own;
    private final Supplier<KeyAndChain> shown;
    private final Map<String, KeyAndChain> chosen = new LinkedHashMap<>(REMEMBERED, FULL, true);

    CurrentKey(Supplier<KeyAndChain> current) {
        this(current, current);
    }

    /**
     * Of a server.
     *
     * @param own for peers that name its authority
     * @param shown to all others
     */
    CurrentKey(Supplier<KeyAndChain> own, Supplier<KeyAndChain> shown) {
        this.own = own;
        this.shown = shown;
    }

    private synchronized String alias(KeyAndChain current) {
        String alias = Fingerprint.of(current.certificate()).hex();
        chosen.put(alias, current);
        if (chosen.size() > REMEMBERED) {
            chosen.remove(chosen.keySet().iterator().next());
        }
        return alias;
    }

    private synchronized KeyAndChain behind(@Nullable String alias) {
        return Objects.requireNonNullElseGet(chosen.get(String.valueOf(alias)), shown);
    }

    @Override
    public String chooseEngineClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(shown.get());
    }

    @Override
    public String chooseClientAlias(
            String @Nullable [] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(shown.get());
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            @Nullable String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        KeyAndChain first = own.get();
        boolean asked = engine != null
                && LinkTls.asking(Fingerprint.of(first.authority())).equals(engine.getHandshakeApplicationProtocol());
        return serverAlias(keyType, asked ? first : shown.get());
    }

    @Override
    public @Nullable String chooseServerAlias(
            @Nullable String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return serverAlias(keyType, shown.get());
    }

    /** TLS asks for each kind of key in turn, and takes the first that it gets. */
    private @Nullable String serverAlias(@Nullable String keyType, KeyAndChain current) {
        String ours = current.key().getAlgorithm();
        boolean edwards = ours.equals("EdDSA") && ("EdDSA".equals(keyType) || "Ed25519".equals(keyType));
        return edwards || ours.equals(keyType) || (ours.equals("RSA") && "RSASSA-PSS".equals(keyType))
                ? alias(current)
                : null;
    }

    @Override
    public String[] getClientAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return new String[] {alias(shown.get())};
    }

    @Override
    public String[] getServerAliases(@Nullable String keyType, Principal @Nullable [] issuers) {
        return new String[] {alias(shown.get())};
    }

    @Override
    public X509Certificate[] getCertificateChain(@Nullable String alias) {
        return behind(alias).chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(@Nullable String alias) {
        return behind(alias).key();
    }
}
