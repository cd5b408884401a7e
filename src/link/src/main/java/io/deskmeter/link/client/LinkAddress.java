package io.deskmeter.link.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of the controller's link.
 *
 * @param host name or address
 * @param port 1 to 65535
 */
public record LinkAddress(String host, int port) {
    private static final String EXPECTED =
            " (expected: HOST:PORT of the port for agents, without http://, as in 127.0.0.1:8081)";

    /** A name or an IPv4 address, or an IPv6 address with or without brackets. */
    private static final Pattern HOST_AND_PORT = Pattern.compile("([^\\s/@\\[\\]]+|\\[[0-9a-fA-F:.]+]):(\\d{1,5})");

    private static final int LARGEST_PORT = 65535;

    /**
     * Parses the value of an option.
     *
     * @param option for the message, as {@code --controller}
     * @throws IllegalArgumentException if it is invalid; the message is for display
     */
    public static LinkAddress parse(String option, String text) {
        Matcher parts = HOST_AND_PORT.matcher(text);
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
        if (port < 1 || port > LARGEST_PORT) {
            throw new IllegalArgumentException(option + ": " + text + EXPECTED);
        }
        return new LinkAddress(parts.group(1), port);
    }
}
