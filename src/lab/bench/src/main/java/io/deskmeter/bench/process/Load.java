package io.deskmeter.bench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Other work on the machine. */
public final class Load implements AutoCloseable {
    public static final String IDLE = "idle";
    public static final String FULL = "full";

    private final List<Process> burners = new ArrayList<>();

    private Load() {}

    /**
     * Starts it.
     *
     * @param kind {@code idle} for none, {@code full} for as many busy processes of normal priority as there are cores
     */
    public static Load start(String kind) throws IOException {
        Load load = new Load();
        int count = kind.equals(FULL) ? Runtime.getRuntime().availableProcessors() : 0;
        for (int i = 0; i < count; i++) {
            load.burners.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
        }
        return load;
    }

    @Override
    public void close() {
        burners.forEach(Process::destroyForcibly);
    }
}
