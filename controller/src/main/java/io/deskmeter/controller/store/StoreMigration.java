package io.deskmeter.controller.store;

import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.lease.ControllerLease;
import io.deskmeter.controller.store.lease.SchemaRange;
import io.deskmeter.evidence.StorageFault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.stereotype.Component;

/**
 * Brings the tables of a store to what this version needs, before anything else uses them. A store of a later version
 * is refused and not changed: this version would leave out what that one has added, in what it reads and in what it
 * writes.
 */
@Component
public final class StoreMigration implements FlywayMigrationStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(StoreMigration.class);

    /** What a copy takes more than the store: H2 writes a table to which a column is added a second time. */
    private static final int TIMES = 2;

    private static final long AT_LEAST = 16L << 20;
    private static final double MEGABYTE = 1e6;

    private static volatile @Nullable MigrationVersion newestKnown;

    private final ControllerIdentity identity;
    private final StoreLocation location;

    StoreMigration(ControllerIdentity identity, StoreLocation location) {
        this.identity = identity;
        this.location = location;
    }

    /**
     * Migrates a shared store; {@link #embedded} has done so to one in the data folder, which nobody else has opened
     * since. In PostgreSQL each migration is one transaction.
     *
     * @throws IllegalStateException with a message for display: a later version has written the store, or an earlier
     *     one is in use
     */
    @Override
    public void migrate(Flyway flyway) {
        if (!location.shared()) {
            return;
        }
        MigrationInfoService found = flyway.info();
        refuseLater(found);
        Optional<MigrationVersion> target = SchemaRange.newest(Arrays.stream(found.pending()));
        if (target.isPresent()) {
            refuseBesideEarlier(flyway, found, target.get());
        }
        flyway.migrate();
    }

    /** An earlier version that is in use would go on with tables that it does not know. */
    private void refuseBesideEarlier(Flyway flyway, MigrationInfoService found, MigrationVersion target) {
        MigrationInfo current = found.current();
        if (current == null) {
            return;
        }
        try (Connection connection = flyway.getConfiguration().getDataSource().getConnection()) {
            for (LiveController other : liveControllers(connection, String.valueOf(current.getVersion()))) {
                if (MigrationVersion.fromVersion(other.most()).compareTo(target) < 0) {
                    throw new IllegalStateException("store: the controller " + other.name()
                            + " is in use and works with tables of at most version " + other.most()
                            + ", and this start would bring them to version " + target
                            + " (expected: no earlier controller in use; hint: end it first; one that was killed counts for "
                            + ControllerLease.VALID.toSeconds() + " s)");
                }
            }
        } catch (SQLException e) {
            IllegalStateException failure = new IllegalStateException("store: the controllers that use the "
                    + location.label() + " cannot be read: " + e.getMessage()
                    + " (expected: tables of Deskmeter; hint: see the log of its server)");
            failure.addSuppressed(e);
            throw failure;
        }
    }

    /** @param most the latest version of the tables that it can work with */
    private record LiveController(String name, String most) {}

    /** @param current what one can work with that does not say it */
    private List<LiveController> liveControllers(Connection connection, String current) throws SQLException {
        List<LiveController> found = new ArrayList<>();
        if (!has(connection, "id")) {
            return found;
        }
        boolean says = has(connection, "schema_to");
        // What a killed process of this data folder left does not count: the lock of the folder proves that it has
        // ended.
        try (PreparedStatement query = connection.prepareStatement("select name, "
                + (says ? "schema_to" : "''") + " from controller where id <> ? and id in ("
                + ControllerLease.VALID_CONTROLLERS + ") order by name")) {
            query.setString(1, identity.id());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    String most = rows.getString(2);
                    found.add(new LiveController(rows.getString(1), most.isEmpty() ? current : most));
                }
            }
        }
        return found;
    }

    private static boolean has(Connection connection, String column) throws SQLException {
        try (ResultSet columns = connection
                .getMetaData()
                .getColumns(connection.getCatalog(), connection.getSchema(), "controller", column)) {
            return columns.next();
        }
    }

    /**
     * Migrates the store in the data folder, or creates it. H2 writes each statement to the disk by itself, and
     * replaces a table to which a column is added: who is killed in between may leave a store without that table, and
     * with a migration that can neither go on nor begin again. So a copy is migrated, and takes the place of the store
     * when it is complete. The store as it was stays beside it until the next migration, for a return to the earlier
     * version.
     *
     * @throws IllegalStateException with a message for display: it cannot, and the store is as it was
     */
    public static void embedded(DataDirectory data) throws IOException {
        Path copy = data.migrating();
        // The remains of one that was killed.
        Files.deleteIfExists(copy);
        boolean there = Files.exists(data.store());
        Optional<String> before = there ? pending(data) : Optional.empty();
        if (there && before.isEmpty()) {
            return;
        }
        try {
            if (there) {
                requireSpace(data);
                Files.copy(data.store(), copy, StandardCopyOption.COPY_ATTRIBUTES);
                flyway(data.migratingUrl()).migrate();
                close(data.migratingUrl());
            } else {
                NewStore.create(data.migratingUrl());
            }
            try (FileChannel file = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                file.force(true);
            }
            if (before.isPresent()) {
                keep(data, before.get());
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

    private static void requireSpace(DataDirectory data) throws IOException {
        long needed = Math.max(AT_LEAST, TIMES * Files.size(data.store()));
        long free = Files.getFileStore(data.root()).getUsableSpace();
        if (free < needed) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "store: %s is left as it is: for a copy that is brought to this version %.1f MB are free (expected: at least"
                            + " %.1f MB; hint: make room on the disk of the data folder)",
                    data.store(),
                    free / MEGABYTE,
                    needed / MEGABYTE));
        }
    }

    /** As a second name of the file, which takes no room of its own and no time. */
    private static void keep(DataDirectory data, String version) throws IOException {
        try (Stream<Path> files = Files.list(data.root())) {
            for (Path file : files.filter(data::isEarlierStore).toList()) {
                Files.delete(file);
            }
        }
        Path kept = data.earlierStore(version);
        try {
            Files.createLink(kept, data.store());
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.copy(data.store(), kept, StandardCopyOption.COPY_ATTRIBUTES);
        }
        LOG.info("{}: the store as it was before; remove it when you will not return to the earlier version", kept);
    }

    /** The version of the tables, if they have to be brought to a later one. */
    private static Optional<String> pending(DataDirectory data) {
        // Each look of Flyway searches the class path and opens the store.
        MigrationInfoService found = flyway(data.jdbcUrl()).info();
        refuseLater(found);
        Optional<MigrationVersion> before = SchemaRange.newest(Arrays.stream(found.applied())
                .filter(migration -> !migration.getState().isFailed()));
        Optional<MigrationVersion> after = SchemaRange.newest(Arrays.stream(found.pending()));
        after.ifPresent(version -> LOG.info(
                "{}: its tables are of version {}, and are brought to version {}",
                data.store(),
                before.map(String::valueOf).orElse("0"),
                version));
        return after.map(version -> before.map(String::valueOf).orElse("0"));
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

    /**
     * The newest migration of this version: looked for once, as Flyway searches the whole class path for it.
     *
     * @throws IOException with a message for display: Flyway finds none where a file cannot be opened
     */
    private static MigrationVersion newestKnown() throws IOException {
        MigrationVersion known = newestKnown;
        if (known == null) {
            // Of no database: only the list of migrations is read.
            known = SchemaRange.of(flyway("jdbc:h2:mem:").info()).to();
            if (known.equals(MigrationVersion.EMPTY)) {
                throw new IOException("migrations: this program finds none of its own (expected: those of its version;"
                        + " hint: has it too many open files, or was its folder changed?)");
            }
            newestKnown = known;
        }
        return known;
    }

    private static Flyway flyway(String url) {
        return Flyway.configure().dataSource(url, null, null).load();
    }

    private static void refuseLater(MigrationInfoService found) {
        SchemaRange range = SchemaRange.of(found);
        SchemaRange.newest(Arrays.stream(found.all()).filter(SchemaRange::isLater))
                .flatMap(range::refusal)
                .ifPresent(why -> {
                    throw new IllegalStateException(why);
                });
    }
}
