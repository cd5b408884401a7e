package io.deskmeter.testkit.rdsh;

import io.deskmeter.screen.program.ProgramException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An {@link XrdpServer} for the command line: {@code [--users N] [--session-command COMMAND] [--max-sessions N]
 * [--listen ADDRESS]}. Prints its address and the users, runs until its standard input ends or it is stopped, and
 * removes everything that it has created.
 */
public final class XrdpServerMain {
    private static final Set<String> OPTIONS = Set.of("--users", "--session-command", "--max-sessions", "--listen");
    private static final int INVALID = 2;
    private static final int FAILED = 4;
    private static final String USAGE = """
            Usage: ./deskmeter testbed rdsh [--users N] [--session-command COMMAND] [--max-sessions N] [--listen ADDRESS]
            Starts an RDSH server with temporary users on this machine: a private xrdp on a free port. Needs root.
              --users N                  Number of users, 1 to 99 (default: 4).
              --session-command COMMAND  Shell command that runs in each session, next to openbox. Desktops have a pattern as
                                         background, and a run dialog at alt+F2.
              --max-sessions N           Most sessions at a time (default: one for each user).
              --listen ADDRESS           IPv4 address of this machine on which clients connect (default: 127.0.0.1).
            Prints the address, the certificate and the accounts file, and runs until its input ends or Ctrl-C.
            Then it removes the users and everything they created.
            """;

    private XrdpServerMain() {}

    public static void main(String[] args) {
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        if (List.of(args).contains("--help")) {
            out.print(USAGE);
            out.flush();
            return;
        }
        try {
            serve(settings(List.of(args)), out);
        } catch (IllegalArgumentException e) {
            err.println("deskmeter testbed rdsh: " + e.getMessage());
            err.print(USAGE);
            err.flush();
            System.exit(INVALID);
        } catch (ProgramException | IOException e) {
            err.println("deskmeter testbed rdsh: " + e.getMessage());
            System.exit(FAILED);
        }
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    private static void serve(XrdpSettings settings, PrintWriter out) throws ProgramException, IOException {
        XrdpServer server = XrdpServer.start(settings);
        // close() is idempotent, so both ways of ending may happen together.
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "testbed-end"));
        try (server;
                InputStream in = new FileInputStream(FileDescriptor.in)) {
            out.println("address: " + server.host() + ":" + server.port());
            out.println("certificate: sha256:" + server.certificateSha256());
            out.println("accounts: " + server.accountsFile());
            out.println("users: "
                    + String.join(
                            " ", server.users().stream().map(RdshUser::name).toList()));
            out.println("ready");
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Throws {@link IllegalArgumentException} if the arguments are not pairs of known names and values. */
    static XrdpSettings settings(List<String> args) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < args.size(); i += 2) {
            if (!OPTIONS.contains(args.get(i)) || i + 1 == args.size()) {
                throw new IllegalArgumentException("\"" + args.get(i) + "\" (expected: one of "
                        + OPTIONS.stream().sorted().toList() + ", each with its value)");
            }
            given.put(args.get(i), args.get(i + 1));
        }
        XrdpSettings settings =
                XrdpSettings.of(number(given, "--users", 4), given.getOrDefault("--session-command", ""));
        return settings.withHost(given.getOrDefault("--listen", settings.host()))
                .withUsableDesktop()
                .withMaxSessions(number(given, "--max-sessions", settings.users()));
    }

    private static int number(Map<String, String> given, String name, int otherwise) {
        String text = given.getOrDefault(name, String.valueOf(otherwise));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": \"" + text + "\" (expected: a number)", e);
        }
    }
}
