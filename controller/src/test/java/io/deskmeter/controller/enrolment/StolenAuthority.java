package io.deskmeter.controller.enrolment;

import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.InstantSource;

/** What a thief can do with the data folder of a controller. */
public final class StolenAuthority {
    private StolenAuthority() {}

    /** A certificate for an agent, which no store knows. */
    public static KeyAndChain agent(Path data, SecretsKey secrets, String id) throws IOException {
        KeyPair keys = EnrolmentProof.newKeys();
        return new KeyAndChain(
                keys.getPrivate(),
                CertificateAuthority.open(data, secrets, InstantSource.system()).agent(id, keys.getPublic()));
    }
}
