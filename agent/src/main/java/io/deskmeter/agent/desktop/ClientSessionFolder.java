package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.screen.program.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that this machine keeps for a session on another machine: a private folder, and a mark for the viewer's processes. The next agent removes
 * what a killed agent has left.
 *
 * @param folder that only this user can enter; removed by {@link #close()}
 * @param marker {@code name=value} that identifies its processes
 * @param processes of this machine
 */
public record ClientSessionFolder(Path folder, String marker, MarkedProcesses processes) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientSessionFolder.class);
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** The environment entry of processes that end with it. */
    public Map<String, String> mark() {
        Map<String, String> mark = new TreeMap<>();
        SessionEnvironment.put(mark, marker);
        return mark;
    }

    /** Ends every process that carries the mark and removes the folder; blocks; idempotent. */
    @Override
    public void close() {
        processes.end(marker, GRACE);
        try {
            PrivateFolder.remove(folder);
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder, e.toString());
        }
    }
}
