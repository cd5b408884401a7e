package io.deskmeter.agent.remote;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The start of an RDP connection: a request that offers TLS and network level authentication (MS-RDPBCGR 2.2.1.1), and
 * its confirmation. No session is created.
 */
public final class RdpNegotiation {
    /** TPKT of 19 bytes; X.224 connection request; negotiation request for protocols 1 and 2. */
    private static final byte[] REQUEST = HexFormat.of().parseHex("030000130ee0000000000001000800" + "03000000");

    private static final int TPKT_VERSION = 3;
    private static final int SHORTEST = 7;
    private static final int CONFIRM = 0xD0;
    private static final int KIND = 0xF0;

    private static final int WITH_NEGOTIATION = 19;
    private static final int UP_TO_NEGOTIATION = 5;
    private static final int RESPONSE = 2;
    private static final int UP_TO_PROTOCOL = 3;
    private static final int TLS = 1;
    private static final int NETWORK_LEVEL = 2;
    private static final int REST_OF_PROTOCOL = 3;

    private RdpNegotiation() {}

    /**
     * The result.
     *
     * @param missing why there is no RDP server; empty if one has answered
     * @param networkLevel whether it authenticates users before it creates a session for them, as Windows does
     * @param encrypts whether TLS follows, in which the server shows its certificate
     */
    public record Answer(Optional<String> missing, boolean networkLevel, boolean encrypts) {
        private static Answer none(String why) {
            return new Answer(Optional.of(why), false, false);
        }
    }

    /** Negotiates; blocks. */
    public static Answer say(String host, int port, Duration within) {
        try (Socket socket = new Socket()) {
            return say(socket, host, port, within);
        } catch (IOException e) {
            return Answer.none(String.valueOf(e.getMessage()));
        }
    }

    /** Connects and negotiates; what follows on the socket is what has been agreed upon. Blocks. */
    static Answer say(Socket socket, String host, int port, Duration within) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UnknownHostException("the host name is unknown");
        }
        socket.connect(address, (int) within.toMillis());
        socket.setSoTimeout((int) within.toMillis());
        socket.getOutputStream().write(REQUEST);
        return read(new DataInputStream(socket.getInputStream()));
    }

    private static Answer read(DataInputStream in) throws IOException {
        int version = in.readUnsignedByte();
        in.readUnsignedByte();
        int length = in.readUnsignedShort();
        in.readUnsignedByte();
        int kind = in.readUnsignedByte() & KIND;
        if (version != TPKT_VERSION || length < SHORTEST || kind != CONFIRM) {
            return Answer.none("the server does not use RDP");
        }
        if (length < WITH_NEGOTIATION) {
            return new Answer(Optional.empty(), false, false);
        }
        in.readFully(new byte[UP_TO_NEGOTIATION]);
        int what = in.readUnsignedByte();
        in.readFully(new byte[UP_TO_PROTOCOL]);
        int protocol = in.readUnsignedByte();
        in.readFully(new byte[REST_OF_PROTOCOL]);
        return new Answer(
                Optional.empty(),
                what == RESPONSE && protocol == NETWORK_LEVEL,
                what == RESPONSE && (protocol == TLS || protocol == NETWORK_LEVEL));
    }

    /** Why the port does not accept connections; empty if it does. Blocks. */
    public static Optional<String> negotiate(String host, int port, Duration within) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), (int) within.toMillis());
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of("the host name is unknown");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
