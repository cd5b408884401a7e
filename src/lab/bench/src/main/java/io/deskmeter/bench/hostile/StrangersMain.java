package io.deskmeter.bench.hostile;

import io.deskmeter.link.tls.Fingerprint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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
 * Strangers, in a process of their own. Obeys the lines of its input: {@code streams N} connects N times and sends what
 * is mutated, {@code hold N SECONDS} holds N connections for that long. Prints a line {@value #KIND}{@code KIND COUNTS}
 * for each kind, then {@value #DONE}. Ends with its input.
 */
@Command(name = "strangers")
public final class StrangersMain implements Callable<Integer> {
    static final String KIND = "KIND";
    static final String DONE = "DONE";

    @Option(names = "--link", required = true)
    private int link;

    @Option(names = "--https", required = true)
    private int https;

    @Option(names = "--authority", required = true)
    private String authority = "";

    @Option(names = "--seed", required = true)
    private long seed;

    @Spec
    private @Nullable CommandSpec spec;

    private StrangersMain() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new StrangersMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        StrangerLines lines = new StrangerLines(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), link),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), https),
                Fingerprint.parse(authority));
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "streams" ->
                    new MutatedStreams(lines, seed)
                            .send(Integer.parseInt(words[1]))
                            .forEach((kind, counts) -> say(out, kind.word(), counts));
                case "hold" ->
                    new HeldConnections(lines, seed)
                            .hold(Integer.parseInt(words[1]), Duration.ofSeconds(Long.parseLong(words[2])))
                            .forEach((kind, counts) -> say(out, kind.word(), counts));
                default -> throw new IOException("line: \"" + line + "\" (expected: streams N, or hold N SECONDS)");
            }
            out.println(DONE);
            out.flush();
        }
        return 0;
    }

    private static void say(PrintWriter out, String kind, KindCounts counts) {
        out.println(KIND + " " + kind + " " + counts.line());
    }
}
