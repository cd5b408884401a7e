package io.deskmeter.agent.client;

/**
 * The address of the controller's link.
 *
 * @param host name or address
 * @param port 1 to 65535
 */
public record ControllerAddress(String host, int port) {
    private static final String EXPECTED = " (expected: HOST:PORT with a port from 1 to 65535, as in localhost:7420)";

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static ControllerAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("controller: " + text + EXPECTED);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("controller: " + text + EXPECTED);
            }
            return new ControllerAddress(text.substring(0, colon), port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("controller: " + text + EXPECTED, e);
        }
    }
}
