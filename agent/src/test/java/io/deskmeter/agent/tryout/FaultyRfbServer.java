package io.deskmeter.agent.tryout;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An RFB server without security that shows a picture of many colours to each client, and then has one fault. */
public final class FaultyRfbServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FaultyRfbServer.class);
    public static final int WIDTH = 64;
    public static final int HEIGHT = 48;
    private static final int RAW = 0;
    private static final int TIGHT = 7;

    /** What follows the first picture. */
    public enum Fault {
        /** Nothing changes, and requests are answered. */
        NONE,
        /** The connection is closed. */
        ENDS,
        /** Nothing more is sent. */
        MUTE,
        /** An update of two rectangles begins, and ends after the first one. */
        HALF,
        /** A Tight rectangle whose length says more than its data; nothing follows. */
        LONG_TIGHT,
        /** The same, but requests are answered: with data of that rectangle, for whoever counts its bytes. */
        LONG_TIGHT_THAT_GOES_ON,
        /** Another picture ten times a second. */
        MOVES
    }

    private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final Set<Closeable> clients = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Fault fault;

    public FaultyRfbServer(Fault fault) throws IOException {
        this.fault = fault;
        threads.execute(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                clients.add(client);
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                LOG.debug("the server is closed", e);
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            introduce(in, out);
            awaitRequest(in);
            int pictures = 0;
            out.write(update(pictures++));
            switch (fault) {
                case ENDS -> {
                    awaitRequest(in); // the picture has been read
                    return;
                }
                case HALF -> out.write(half());
                case LONG_TIGHT, LONG_TIGHT_THAT_GOES_ON -> out.write(longTight());
                case NONE, MUTE, MOVES -> {}
            }
            while (true) {
                boolean everything = awaitRequest(in);
                if (fault == Fault.MOVES) {
                    TimeUnit.MILLISECONDS.sleep(100); // the pace of the desktop
                    out.write(update(pictures++));
                } else if (everything && (fault == Fault.NONE || fault == Fault.LONG_TIGHT_THAT_GOES_ON)) {
                    out.write(update(0));
                }
            }
        } catch (IOException | InterruptedException e) {
            LOG.debug("the client has gone", e);
        }
    }

    private static void introduce(DataInputStream in, OutputStream out) throws IOException {
        out.write("RFB 003.008\n".getBytes(StandardCharsets.US_ASCII));
        in.readNBytes(12);
        out.write(new byte[] {1, 1});
        in.readNBytes(1);
        out.write(new byte[4]);
        in.readNBytes(1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream init = new DataOutputStream(bytes);
        init.writeShort(WIDTH);
        init.writeShort(HEIGHT);
        init.write(new byte[] {32, 24, 0, 1, 0, -1, 0, -1, 0, -1, 16, 8, 0, 0, 0, 0});
        init.writeInt(0);
        out.write(bytes.toByteArray());
    }

    /** Returns whether everything was asked for, changed or not. */
    private static boolean awaitRequest(DataInputStream in) throws IOException {
        while (true) {
            int type = in.readUnsignedByte();
            switch (type) {
                case 0 -> in.readFully(new byte[19]);
                case 2 -> {
                    in.readByte();
                    in.readFully(new byte[4 * in.readUnsignedShort()]);
                }
                case 3 -> {
                    boolean everything = in.readUnsignedByte() == 0;
                    in.readFully(new byte[8]);
                    return everything;
                }
                case 5 -> in.readFully(new byte[5]);
                default -> in.readFully(new byte[7]);
            }
        }
    }

    private static void header(DataOutputStream to, int width, int height, int encoding) throws IOException {
        to.writeInt(0);
        to.writeShort(width);
        to.writeShort(height);
        to.writeInt(encoding);
    }

    /** The whole picture, which differs from that of another number in all of its pixels. */
    private static byte[] update(int number) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1);
        header(out, WIDTH, HEIGHT, RAW);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            out.writeInt(Integer.reverseBytes(0x336600 + 0x010000 * (number % 100) + i % WIDTH));
        }
        return bytes.toByteArray();
    }

    private static byte[] half() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(2);
        header(out, 16, 16, RAW);
        out.write(new byte[16 * 16 * 4]);
        return bytes.toByteArray();
    }

    private static byte[] longTight() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1);
        header(out, 32, 32, TIGHT);
        out.writeByte(0); // no filter
        int says = 3000;
        out.writeByte((says & 0x7F) | 0x80);
        out.writeByte(says >> 7);
        Deflater zlib = new Deflater();
        zlib.setInput(new byte[32 * 32 * 3]);
        byte[] data = new byte[says];
        int length = zlib.deflate(data, 0, data.length, Deflater.SYNC_FLUSH);
        zlib.end();
        out.write(data, 0, length);
        return bytes.toByteArray();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Closeable client : clients) {
            client.close();
        }
        threads.shutdownNow();
    }
}
