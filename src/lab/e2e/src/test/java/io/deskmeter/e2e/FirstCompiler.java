package io.deskmeter.e2e;

import java.util.Map;

/**
 * Java's first compiler alone. A controller that starts spends half of its processor time on the second one, which pays
 * where a program serves for hours: in a test it takes that time from the programs beside it. For programs whose speed
 * no test judges; what a user starts without it is in {@link AgentlessRunIT} and {@link DocumentedCommandsIT}.
 */
final class FirstCompiler {
    /** An environment. Options of the launcher come after it, and win. */
    static final Map<String, String> ALONE = Map.of("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");

    private FirstCompiler() {}
}
