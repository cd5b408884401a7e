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

    /** Within one part of a name: `*.lab` is not `a.b.lab`. */
    private static final String ANY_IN_A_PART = "[a-z0-9_-]+";

    private static final int LAST_PORT = 65_535;
    private static final Pattern PORT = Pattern.compile(".*[^:]:([0-9]{1,5})|\\[.*]:([0-9]{1,5})");

    private final List<String> written;
    private final Set<String> names;
    private final List<Pattern> patterns;

    private AllowedHosts(List<String> written, Set<String> names, List<Pattern> patterns) {
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
        List<Pattern> patterns = new ArrayList<>();
        for (String text : written) {
            Matcher port = PORT.matcher(text);
            if (port.matches()) {
                int number = Integer.parseInt(port.group(1) == null ? port.group(2) : port.group(1));
                if (number < 1 || number > LAST_PORT) {
                    throw new IllegalArgumentException("a port from 1 to " + LAST_PORT);
                }
            }
            for (String one : Ranges.expand(text.toLowerCase(Locale.ROOT))) {
                if (one.contains("*")) {
                    patterns.add(Pattern.compile(
                            Pattern.quote(one).replace("*", "\\E" + ANY_IN_A_PART + "\\Q") + "(:[0-9]+)?"));
                } else {
                    names.add(one);
                }
            }
            if (names.size() + patterns.size() > Ranges.MOST) {
                throw new IllegalArgumentException("at most " + Ranges.MOST + " hosts in all");
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
                || patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(withPort).matches());
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
