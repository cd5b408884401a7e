package io.deskmeter.bench.sim;

import io.deskmeter.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store the controller of a benchmark uses. */
public final class BenchStore implements AutoCloseable {
    private static final String H2 = "h2";
    private static final String POSTGRESQL = "postgresql";

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = H2,
            description =
                    "Store of the controller: h2, postgresql (starts a temporary server on this machine), or the JDBC URL of a"
                            + " PostgreSQL database (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String store;

    private @Nullable PostgresServer server;

    /** Options of {@code ./deskmeter controller}; starts the temporary server on the first call. */
    public synchronized List<String> controllerOptions() throws IOException {
        if (store.equals(H2)) {
            return List.of();
        }
        if (store.equals(POSTGRESQL)) {
            server = server == null ? PostgresServer.start(true) : server;
            store = server.createDatabase();
        }
        return List.of("--store", store);
    }

    @Override
    public synchronized void close() throws IOException {
        if (server != null) {
            server.close();
            server = null;
        }
    }
}
