package io.deskmeter.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.SessionSlot;
import org.junit.jupiter.api.Test;

class CheckFindingsTest {
    private static final SessionSlot SLOT =
            SessionSlot.newBuilder().setHost("127.0.0.1").setPort(17001).build();

    /** The screen's message has the place, what was expected and a hint; a finding says each of them itself. */
    @Test
    void aRefusedCertificateIsSaidOnce() {
        CheckFinding finding = CheckFindings.certificate(
                SLOT, "127.0.0.1:17001: certificate: sha256:AA: unknown (expected: system; hint: trust `sha256:AA`)");
        assertThat(finding.getWhere()).isEqualTo("127.0.0.1:17001");
        assertThat(finding.getValue()).isEqualTo("certificate: sha256:AA: unknown");
        assertThat(finding.getExpected()).isEqualTo("system");
        assertThat(finding.getRemedy()).isEqualTo("trust `sha256:AA`");
    }

    @Test
    void wordsThatSayNothingOfItKeepWhatTheCheckKnows() {
        CheckFinding finding = CheckFindings.certificate(SLOT, "ERRCONNECT_TLS_CONNECT_FAILED");
        assertThat(finding.getValue()).isEqualTo("ERRCONNECT_TLS_CONNECT_FAILED");
        assertThat(finding.getExpected()).isEqualTo("the certificate that the target asks for");
        assertThat(finding.getRemedy()).contains("sha256:");
    }
}
