package io.deskmeter.bench.truth;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.bench.process.Programs;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.XServer;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.truth.Relay;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TruthProcess;
import io.deskmeter.testkit.truth.TruthServerMain;
import io.deskmeter.testkit.x.TruthWindowMain;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Creates truth screens; closing this ends their shared parts. */
final class TruthScreens implements AutoCloseable {
    static final int WIDTH = 1280;
    static final int HEIGHT = 800;

    private final Path folder;
    private final List<String> precedence;
    private final SearchPath programs = Programs.PATH;
    private final Map<String, String> environment;
    private final RfbScreens rfb = new RfbScreens(System::nanoTime, 1);
    private final X11Screens x11 = new X11Screens(System::nanoTime);
    private int made;

    /**
     * @param folder for sockets and logs
     * @param precedence the prefix of truth programs' commands that raises their priority, so that they record times
     *     correctly on a busy machine; empty if that is not allowed
     */
    TruthScreens(Path folder, List<String> precedence) {
        this.folder = folder;
        this.precedence = precedence;
        this.environment = Map.of("PATH", programs.value(), "HOME", folder.toString());
    }

    /** The truth server with the built-in RFB client. */
    TruthScreen rfb() throws IOException {
        Path home = home("rfb");
        Path socket = home.resolve("rfb");
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        List<String> options = List.of(
                "--socket", socket.toString(), "--width", String.valueOf(WIDTH), "--height", String.valueOf(HEIGHT));
        TruthProcess program = TruthProcess.start(
                precedence, TruthServerMain.class, options, Map.of(), home.resolve("errors"), answers::add);
        return new SelfReportedTruthScreen(
                (listener, executor) -> rfb.connect(RfbTarget.unix(socket), RfbSettings.defaults(), listener, executor),
                program,
                answers,
                () -> {});
    }

    /** The truth server behind a relay that delays bytes like a network. */
    TruthScreen relayed(Relay.Shape shape) throws IOException {
        Path home = home("relay");
        Path behind = home.resolve("server");
        List<String> options = List.of(
                "--socket", behind.toString(), "--width", String.valueOf(WIDTH), "--height", String.valueOf(HEIGHT));
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        TruthProcess program = TruthProcess.start(
                precedence, TruthServerMain.class, options, Map.of(), home.resolve("errors"), answers::add);
        return relayed(home, UnixDomainSocketAddress.of(behind), shape, program, answers, () -> {});
    }

    /** The truth server at the far end of a network of the kernel. */
    TruthScreen networked(Network.Conditions conditions) throws IOException {
        Path home = home("network");
        Network network = Network.open(conditions);
        List<String> prefix = new ArrayList<>(network.farEnd());
        prefix.addAll(precedence);
        List<String> options = List.of(
                "--host", network.farAddress(), "--width", String.valueOf(WIDTH), "--height", String.valueOf(HEIGHT));
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        try {
            TruthProcess program = TruthProcess.start(
                    prefix, TruthServerMain.class, options, Map.of(), home.resolve("errors"), answers::add);
            SocketAddress server = new InetSocketAddress(network.farAddress(), Integer.parseInt(program.where()));
            return relayed(home, server, Relay.Shape.none(), program, answers, network::close);
        } catch (IOException e) {
            network.close();
            throw e;
        }
    }

    private TruthScreen relayed(
            Path home,
            SocketAddress server,
            Relay.Shape shape,
            TruthProcess program,
            BlockingQueue<Answer> answers,
            SelfReportedTruthScreen.Closing closing)
            throws IOException {
        Path socket = home.resolve("rfb");
        Relay relay = Relay.start(socket, server, shape);
        SelfReportedTruthScreen told = new SelfReportedTruthScreen(
                (listener, executor) -> rfb.connect(RfbTarget.unix(socket), RfbSettings.defaults(), listener, executor),
                program,
                answers,
                closing);
        return new RelayedTruthScreen(told, relay);
    }

    /** The truth window on an Xvnc with the built-in RFB client; the true time is when the window had painted. */
    TruthScreen xvnc() throws IOException, ProgramException {
        Path home = home("xvnc");
        Path socket = home.resolve("rfb");
        List<String> command = List.of(
                "Xvnc",
                "-geometry",
                WIDTH + "x" + HEIGHT,
                "-depth",
                "24",
                "-SecurityTypes",
                "None",
                "-rfbport",
                "-1",
                "-rfbunixpath",
                socket.toString(),
                "-AlwaysShared");
        XServer server = server(home, command);
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        return new SelfReportedTruthScreen(
                (listener, executor) -> rfb.connect(RfbTarget.unix(socket), RfbSettings.defaults(), listener, executor),
                window(home, server, answers),
                answers,
                () -> end(server, home));
    }

