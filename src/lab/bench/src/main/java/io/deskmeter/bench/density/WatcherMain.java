package io.deskmeter.bench.density;

import io.deskmeter.agent.watch.probe.Probing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The program of the process with the sessions. Prints {@code ready N} once its sessions evaluate frames; reads
 * {@code begin} and {@code end} from its standard input and prints {@code begun} and {@link WatchFigures#line}; ends
 * when its input ends.
 */
@Command(name = "watcher", description = "Sees desktops, for bench density.")
public final class WatcherMain implements Callable<Integer> {
    static final String READY = "ready";
    static final String BEGIN = "begin";
    static final String BEGUN = "begun";
    static final String END = "end";

    @Option(names = "--folder", required = true)
    private Path folder = Path.of("");

    @Option(names = "--viewer", required = true)
    private String viewer = "";

    @Option(names = "--socket", required = true)
    private Path socket = Path.of("");

    @Option(names = "--port", required = true)
    private int port;

    @Option(names = "--sessions", required = true)
    private int sessions;

    @Option(names = "--width", required = true)
    private int width;

    @Option(names = "--height", required = true)
    private int height;

    @Option(names = "--rate", required = true)
    private double rate;

    @Option(names = "--probes")
    private boolean probes;

    @Option(names = "--start-seconds", required = true)
    private int startSeconds;

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] args) {
        System.exit(new CommandLine(new WatcherMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        Watcher.Settings settings = new Watcher.Settings(
                folder,
                ViewerKind.of(viewer),
                new ServerPlace(socket, port),
                sessions,
                width,
                height,
                rate,
                probes ? Probing.on() : Probing.off());
        try (Watcher watcher = Watcher.open(settings)) {
            Runtime.getRuntime().addShutdownHook(new Thread(watcher::close, "interrupted"));
            out.println(READY + " " + watcher.start(Duration.ofSeconds(startSeconds)));
            out.flush();
            serve(watcher, out);
        }
        return 0;
    }

    private static void serve(Watcher watcher, PrintWriter out) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals(BEGIN)) {
                watcher.begin();
                out.println(BEGUN);
            } else if (line.equals(END)) {
                out.println(watcher.end().line());
            } else {
                throw new IllegalArgumentException("line: \"" + line + "\" (expected: " + BEGIN + " or " + END + ")");
            }
            out.flush();
        }
    }
}
