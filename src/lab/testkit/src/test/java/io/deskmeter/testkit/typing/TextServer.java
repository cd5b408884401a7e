package io.deskmeter.testkit.typing;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerSettings;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real server with a keyboard of a chosen layout, and screens on it. */
final class TextServer implements AutoCloseable {
    /** What shows the desktop and takes its input. */
    enum Kind {
        XVNC("Xvnc"),
        X11VNC("x11vnc"),
        X0VNCSERVER("x0vncserver"),
        XTIGHTVNC("Xtightvnc"),
        WAYVNC("wayvnc"),
        /** An RDP server that opens a session with a display of its own, through xfreerdp. */
        XRDP("xrdp"),
        /** An RDP server that shows an existing desktop, through xfreerdp. */
        SHADOW("freerdp-shadow-cli"),
        X11("Xvfb");

        final String program;

        Kind(String program) {
            this.program = program;
        }

        boolean isInstalled() {
            return isOnPath(program);
        }
    }

    static boolean isOnPath(String program) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(d -> Files.isExecutable(Path.of(d, program)));
    }

    private static final FrameListener NOBODY = new FrameListener() {
        @Override
        public void onFrame(FrameUpdate update) {}

        @Override
        public void onLost(ScreenException cause) {}
    };

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens rfb = new RfbScreens(System::nanoTime, 1);
    private final X11Screens x11 = new X11Screens(System::nanoTime);
    private final ViewerScreens viewers = new ViewerScreens(x11, System::nanoTime);
    private final List<Process> processes = new ArrayList<>();
    private final Kind kind;
    private final String layout;
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private int display;
    private int port;
    private @Nullable XrdpServer xrdp;
    /** What a text field writes that is there already. */
    private @Nullable Path typed;

    private TextServer(Kind kind, String layout, Path folder) {
        this.kind = kind;
        this.layout = layout;
        this.folder = folder;
    }

    /** @param layout as setxkbmap takes it */
    static TextServer start(Kind kind, String layout, Path folder) throws Exception {
        TextServer server = new TextServer(kind, layout, folder);
        try {
            if (kind == Kind.WAYVNC) {
                server.startWayland(layout);
                return server;
            }
            if (kind == Kind.XRDP) {
                server.startXrdp();
                return server;
            }
            server.startDisplay();
            if (kind != Kind.XTIGHTVNC) {
                server.setLayout(layout);
            }
            server.startServer();
            return server;
        } catch (Exception e) {
            server.close();
            throw e;
        }
    }

    private void startDisplay() throws IOException, InterruptedException {
        port = freePort();
        switch (kind) {
            case XVNC ->
                display = displayOf(
                        "Xvnc",
                        "-displayfd",
                        "1",
                        "-geometry",
                        "640x480",
                        "-SecurityTypes",
                        "None",
                        "-localhost",
                        "-rfbport",
                        "" + port);
            case XTIGHTVNC -> {
                display = 71;
                run("Xtightvnc", ":" + display, "-geometry", "640x480", "-depth", "24", "-rfbport", "" + port);
                awaitPort();
            }
            default -> display = displayOf("Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "640x480x24");
        }
    }

    private void startWayland(String layout) throws IOException, InterruptedException {
        port = freePort();
        Path runtime = Files.createDirectory(
                folder.resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path config = Files.writeString(
                folder.resolve("sway.conf"), "output * resolution 640x480\ndefault_border none\nxwayland disable\n");
        environment.putAll(Map.of(
                "XDG_RUNTIME_DIR", runtime.toString(),
                "WLR_BACKENDS", "headless",
                "WLR_LIBINPUT_NO_DEVICES", "1",
                "WLR_RENDERER", "pixman"));
        List<String> sway = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            // It does not start as root.
            sway.addAll(List.of("unshare", "--user", "--map-user=1000", "--map-group=1000"));
        }
        sway.addAll(List.of("sway", "-c", config.toString()));
        environment.remove("WAYLAND_DISPLAY"); // it would be a client of itself
        run(sway.toArray(String[]::new));
        environment.put("WAYLAND_DISPLAY", "wayland-1");
        for (int i = 0; i < 100 && !Files.exists(runtime.resolve("wayland-1")); i++) {
            Thread.sleep(100);
        }
        Thread.sleep(500);
        run("wayvnc", "--keyboard=" + layout, "127.0.0.1", "" + port);
        awaitPort();
    }

    private void startServer() throws IOException, InterruptedException {
        String name = ":" + display;
        if (kind == Kind.X11VNC) {
            run(
                    "x11vnc",
                    "-display",
                    name,
                    "-forever",
                    "-shared",
                    "-norc",
                    "-nopw",
                    "-localhost",
                    "-rfbport",
                    "" + port);
            awaitPort();
        } else if (kind == Kind.X0VNCSERVER) {
            run("x0vncserver", "-display", name, "-SecurityTypes", "None", "-localhost", "-rfbport", "" + port);
            awaitPort();
        } else if (kind == Kind.SHADOW) {
            environment.put("DISPLAY", name);
            environment.put("HOME", folder.toString()); // for its certificate
            run("freerdp-shadow-cli", "/port:" + port, "/bind-address:127.0.0.1", "-auth", "/sec:tls");
            awaitPort();
        }
    }

    /** As root. The session is the text field, which the user of the session writes. */
    private void startXrdp() throws Exception {
        Path shared = Files.createTempDirectory("deskmeter-field-");
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        typed = shared.resolve("typed");
        xrdp = XrdpServer.start(
                XrdpSettings.of(1, "xterm -u8 -geometry 200x100+0+0 -e sh -c \"" + TextField.script(typed) + "\""));
        port = xrdp.port();
    }

    void setLayout(String layout) throws IOException, InterruptedException {
        Process process = run("setxkbmap", "-display", ":" + display, "-layout", layout);
        if (process.waitFor() != 0) {
            throw new IOException("setxkbmap -layout " + layout + ": failed: " + log("setxkbmap"));
        }
    }

    private Process run(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(folder.resolve(command[0] + ".log").toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.add(0, process);
        return process;
    }

    private String log(String program) throws IOException {
        return Files.readString(folder.resolve(program + ".log"));
    }

    private int displayOf(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve(command[0] + ".log").toFile())
                .start();
        processes.add(0, process);
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        @Nullable String line = out.readLine();
        if (line == null) {
            throw new IOException(command[0] + " did not start: " + log(command[0]));
        }
        return Integer.parseInt(line.trim());
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    private void awaitPort() throws IOException, InterruptedException {
        for (int i = 0; i < 100; i++) {
            try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (probe.isConnected()) {
                    return;
                }
            } catch (IOException notYet) {
                Thread.sleep(100);
            }
        }
        throw new IOException(kind + " does not listen: " + log(kind.program));
    }

    /** After {@link #connect}, because an RDP session begins with its first client. */
    TextField openField() throws IOException, InterruptedException {
        Path written = typed;
        if (written != null) {
            return TextField.of(written);
        }
        return kind == Kind.WAYVNC
                ? TextField.open(List.of("foot"), environment, folder)
                : TextField.open(
                        List.of("xterm", "-u8", "-geometry", "200x100+0+0", "-display", ":" + display, "-e"),
                        Map.of(),
                        folder);
    }

    Screen connect(RfbSettings settings) throws Exception {
        if (kind == Kind.X11) {
            return x11.open(new X11Target(":" + display, null), X11Settings.defaults(), NOBODY, executor)
                    .get(10, TimeUnit.SECONDS);
        }
        XrdpServer sessions = xrdp;
        if (sessions != null || kind == Kind.SHADOW) {
            ViewerTarget place = ViewerTarget.tcp("127.0.0.1", port).typing(layout);
            return viewers.open(
                            Viewer.freerdp(),
                            sessions == null
                                    ? place.as("anyone", "")
                                    : place.as(
                                            sessions.users().get(0).name(),
                                            sessions.users().get(0).password()),
                            ViewerSettings.of(640, 480).withFolder(folder),
                            NOBODY,
                            executor)
                    .get(30, TimeUnit.SECONDS);
        }
        return rfb.connect(RfbTarget.tcp("127.0.0.1", port), settings, NOBODY, executor)
                .get(10, TimeUnit.SECONDS);
    }

    int display() {
        return display;
    }

    @Override
    public void close() throws InterruptedException, IOException {
        rfb.close();
        viewers.close();
        x11.close();
        if (xrdp != null) {
            xrdp.close();
        }
        executor.shutdownNow();
        for (Process each : processes) {
            each.destroy();
            if (!each.waitFor(5, TimeUnit.SECONDS)) {
                each.destroyForcibly();
            }
        }
        Path written = typed;
        if (written != null) {
            Files.deleteIfExists(written);
            Files.deleteIfExists(written.resolveSibling(""));
        }
    }

    @Override
    public String toString() {
        return kind.toString().toLowerCase(Locale.ROOT);
    }
}
