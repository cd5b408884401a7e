package io.deskmeter.agent.session.control;

import java.time.Duration;

/**
 * Time limits of a session for unmeasured parts.
 *
 * @param logon from the start of the desktop to its first usable picture
 * @param quiet how long a picture must be unchanged to count as usable
 * @param step for one unmeasured step
 * @param exit how long an operation may still complete after its application has exited, because the picture changes
 *     after the exit
 * @param closing from the last operation of an application instance until the application is killed
 */
public record Timeouts(Duration logon, Duration quiet, Duration step, Duration exit, Duration closing) {
    public static final Timeouts DEFAULT = new Timeouts(
            Duration.ofSeconds(90),
            Duration.ofMillis(300),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5));
}
