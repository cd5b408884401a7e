package io.deskmeter.agent.viewer;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.RfbPort;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.TemporaryCertificate;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * An RDP server for one desktop, which reads the desktop over RFB and ends with it. It has no password itself: it
 * passes the RDP client's password on to the desktop, so a client without the desktop's password cannot see it.
 */
final class PrivateXrdp {
    private static final long LIMIT_NANOS = 15_000_000_000L;
    private static final long BETWEEN_LOOKS_NANOS = 10_000_000L;

    /** Lossless, all colours, without delay; without xrdp's own windows. */
    private static final String CONFIGURATION = """
            [Globals]
            ini_version=1
            fork=true
            port=tcp://127.0.0.1:%1$d
            tcp_nodelay=true
            security_layer=tls
            crypt_level=high
            ssl_protocols=TLSv1.2, TLSv1.3
            certificate=%2$s
            key_file=%3$s
            autorun=desktop
            hidelogwindow=true
            allow_channels=true
            bitmap_cache=true
            bitmap_compression=true
            bulk_compression=false
            max_bpp=32
            new_cursors=true
            use_fastpath=both
            [Logging]
            LogFile=%4$s
            LogLevel=INFO
            EnableSyslog=false
            [Channels]
            [desktop]
            name=desktop
            lib=libvnc.so
            ip=127.0.0.1
            port=%5$d
            username=na
            password=ask
            """;

    private PrivateXrdp() {}

    /**
     * Starts it and returns when it listens.
     *
     * @return its port on the loopback address
     */
    static int start(Desktop desktop, TemporaryCertificate certificate, SearchPath programs) throws DesktopException {
        RfbPort behind = Objects.requireNonNull(desktop.rfbPort(), "a desktop with a port");
        try {
            int port = RfbPort.freePort();
            Path folder = PrivateFolder.create(desktop.folder().resolve("xrdp"));
            Path log = folder.resolve("log");
            Path configuration = PrivateFolder.write(
                    folder.resolve("xrdp.ini"),
                    CONFIGURATION.formatted(
                            port,
                            PrivateFolder.write(folder.resolve("cert.pem"), certificate.certificatePem()),
                            PrivateFolder.write(folder.resolve("key.pem"), certificate.keyPem()),
                            log,
                            behind.number()));
            String program = programs.find("xrdp").toString();
            AppProcess server = desktop.launch(List.of(program, "-n", "-c", configuration.toString()), folder);
            await(server, log, "listening to port " + port);
            return port;
        } catch (IOException e) {
            throw new DesktopException(
                    "xrdp: " + FaultText.reason(e) + " " + StorageFault.expectation(e, desktop.folder()), e);
        } catch (ProgramException e) {
            throw new DesktopException(e);
        }
    }

    private static void await(AppProcess server, Path log, String words) throws IOException, DesktopException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!Files.exists(log) || !Files.readString(log).contains(words)) {
            if (!server.alive() || System.nanoTime() - deadline >= 0) {
                throw new DesktopException("xrdp: " + (server.alive() ? "silent" : "exited") + " (expected: \"" + words
                        + "\"); its last lines:\n" + (Files.exists(log) ? Files.readString(log) : server.tail()));
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }
}