    /** The truth window on an Xvfb with the X11 screen; the true time is when the display's memory contained it. */
    TruthScreen xvfb() throws IOException, ProgramException {
        Path home = home("xvfb");
        Path memory = Files.createDirectory(home.resolve("fb"));
        List<String> command =
                List.of("Xvfb", "-screen", "0", WIDTH + "x" + HEIGHT + "x24", "-fbdir", memory.toString());
        XServer server = server(home, command);
        BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        X11Target target = new X11Target(":" + server.display(), authority(home));
        SelfReportedTruthScreen told = new SelfReportedTruthScreen(
                (listener, executor) -> x11.open(target, X11Settings.defaults(), listener, executor),
                window(home, server, answers),
                answers,
                () -> end(server, home));
        return new ObservedTruthScreen(told, memory, new Scene(WIDTH, HEIGHT));
    }

    /**
     * The truth window on a desktop of the agent, displayed by a viewer program; the true time is when the viewer's
     * display contained it.
     */
    TruthScreen viewer(DesktopViewer through) throws IOException {
        Path home = home("viewer");
        Path memory = Files.createDirectory(home.resolve("fb"));
        Deque<AutoCloseable> open = new ArrayDeque<>();
        SelfReportedTruthScreen.Closing closing = () -> {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        };
        try {
            ScreenConnector observer = ScreenConnector.open(
                    through, System::nanoTime, ForkJoinPool.commonPool(), List.of("-fbdir", memory.toString()));
            open.push(observer);
            LocalDesktops desktops = through == DesktopViewer.XFREERDP
                    ? LocalDesktops.openOnPorts(Platforms.here(), home.resolve("s"))
                    : LocalDesktops.open(Platforms.here(), home.resolve("s"));
            open.push(desktops);
            Desktop desktop = desktops.start(0, WIDTH, HEIGHT);
            BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
            int display = Integer.parseInt(
                    Files.readString(desktop.folder().resolve("display")).strip());
            TruthProcess program = window(home, display, desktop.folder().resolve("Xauthority"), answers);
            SelfReportedTruthScreen told = new SelfReportedTruthScreen(
                    (listener, executor) -> observer.connect(desktop, listener, executor), program, answers, closing);
            return new ObservedTruthScreen(told, memory, new Scene(WIDTH, HEIGHT));
        } catch (DesktopException | IOException e) {
            closeAfter(closing, e);
            throw new IOException(through.label() + ": " + e.getMessage(), e);
        }
    }

    private static void closeAfter(SelfReportedTruthScreen.Closing closing, Exception failure) {
        try {
            closing.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    private Path home(String kind) throws IOException {
        return PrivateFolder.create(folder.resolve(kind + ++made));
    }

    private static Path authority(Path home) {
        return home.resolve("authority");
    }

    private XServer server(Path home, List<String> command) throws IOException, ProgramException {
        XServer.Paths files = new XServer.Paths(home.resolve("display"), authority(home), home.resolve("log"));
        return XServer.start(programs, command, environment, home, files);
    }

    private TruthProcess window(Path home, XServer server, BlockingQueue<Answer> answers) throws IOException {
        try {
            return window(home, server.display(), authority(home), answers);
        } catch (IOException e) {
            end(server, home);
            throw e;
        }
    }

    private TruthProcess window(Path home, int display, Path authority, BlockingQueue<Answer> answers)
            throws IOException {
        Map<String, String> where = Map.of("DISPLAY", ":" + display, "XAUTHORITY", authority.toString());
        return TruthProcess.start(
                precedence, TruthWindowMain.class, List.of(), where, home.resolve("errors"), answers::add);
    }

    private static void end(XServer server, Path home) throws IOException {
        Process process = server.process().process();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        XServer.release(home.resolve("display"));
    }

    /**
     * The command prefix that raises the priority of the following command, if this user is permitted to; else empty.
     */
    static List<String> precedence() {
        List<String> words = List.of("nice", "-n", "-10");
        List<String> trial = new ArrayList<>(words);
        trial.add("true");
        try {
            Process process =
                    new ProcessBuilder(trial).redirectErrorStream(true).start();
            // Without permission it prints a message and continues with normal priority.
            boolean silent = process.getInputStream().readAllBytes().length == 0;
            return process.waitFor() == 0 && silent ? words : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    @Override
    public void close() throws IOException {
        rfb.close();
        x11.close();
    }
}
