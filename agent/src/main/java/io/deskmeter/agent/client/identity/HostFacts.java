package io.deskmeter.agent.client.identity;

import io.deskmeter.agent.platform.Platform;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Facts about the machine of this process, for display and for comparisons of runs. */
public final class HostFacts {
    private static final Logger LOG = LoggerFactory.getLogger(HostFacts.class);
    private static final Path CLOCK_SOURCE =
            Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

    private HostFacts() {}

    /**
     * By name. What Linux takes the time from ({@code clock}, such as {@code tsc}) is missing where the system does not
     * say; {@code optimisations} where {@code agent setup} has applied none.
     */
    public static Map<String, String> read(Platform platform) {
        Map<String, String> facts = new HashMap<>();
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("java", System.getProperty("java.version"));
        try {
            facts.put("clock", Files.readString(CLOCK_SOURCE).trim());
        } catch (IOException e) {
            LOG.debug("clock source: not known: {}", e.toString());
        }
        String optimisations = platform.setupFolders().stream()
                .flatMap(folder -> optimisations(folder).stream())
                .collect(Collectors.joining(" and "));
        if (!optimisations.isEmpty()) {
            facts.put("optimisations", optimisations);
        }
        return facts;
    }

    private static Optional<String> optimisations(Path folder) {
        try {
            return AppliedOptimisations.in(folder).map(AppliedOptimisations::words);
        } catch (IOException e) {
            LOG.warn("optimisations of this machine: not known: {}", FaultText.message(e));
            return Optional.of("not known");
        }
    }
}
