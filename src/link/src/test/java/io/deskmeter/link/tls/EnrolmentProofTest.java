package io.deskmeter.link.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.junit.jupiter.api.Test;

class EnrolmentProofTest {
    private final KeyPair keys = EnrolmentProof.newKeys();
    private final byte[] encoded = keys.getPublic().getEncoded();
    private final byte[] proof = EnrolmentProof.sign(Purpose.ENROL, "secret", keys);

    @Test
    void theOwnerOfTheKeyIsBelieved() {
        assertThat(EnrolmentProof.verify(Purpose.ENROL, "secret", encoded, proof))
                .isEqualTo(keys.getPublic());
    }

    @Test
    void aProofIsForOnePurposeOneTextAndOneKeyOnly() {
        byte[] other = EnrolmentProof.newKeys().getPublic().getEncoded();
        assertThatThrownBy(() -> EnrolmentProof.verify(Purpose.RENEW, "secret", encoded, proof))
                .hasMessageContaining("signature: ");
        assertThatThrownBy(() -> EnrolmentProof.verify(Purpose.ENROL, "another", encoded, proof))
                .hasMessageContaining("signature: ");
        assertThatThrownBy(() -> EnrolmentProof.verify(Purpose.ENROL, "secret", other, proof))
                .hasMessageContaining("signature: ");
    }

    @Test
    void otherKeysAndBytesAreRefused() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(384);
        KeyPair larger = generator.generateKeyPair();
        byte[] itsProof = EnrolmentProof.sign(Purpose.ENROL, "secret", larger);
        assertThatThrownBy(() -> EnrolmentProof.verify(
                        Purpose.ENROL, "secret", larger.getPublic().getEncoded(), itsProof))
                .hasMessageContaining("(expected: P-256)");
        for (byte[] bytes : new byte[][] {{}, {1}, new byte[5000]}) {
            assertThatThrownBy(() -> EnrolmentProof.verify(Purpose.ENROL, "secret", bytes, proof))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("(expected: ");
            assertThatThrownBy(() -> EnrolmentProof.verify(Purpose.ENROL, "secret", encoded, bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("(expected: ");
        }
    }
}
