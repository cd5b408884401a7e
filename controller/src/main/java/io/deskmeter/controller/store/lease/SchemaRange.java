package io.deskmeter.controller.store.lease;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;

/**
 * The versions of a store's tables with which this program can work.
 *
 * @param from the earliest; tables of earlier versions are brought to the latest at a start, so it is the same
 * @param to the latest
 */
public record SchemaRange(MigrationVersion from, MigrationVersion to) {
    /** In SQL: the version of the tables. */
    static final String CURRENT = """
            select "version" from "flyway_schema_history" where "success" and "version" is not null
            order by "installed_rank" desc limit 1\
            """;

    /** Of this program. */
    public static SchemaRange of(MigrationInfoService found) {
        MigrationVersion newest = newest(Arrays.stream(found.all()).filter(migration -> !isLater(migration)))
                .orElse(MigrationVersion.EMPTY);
        return new SchemaRange(newest, newest);
    }

    /** Whether a migration is one that a later version of this program has made. */
    public static boolean isLater(MigrationInfo migration) {
        return migration.getState() == MigrationState.FUTURE_SUCCESS
                || migration.getState() == MigrationState.FUTURE_FAILED;
    }

    public static Optional<MigrationVersion> newest(Stream<MigrationInfo> of) {
        return of.map(MigrationInfo::getVersion).filter(Objects::nonNull).max(MigrationVersion::compareTo);
    }

    /** Why this program cannot work with tables of that version; empty if it can. */
    public Optional<String> refusal(MigrationVersion current) {
        return current.compareTo(to) <= 0
                ? Optional.empty()
                : Optional.of("the store was written by a later version of Deskmeter: its tables are of version "
                        + current + " (expected: at most " + to
                        + "; hint: start the later version, or use another store)");
    }
}
