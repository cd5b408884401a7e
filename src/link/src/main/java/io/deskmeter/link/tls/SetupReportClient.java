package io.deskmeter.link.tls;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.SetupReport;
import java.io.IOException;

/** Tells a controller how far the setup of this machine is: one connection, one message. */
public final class SetupReportClient {
    private static final int PROTOCOL = 1;

    private SetupReportClient() {}

    /**
     * Sends a report of a machine that has not joined yet.
     *
     * @param host of the controller, name or address
     * @throws EnrolmentRefusedException if the controller refuses, or is another one than that of the token
     * @throws IOException if the controller cannot be reached; the message is for display
     */
    public static void send(String host, int port, JoinToken token, SetupReport report) throws IOException {
        SetupReport with = report.toBuilder()
                .setProtocol(PROTOCOL)
                .setToken(token.secret().text())
                .build();
        requireNoted(SingleRequest.send(
                host,
                port,
                LinkTls.pinnedClient(token.authority()),
                token.authority(),
                FromAgent.newBuilder().setSetupReport(with).build(),
                socket -> {}));
    }

    /**
     * Sends a report of a machine that has joined.
     *
     * @param own its certificate
     * @throws IOException as {@link #send(String, int, JoinToken, SetupReport)}
     */
    public static void send(String host, int port, KeyAndChain own, SetupReport report) throws IOException {
        SetupReport with = report.toBuilder().setProtocol(PROTOCOL).build();
        requireNoted(SingleRequest.send(
                host,
                port,
                LinkTls.client(own),
                Fingerprint.of(own.authority()),
                FromAgent.newBuilder().setSetupReport(with).build(),
                socket -> {}));
    }

    private static void requireNoted(FromController answer) throws IOException {
        if (!answer.hasSetupNoted()) {
            throw new IOException(
                    "the controller's answer: " + answer.getMessageCase() + " (expected: SETUP_NOTED or REFUSED)");
        }
    }
}
