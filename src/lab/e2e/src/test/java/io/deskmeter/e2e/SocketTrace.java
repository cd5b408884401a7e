package io.deskmeter.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What programs asked of sockets, as {@code strace -f} has recorded it. A question to a daemon that caches names (nscd)
 * is not told from its other questions, of users and groups; where none runs, the C library goes on to the name
 * servers, which is seen.
 */
final class SocketTrace {
    private static final List<String> SENDING = List.of("connect", "sendto", "sendmsg", "sendmmsg");

    /** What {@code strace} has to record. New processes and programs tell which program a call is of. */
    private static final String RECORDED = "execve,clone,clone3,fork,vfork," + String.join(",", SENDING);

    /** Sockets of the kernel or of this machine, and the end of a connection. */
    private static final Set<String> LOCAL_FAMILIES = Set.of("AF_UNIX", "AF_NETLINK", "AF_UNSPEC");

    /** DNS, the same over TLS, multicast DNS, LLMNR: on this machine, too, a resolver listens there. */
    private static final Set<String> NAME_SERVICES = Set.of("53", "853", "5353", "5355");

    /** Of systemd-resolved and Avahi. */
    private static final List<String> RESOLVERS = List.of("/systemd/resolve/", "/avahi-daemon/");

    /** The address of no interface leads to this machine. */
    private static final Pattern LOOPBACK = Pattern.compile("(?:::ffff:)?(?:127\\..*|0\\.0\\.0\\.0)|::1?");

    private static final Pattern CALL = Pattern.compile("^(\\d+) +(?:<\\.\\.\\. )?(\\w+)(?: resumed>|\\().*");
    private static final Pattern EXECUTED =
            Pattern.compile("^\\d+ +execve\\(\"([^\"]+)\".*(?:= 0|<unfinished \\.\\.\\.>)$");
    private static final Pattern CREATED = Pattern.compile(".* = (\\d+)$");
    private static final Pattern ADDRESS = Pattern.compile("\\{sa_family=(\\w+)(?:"
            + ", sin_port=htons\\((?<port>\\d+)\\), sin_addr=inet_addr\\(\"(?<ip>[^\"]+)\"\\)"
            + "|, sin6_port=htons\\((?<port6>\\d+)\\), sin6_flowinfo=[^,]+, inet_pton\\(AF_INET6, \"(?<ip6>[^\"]+)\""
            + "|, sun_path=(?<path>@?\"[^\"]*\"))?");

    /**
     * Something that a program asked of a socket, and that leads beyond this machine or to a name service.
     *
     * @param program its path
     * @param call of the system
     * @param address with the port
     */
    record Attempt(String program, String call, String address) implements Comparable<Attempt> {
        @Override
        public int compareTo(Attempt other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return program + ": " + call + " " + address;
        }
    }

    /** A program that executes itself again has no other path. */
    private static final String ITSELF = "/proc/self/exe";

    private final Map<String, String> programs = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();
    private final Set<String> executed = new TreeSet<>();
    private final Set<Attempt> attempts = new TreeSet<>();
    private long connections;

    private SocketTrace() {}

    /**
     * The beginning of a command that records another one, with all processes that it starts, without slowing down
     * other calls. It shows 32 characters of what is sent: too few to look like an address.
     */
    static List<String> recording(Path file) {
        return List.of(
                "strace",
                "-f",
                "--seccomp-bpf",
                "-qq",
                "-e",
                "signal=none",
                "-e",
                "trace=" + RECORDED,
                "-o",
                file.toString());
    }

    static SocketTrace read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return of(lines);
        }
    }

    static SocketTrace of(Stream<String> lines) {
        SocketTrace trace = new SocketTrace();
        lines.forEach(trace::add);
        return trace;
    }

    /** Each once. */
    Set<Attempt> attempts() {
        return attempts;
    }

    /** The number of connections of any kind that were tried: a record of programs with a display has some. */
    long connections() {
        return connections;
    }

    /** The paths of all programs that ran. */
    Set<String> programs() {
        return executed;
    }

    private void add(String line) {
        Matcher called = CALL.matcher(line);
        if (!called.matches()) {
            return;
        }
        String process = called.group(1);
        String call = called.group(2);
        if (call.equals("execve")) {
            execute(process, line);
        } else if (SENDING.contains(call)) {
            send(process, call, line);
        } else {
            create(process, line);
        }
    }

    private void execute(String process, String line) {
        Matcher program = EXECUTED.matcher(line);
        if (program.matches() && !program.group(1).equals(ITSELF)) {
            programs.put(process, program.group(1));
            executed.add(program.group(1));
        }
    }

    private void create(String process, String line) {
        Matcher created = CREATED.matcher(line);
        if (created.matches()) {
            parents.putIfAbsent(created.group(1), process);
        }
    }

    private void send(String process, String call, String line) {
        boolean begun = !line.contains(" resumed>");
        if (begun && call.equals("connect")) {
            connections++;
        }
        Matcher address = ADDRESS.matcher(line);
        boolean found = false;
        while (address.find()) {
            found = true;
            note(process, call, address);
        }
        if (begun && !found && call.equals("connect")) {
            attempts.add(new Attempt(program(process), call, "an address that cannot be read: " + line));
        }
    }

    private void note(String process, String call, Matcher address) {
        String family = address.group(1);
        if (address.group("ip") != null) {
            noteInternet(process, call, address.group("ip"), address.group("port"));
        } else if (address.group("ip6") != null) {
            noteInternet(process, call, address.group("ip6"), address.group("port6"));
        } else if (!LOCAL_FAMILIES.contains(family)) {
            attempts.add(new Attempt(program(process), call, family));
        } else if (address.group("path") != null && RESOLVERS.stream().anyMatch(address.group("path")::contains)) {
            attempts.add(new Attempt(program(process), call, address.group("path")));
        }
    }

    private void noteInternet(String process, String call, String ip, String port) {
        if (!LOOPBACK.matcher(ip).matches() || NAME_SERVICES.contains(port)) {
            attempts.add(new Attempt(program(process), call, ip + " port " + port));
        }
    }

    /** A thread is recorded like a process that was created and has executed nothing. */
    private String program(String process) {
        String at = process;
        while (at != null && !programs.containsKey(at)) {
            at = parents.get(at);
        }
        return at == null ? "process " + process : programs.get(at);
    }
}
