package io.deskmeter.workload.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Machines, as a profile names them and one by one.
 *
 * @param written {@code vdi-{01..40}.lab}, {@code 10.0.0.7:5901}, {@code [fd00::7]}
 * @param all in that order, ranges written out
 */
public record Hosts(List<String> written, List<Host> all) {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}]|[^:\\[\\]]+)(?::([0-9]{1,5}))?");
    private static final int LAST_PORT = 65_535;

    public Hosts {
        written = List.copyOf(written);
        all = List.copyOf(all);
    }

    /**
     * A machine.
     *
     * @param name that is looked up, or an address, without brackets
     * @param port 1 to 65535
     */
    public record Host(String name, int port) {
        @Override
        public String toString() {
            return (name.contains(":") ? "[" + name + "]" : name) + ":" + port;
        }
    }

    /**
     * Writes ranges out.
     *
     * @param defaultPort of those that name none
     * @throws IllegalArgumentException for the first that is no host, with what was expected
     */
    public static Hosts of(List<String> written, int defaultPort) {
        List<Host> all = new ArrayList<>();
        for (String text : written) {
            NumberRanges.expand(text).forEach(one -> all.add(host(one, defaultPort)));
            if (all.size() > NumberRanges.MOST) {
                throw new IllegalArgumentException("more than " + NumberRanges.MOST + " hosts");
            }
        }
        return new Hosts(written, all);
    }

    private static Host host(String text, int defaultPort) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("a host as `vdi-7.lab`, `10.0.0.7:5901` or `[fd00::7]:5901`");
        }
        int port = form.group(2) == null ? defaultPort : Integer.parseInt(form.group(2));
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("a port from 1 to " + LAST_PORT);
        }
        String name = form.group(1);
        return new Host(name.startsWith("[") ? name.substring(1, name.length() - 1) : name, port);
    }
}
