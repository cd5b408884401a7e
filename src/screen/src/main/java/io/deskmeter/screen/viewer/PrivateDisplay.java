package io.deskmeter.screen.viewer;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.XServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Xvfb with a private folder, and the processes that are started in it.
 *
 * <p>Owns the folder and the processes; thread-safe.
 */
final class PrivateDisplay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateDisplay.class);
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final int COOKIE_BYTES = 16;
    private static final long LAY_OUT_MILLIS = 10_000;

    private final Path folder;
    private final String mark;
    private final SearchPath programs;
    private final Map<String, String> environment;
    private final XServer server;

    private PrivateDisplay(
            Path folder, String mark, SearchPath programs, Map<String, String> environment, XServer server) {
        this.folder = folder;
        this.mark = mark;
        this.programs = programs;
        this.environment = environment;
        this.server = server;
    }

    static PrivateDisplay start(ViewerSettings settings) throws IOException, ProgramException {
        Path folder = PrivateFolder.createIn(settings.folder(), "viewer-");
        Map<String, String> environment = environment(folder, settings);
        String mark = "DESKMETER_VIEWER=" + environment.get("DESKMETER_VIEWER");
        SearchPath programs = new SearchPath(environment.getOrDefault("PATH", USUAL_PATH));
        try {
            PrivateFolder.create(folder.resolve("home"));
            PrivateFolder.create(folder.resolve("tmp"));
            XServer server = XServer.start(
                    programs,
                    command(settings),
                    environment,
                    folder,
                    new XServer.Paths(displayOf(folder), authorityOf(folder), folder.resolve("xvfb.log")));
            Map<String, String> inside = new TreeMap<>(environment);
            inside.put("DISPLAY", ":" + server.display());
            inside.put("XAUTHORITY", authorityOf(folder).toString());
            return new PrivateDisplay(folder, mark, programs, inside, server);
        } catch (IOException | ProgramException | RuntimeException | Error e) {
            end(mark, folder);
            throw e;
        }
    }

    private static List<String> command(ViewerSettings settings) {
        String screen = settings.width() + "x" + settings.height() + "x24";
        List<String> command = new ArrayList<>(List.of("Xvfb", "-screen", "0", screen, "-dpi", "96"));
        command.addAll(settings.serverArguments());
        return command;
    }

    /**
     * Does not inherit this process's environment, so that settings such as a locale or a proxy do not reach a client.
     */
    private static Map<String, String> environment(Path folder, ViewerSettings settings) {
        Map<String, String> environment = new TreeMap<>();
        String user = System.getProperty("user.name", "user");
        environment.put("PATH", System.getenv().getOrDefault("PATH", USUAL_PATH));
        environment.put("USER", user);
        environment.put("LOGNAME", user);
        environment.put("SHELL", "/bin/sh");
        environment.put("LANG", "C.UTF-8");
        environment.put("LC_ALL", "C.UTF-8");
        environment.putAll(settings.environment());
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("TMPDIR", folder.resolve("tmp").toString());
        environment.put("DESKMETER_VIEWER", UUID.randomUUID().toString());
        return environment;
    }

    private static Path displayOf(Path folder) {
        return folder.resolve("display");
    }

    private static Path authorityOf(Path folder) {
        return folder.resolve("Xauthority");
    }

    int number() {
        return server.display();
    }

    Path authority() {
        return authorityOf(folder);
    }

    ChildProcess server() {
        return server.process();
    }

    /**
     * Gives its keyboard a layout; returns when it has it. Before any client is started, because some read the keyboard
     * only once.
     */
    void layOut(String layout) throws ProgramException, IOException {
        List<String> command = List.of("setxkbmap", "-layout", layout);
        ChildProcess program =
                ChildProcess.start(programs, command, environment, home(), null, folder.resolve("setxkbmap.log"));
        try {
            if (!program.process().waitFor(LAY_OUT_MILLIS, TimeUnit.MILLISECONDS)
                    || program.process().exitValue() != 0) {
                throw new ProgramException(String.join(" ", command) + ": the display has not got this layout"
                        + " (expected: a layout that is installed); its last lines:\n" + program.tail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProgramException(String.join(" ", command) + ": interrupted (expected: time to end)", e);
        }
    }

    WindowQueries windows() throws IOException {
        byte[] entry = Files.readAllBytes(authority());
        return new WindowQueries(
                XServer.socket(number()), Arrays.copyOfRange(entry, entry.length - COOKIE_BYTES, entry.length));
    }

    /** Starts a client by its command, and passes its secrets as the command specifies. */
    ChildProcess launch(ViewerCommand command, ViewerTarget target, ViewerSettings settings)
            throws ScreenException, IOException, ProgramException {
        Map<String, String> values = values(command, target, settings);
        ViewerVariables variables = new ViewerVariables(values);
        for (Map.Entry<String, String> file : command.files().entrySet()) {
            PrivateFolder.write(Path.of(path(file.getKey())), variables.expand(file.getValue()));
        }
        if (target.password() != null && command.uses(ViewerVariables.PASSWORD_FILE)) {
            PrivateFolder.write(
                    Path.of(String.valueOf(values.get(ViewerVariables.PASSWORD_FILE))),
                    target.password().getBytes(StandardCharsets.UTF_8));
        }
        List<String> arguments = new ArrayList<>();
        for (String argument : command.command()) {
            arguments.add(variables.expand(argument));
        }
        Map<String, String> own = new TreeMap<>(environment);
        for (Map.Entry<String, String> entry : command.environment().entrySet()) {
            own.put(entry.getKey(), variables.expand(entry.getValue()));
        }
        String input = command.input() == null ? "" : variables.expand(command.input());
        return ChildProcess.startWithInput(programs, arguments, own, home(), input, folder.resolve("client.log"));
    }

    private Path home() {
        return folder.resolve("home");
    }

    private String path(String file) {
        return folder.resolve("file-" + file).toString();
    }

    private Map<String, String> values(ViewerCommand command, ViewerTarget target, ViewerSettings settings) {
        Map<String, String> values = new HashMap<>();
        if (target.socket() == null) {
            values.put("host", String.valueOf(target.host()));
            values.put("port", Integer.toString(target.port()));
        } else {
            values.put("socket", target.socket().toString());
        }
        if (target.user() != null) {
            values.put("user", target.user());
        }
        if (target.domain() != null) {
            values.put("domain", target.domain());
        }
        if (target.application() != null) {
            values.put("application", target.application());
        }
        if (target.password() != null) {
            values.put(ViewerVariables.PASSWORD, target.password());
            values.put(ViewerVariables.PASSWORD_FILE, folder.resolve("password").toString());
        }
        values.put("width", Integer.toString(settings.width()));
        values.put("height", Integer.toString(settings.height()));
        values.put("folder", home().toString());
        command.files().keySet().forEach(file -> values.put(ViewerVariables.FILE + file, path(file)));
        return values;
    }

    /** Ends all processes of the display and removes its folder; blocks until that is done. */
    @Override
    public void close() {
        end(mark, folder);
    }

    private static void end(String mark, Path folder) {
        Processes.end(mark, GRACE);
        try {
            XServer.release(displayOf(folder));
            PrivateFolder.remove(folder);
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder, e.toString());
        }
    }
}
