package io.deskmeter.controller.enrolment;

/**
 * Where agents of other machines connect.
 *
 * @param host a name of the controller, for people
 * @param port of the link with TLS
 */
public record MachineAddress(String host, int port) {
    /** {@code HOST:PORT}. */
    public String text() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
