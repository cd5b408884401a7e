package io.deskmeter.e2e;

import io.deskmeter.testsupport.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The store of the controllers that end-to-end tests start. By default it is H2 in the data folder. With
 * {@code -Ddeskmeter.test.store=postgresql} it is a database for each data folder, of one PostgreSQL server with
 * durable commits, which lives as long as this process.
 */
final class TestStore {
    private static final String PROPERTY = "deskmeter.test.store";
    private static final Map<Path, String> DATABASES = new ConcurrentHashMap<>();

    private TestStore() {}

    /**
     * Options of the command {@code controller}. A controller that is started again with the same folder finds its
     * results.
     */
    static List<String> options(Path folder) {
        String store = System.getProperty(PROPERTY, "h2");
        return switch (store) {
            case "h2" -> List.of();
            case "postgresql" -> List.of("--store=" + DATABASES.computeIfAbsent(folder, none -> Server.newDatabase()));
            default -> throw new IllegalArgumentException(PROPERTY + ": " + store + " (expected: h2 or postgresql)");
        };
    }

    /** Started when the first test asks for it. */
    private static final class Server {
        private static final PostgresServer ONLY = start();

        private static PostgresServer start() {
            try {
                return PostgresServer.start(true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static String newDatabase() {
            try {
                return ONLY.createDatabase();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
