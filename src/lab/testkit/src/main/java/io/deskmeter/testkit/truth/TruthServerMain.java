package io.deskmeter.testkit.truth;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link TruthServer} in a separate process, so that its CPU time is measured separately: {@code --socket PATH |
 * --port N [--host ADDRESS] [--width W] [--height H] [--rate UPDATES_PER_SECOND]}.
 */
public final class TruthServerMain {
    private TruthServerMain() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> options = options(List.of(args));
        Scene scene = new Scene(number(options, "--width", 1280), number(options, "--height", 800));
        double rate = Double.parseDouble(options.getOrDefault("--rate", "0"));
        TruthCommands commands = new TruthCommands();
        String socket = options.get("--socket");
        if (socket != null) {
            try (TruthServer server = TruthServer.unix(Path.of(socket), scene, rate, commands::report)) {
                commands.serve(socket, server);
            }
            return;
        }
        InetAddress host = InetAddress.getByName(options.getOrDefault("--host", "127.0.0.1"));
        try (TruthServer server = TruthServer.tcp(host, number(options, "--port", 0), scene, rate, commands::report)) {
            commands.serve(String.valueOf(server.port()), server);
        }
    }

    private static int number(Map<String, String> options, String name, int otherwise) {
        return Integer.parseInt(options.getOrDefault(name, String.valueOf(otherwise)));
    }

    /** Pairs of names and values. */
    static Map<String, String> options(List<String> args) {
        if (args.size() % 2 != 0) {
            throw new IllegalArgumentException("arguments: " + args + " (expected: pairs of --NAME VALUE)");
        }
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < args.size(); i += 2) {
            options.put(args.get(i), args.get(i + 1));
        }
        return options;
    }
}
