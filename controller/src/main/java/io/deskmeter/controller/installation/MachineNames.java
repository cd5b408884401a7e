package io.deskmeter.controller.installation;

import io.deskmeter.controller.request.InvalidRequestException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Names of machines, without regard to upper case. A name without a domain is that of a machine with one:
 * {@code desk-1} and {@code desk-1.example.org} are the same, because machines and lists of them differ in this;
 * {@code desk-1.example.org} and {@code desk-1.example.com} are not.
 */
public final class MachineNames {
    private static final int MOST = 5_000;
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]([a-z0-9._-]{0,252}[a-z0-9_])?");

    private final Set<String> whole = new HashSet<>();
    private final Set<String> withoutDomain = new HashSet<>();

    public MachineNames(Collection<String> names) {
        for (String name : names) {
            String lower = lower(name);
            whole.add(lower);
            if (hasDomain(lower)) {
                withoutDomain.add(label(lower));
            }
        }
    }

    /** Whether one of them is that of this machine. */
    public boolean contains(String host) {
        String name = lower(host);
        return whole.contains(name) || (hasDomain(name) ? whole.contains(label(name)) : withoutDomain.contains(name));
    }

    /**
     * The names of a list, in lower case, each once and sorted; blank lines are left out.
     *
     * @throws InvalidRequestException if one of them is none, or there are too many
     */
    static List<String> parse(List<String> lines) {
        Set<String> names = new TreeSet<>();
        for (String line : lines) {
            String name = lower(String.valueOf(line));
            if (name.isEmpty()) {
                continue;
            }
            if (line == null || !NAME.matcher(name).matches()) {
                throw new InvalidRequestException("name: " + shortened(line)
                        + " (expected: the host name of a machine, of letters, digits, `.`, `_` and `-`)");
            }
            names.add(name);
        }
        if (names.size() > MOST) {
            throw new InvalidRequestException("names: " + names.size() + " (expected: at most " + MOST + ")");
        }
        return List.copyOf(names);
    }

    private static String shortened(String line) {
        String text = String.valueOf(line).strip();
        return text.length() <= 100 ? text : text.substring(0, 99) + "…";
    }

    private static String lower(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    private static boolean hasDomain(String name) {
        return name.indexOf('.') > 0;
    }

    private static String label(String name) {
        return name.substring(0, name.indexOf('.'));
    }
}
