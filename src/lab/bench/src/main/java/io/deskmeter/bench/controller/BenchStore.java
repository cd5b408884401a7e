package io.deskmeter.bench.controller;

import io.deskmeter.bench.InterruptHook;
import io.deskmeter.testsupport.postgres.PostgresServer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Which store the controller of a benchmark uses. */
public final class BenchStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BenchStore.class);

    /** The embedded store. */
    public static final String H2 = "h2";

    /** A temporary server of this machine. */
    public static final String POSTGRESQL = "postgresql";

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
    private @Nullable InterruptHook hook;

    /** As the option says. */
    public static BenchStore of(String store) {
        BenchStore one = new BenchStore();
        one.store = store;
        return one;
    }

    /** What was asked for: {@link #H2}, {@link #POSTGRESQL}, or the JDBC URL of a database. */
    public synchronized String option() {
        return server == null ? store : POSTGRESQL;
    }

    /** Another one of the same {@link #option}: with {@link #POSTGRESQL} it has a server of its own. */
    public BenchStore another() {
        return of(option());
    }

    /** Options of {@code ./deskmeter controller}; starts the temporary server on the first call. */
    public synchronized List<String> controllerOptions() throws IOException {
        if (store.equals(H2)) {
            return List.of();
        }
        if (store.equals(POSTGRESQL)) {
            server = PostgresServer.start(true);
            // Not a child of this process: it would outlive an interrupted benchmark.
            hook = InterruptHook.of("store", this::endServer);
            store = server.createDatabase();
        }
        return List.of("--store", store);
    }

    /**
     * The database of the controllers that were started with the last {@link #controllerOptions}; empty: H2 in the data
     * folder of each.
     */
    public synchronized Optional<String> databaseUrl() {
        return store.equals(H2) ? Optional.empty() : Optional.of(store);
    }

    /** The kind of database. */
    public synchronized String kind() {
        return store.equals(H2) ? H2 : POSTGRESQL;
    }

    /** The temporary server, once it runs. */
    public synchronized Optional<PostgresServer> server() {
        return Optional.ofNullable(server);
    }

    private void endServer() {
        try {
            close();
        } catch (IOException e) {
            LOG.warn("left behind: {}", e.getMessage());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (hook != null) {
            hook.close();
            hook = null;
        }
        if (server != null) {
            server.close();
            server = null;
        }
    }
}
