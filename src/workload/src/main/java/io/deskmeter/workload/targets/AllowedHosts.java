package io.deskmeter.workload.targets;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The machines to which a set of accounts may be sent. Names are compared as they are written, in either case: nothing
 * is looked up, because whoever answers for a name service could then say where passwords go.
 */
public final class AllowedHosts {
    /** Nowhere: that of a set that names no hosts. */
    public static final AllowedHosts NONE = new AllowedHosts(List.of(), Set.of(), List.of());

    /** Each is compared with each host of a profile. */
    static final int MOST_PATTERNS = 1_000;

    private static final int LAST_PORT = 65_535;
    private static final Pattern PORT = Pattern.compile(".*[^:]:([0-9]{1,5})|\\[.*]:([0-9]{1,5})");

    private final List<String> written;
    private final Set<String> names;
    private final List<HostPattern> patterns;

    private AllowedHosts(List<String> written, Set<String> names, List<HostPattern> patterns) {
        this.written = List.copyOf(written);
        this.names = Set.copyOf(names);
        this.patterns = List.copyOf(patterns);
    }

    /**
     * Reads them.
     *
     * @param written {@code rdsh-{1..4}.lab}, {@code *.lab}, {@code 10.0.0.7:5901}, {@code [fd00::7]}; without a port,
     *     every port of the machine
     * @throws IllegalArgumentException for the first that is none, with what was expected
     */
    public static AllowedHosts of(List<String> written) {
        Set<String> names = new HashSet<>();
        List<HostPattern> patterns = new ArrayList<>();
        for (String text : written) {
            Matcher port = PORT.matcher(text);
            if (port.matches()) {
                int number = Integer.parseInt(port.group(1) == null ? port.group(2) : port.group(1));
                if (number < 1 || number > LAST_PORT) {
                    throw new IllegalArgumentException("a port from 1 to " + LAST_PORT);
                }
            }
            for (String one : NumberRanges.expand(text.toLowerCase(Locale.ROOT))) {
                if (one.indexOf(HostPattern.ANY) >= 0) {
                    patterns.add(new HostPattern(one));
                } else {
                    names.add(one);
                }
                if (patterns.size() > MOST_PATTERNS) {
                    throw new IllegalArgumentException("at most " + MOST_PATTERNS + " hosts with an asterisk in all");
                }
            }
            if (names.size() + patterns.size() > NumberRanges.MOST) {
                throw new IllegalArgumentException("at most " + NumberRanges.MOST + " hosts in all");
            }
        }
        return new AllowedHosts(written, names, patterns);
    }

    public List<String> written() {
        return written;
    }

    /** Whether accounts may be sent to it. */
    public boolean admits(Hosts.Host host) {
        String withPort = host.toString().toLowerCase(Locale.ROOT);
        String name = withPort.substring(0, withPort.lastIndexOf(':'));
        return names.contains(withPort)
                || names.contains(name)
                || patterns.stream().anyMatch(pattern -> pattern.matches(pattern.hasPort() ? withPort : name));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AllowedHosts that && written.equals(that.written);
    }

    @Override
    public int hashCode() {
        return written.hashCode();
    }

    @Override
    public String toString() {
        return written.stream().collect(Collectors.joining(", ", "[", "]"));
    }
}
