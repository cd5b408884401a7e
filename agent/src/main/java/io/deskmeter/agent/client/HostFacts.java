package io.deskmeter.agent.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Facts about the machine of this process, for display and for comparisons of runs. */
final class HostFacts {
    private static final Logger LOG = LoggerFactory.getLogger(HostFacts.class);
    private static final Path CLOCK_SOURCE =
            Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

    private HostFacts() {}

    /** By name. What Linux takes the time from ({@code clock}, such as {@code tsc}) is missing where the system does not say. */
    static Map<String, String> read() {
        Map<String, String> facts = new HashMap<>();
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("java", System.getProperty("java.version"));
        try {
            facts.put("clock", Files.readString(CLOCK_SOURCE).trim());
        } catch (IOException e) {
            LOG.debug("clock source: not known: {}", e.toString());
        }
        return facts;
    }
}
