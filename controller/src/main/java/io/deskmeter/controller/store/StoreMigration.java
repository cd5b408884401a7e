package io.deskmeter.controller.store;

import io.deskmeter.evidence.StorageFault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.stereotype.Component;

/**
 * Brings the tables of a store to what this version needs, before anything else uses them. A store of a later version is refused and not changed: this version would leave out what that one has
 * added, in what it reads and in what it writes.
 */
@Component
public final class StoreMigration implements FlywayMigrationStrategy {
    private static final Logger log = LoggerFactory.getLogger(StoreMigration.class);

    /**
     * Migrates. In PostgreSQL each migration is one transaction.
     *
     * @throws IllegalStateException with a message for display: a later version has written the store
     */
    @Override
    public void migrate(Flyway flyway) {
        refuseLater(flyway);
        flyway.migrate();
    }

    /**
     * Migrates the store in the data folder, or creates it. H2 writes each statement to the disk by itself, and replaces a table to which a column is added: who is killed in between may leave a store
     * without that table, and with a migration that can neither go on nor begin again. So a copy is migrated, and takes the place of the store when it is complete.
     *
     * @throws IllegalStateException with a message for display: it cannot, and the store is as it was
     */
    public static void embedded(DataDirectory data) throws IOException {
        Path copy = data.migrating();
        // The remains of one that was killed.
        Files.deleteIfExists(copy);
        boolean there = Files.exists(data.store());
        if (there && !pending(data)) {
            return;
        }
        try {
            if (there) {
                Files.copy(data.store(), copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
            flyway(data.migratingUrl()).migrate();
            close(data.migratingUrl());
            try (FileChannel file = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                file.force(true);
            }
            Files.move(copy, data.store(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | SQLException | FlywayException e) {
            String why = e.getMessage() + " " + StorageFault.expectation(e, data.root());
            Files.deleteIfExists(copy);
            IllegalStateException failure = new IllegalStateException("store: " + data.store()
                    + " is left as it is, since a copy cannot be brought to this version: " + why);
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private static void close(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown");
        }
    }

    private static boolean pending(DataDirectory data) {
        Flyway flyway = flyway(data.jdbcUrl());
        refuseLater(flyway);
        Optional<MigrationVersion> before = newest(Arrays.stream(flyway.info().applied())
                .filter(migration -> !migration.getState().isFailed()));
        Optional<MigrationVersion> after = newest(Arrays.stream(flyway.info().pending()));
        after.ifPresent(version -> log.info(
                "{}: its tables are of version {}, and are brought to version {}",
                data.store(),
                before.map(String::valueOf).orElse("0"),
                version));
        return after.isPresent();
    }

    /**
     * Refuses rows of a later version: this one would leave out what that one has added.
     *
     * @param schema the newest migration of their tables
     * @throws IOException with a message for display
     */
    public static void requireKnown(String schema) throws IOException {
        MigrationVersion newest = newestKnown();
        MigrationVersion asked;
        try {
            asked = MigrationVersion.fromVersion(schema);
        } catch (FlywayException e) {
            throw new IOException("schema: " + schema + " (expected: the number of a migration, as " + newest + ")", e);
        }
        if (asked.compareTo(newest) > 0) {
            throw new IOException(
                    "schema: " + schema + ": the file was written by a later version of Deskmeter (expected: at most "
                            + newest + "; hint: use that version here, too)");
        }
    }

    /** The newest migration of this version. */
    private static MigrationVersion newestKnown() {
        // Of no database: only the list of migrations is read.
        Flyway flyway = flyway("jdbc:h2:mem:");
        return newest(Arrays.stream(flyway.info().all())).orElse(MigrationVersion.EMPTY);
    }

    private static Flyway flyway(String url) {
        return Flyway.configure().dataSource(url, null, null).load();
    }

    private static void refuseLater(Flyway flyway) {
        List<MigrationInfo> all = Arrays.asList(flyway.info().all());
        newest(all.stream().filter(StoreMigration::isLater)).ifPresent(later -> {
            throw new IllegalStateException(
                    "the store was written by a later version of Deskmeter: its tables are of version " + later
                            + " (expected: at most "
                            + newest(all.stream().filter(migration -> !isLater(migration)))
                                    .map(String::valueOf)
                                    .orElse("none")
                            + "; hint: start the later version, or use another store)");
        });
    }

    private static boolean isLater(MigrationInfo migration) {
        return migration.getState() == MigrationState.FUTURE_SUCCESS
                || migration.getState() == MigrationState.FUTURE_FAILED;
    }

    private static Optional<MigrationVersion> newest(Stream<MigrationInfo> of) {
        return of.map(MigrationInfo::getVersion).filter(Objects::nonNull).max(MigrationVersion::compareTo);
    }
}
