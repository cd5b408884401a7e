package io.deskmeter.controller;

/**
 * How the controller's logs write an event. A message may have texts of agents, of users and of programs in it: its
 * further lines are indented, so that none looks like an event, and what a terminal would obey is not written.
 */
public final class LogPattern {
    private static final String MESSAGE = "%replace(%replace(%msg){'[\\r\\n]+','$0    '})"
            + "{'[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]','?'}";

    /** One event; what was thrown must follow. */
    public static final String EVENT =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{40}: " + MESSAGE + "%n";

    private LogPattern() {}
}
