package io.deskmeter.link.tls;

import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.text.FaultText;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A connection to a controller over TLS for one message and its answer. */
final class SingleRequest {
    private static final int WITHIN_MILLIS = 20_000;
    private static final int LONGEST_ANSWER = 64 << 10;
    /** How an answer of a web server begins, in ASCII. */
    private static final int HTTP = 0x48545450;

    private SingleRequest() {}

    /** Looks at the other end before the message is sent. */
    @FunctionalInterface
    interface Check {
        void require(SSLSocket socket) throws IOException;
    }

    /**
     * Sends a message.
     *
     * @param tls trusts controllers of the authority, and nobody else
     * @param authority of the controller
     * @return the answer, which is not Refused
     * @throws EnrolmentRefusedException if the controller refuses, or is another one
     * @throws ControllerUnreachableException if no controller answers
     * @throws IOException if the answer is none; the message is for display
     */
    static FromController send(
            String host, int port, SSLContext tls, Fingerprint authority, FromAgent message, Check check)
            throws IOException {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, port), WITHIN_MILLIS);
            plain.setSoTimeout(WITHIN_MILLIS);
            try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                parameters.setProtocols(new String[] {LinkTls.PROTOCOL});
                parameters.setApplicationProtocols(new String[] {LinkTls.asking(authority)});
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                check.require(socket);
                byte[] frame = message.toByteArray();
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.writeInt(frame.length);
                out.write(frame);
                out.flush();
                FromController answer = answer(new DataInputStream(socket.getInputStream()));
                if (answer.hasRefused()) {
                    throw new EnrolmentRefusedException(
                            "the controller refuses: " + answer.getRefused().getReason(),
                            answer.getRefused().getKind());
                }
                return answer;
            }
        } catch (SSLException e) {
            if (isBroken(e)) {
                throw unanswered(host + ":" + port, e);
            }
            throw new EnrolmentRefusedException(TlsFaults.describe(e, host + ":" + port), e);
        } catch (SocketException | SocketTimeoutException | UnknownHostException e) {
            throw new ControllerUnreachableException(
                    host + ":" + port + ": " + FaultText.reason(e)
                            + " (expected: a controller's port for agents of other machines; hint: is it started with --agents, and reached from here?)",
                    e);
        } catch (EOFException e) {
            throw unanswered(host + ":" + port, e);
        }
    }

    /** Whether the connection has ended in the middle of a handshake: a refusal is an alert. */
    private static boolean isBroken(SSLException fault) {
        for (Throwable t = fault; t != null; t = t.getCause()) {
            if (t instanceof EOFException || t instanceof SocketException) {
                return true;
            }
        }
        return false;
    }

    private static ControllerUnreachableException unanswered(String peer, IOException e) {
        return new ControllerUnreachableException(
                peer
                        + ": connection closed without an answer (expected: an answer; hint: is this the controller's port for agents of other machines?)",
                e);
    }

    private static FromController answer(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length == HTTP) {
            throw new IOException(
                    "an answer of a web server (expected: a controller's port for agents of other machines; hint: that of --agents, not of --https)");
        }
        if (length < 0 || length > LONGEST_ANSWER) {
            throw new IOException("the controller's answer: " + Integer.toUnsignedString(length)
                    + " bytes (expected: <= " + LONGEST_ANSWER + ")");
        }
        return FromController.parseFrom(in.readNBytes(length));
    }
}
