package io.deskmeter.agent.session;

import java.time.Duration;

/**
 * How long a session waits for what is not measured.
 *
 * @param logon from the start of the desktop to its first usable picture
 * @param quiet how long a picture must stand to count as usable
 * @param step for one unmeasured step
 * @param exit how long after its application has exited an operation may still be satisfied: the picture follows the process
 * @param closing from the end of a visit until the application is killed
 */
public record Patience(Duration logon, Duration quiet, Duration step, Duration exit, Duration closing) {
    public static final Patience DEFAULT = new Patience(
            Duration.ofSeconds(90),
            Duration.ofMillis(300),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5));
}
