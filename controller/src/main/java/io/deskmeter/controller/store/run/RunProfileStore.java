package io.deskmeter.controller.store.run;

import static io.deskmeter.controller.store.engine.ColumnMapping.time;

import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.WriteTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Run profiles with all their versions: every save creates a new one, and none is ever changed. Thread-safe. */
@Component
public final class RunProfileStore {
    private final JdbcClient jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;
    private final InstantSource wall;

    RunProfileStore(JdbcClient jdbc, ReadConnections reads, WriteTransactions writes, InstantSource wall) {
        this.reads = reads;
        this.jdbc = jdbc;
        this.writes = writes;
        this.wall = wall;
    }

    /**
     * One version of a profile.
     *
     * @param version from 1
     * @param yaml the saved text; empty if this version is a removal of the profile
     */
    public record Version(String id, int version, Instant savedAt, String yaml) {
        public boolean removed() {
            return yaml.isEmpty();
        }
    }

    /** Somebody has saved another version meanwhile. */
    public static final class StaleException extends Exception {
        private static final long serialVersionUID = 1L;

        private final int newestVersion;
        private final String newestYaml;

        private StaleException(String id, int expected, int newestVersion, String newestYaml) {
            super("run profile: " + id + " is at version " + newestVersion + " (expected: " + expected
                    + ", the one that was read; hint: read it again, and put your changes into that)");
            this.newestVersion = newestVersion;
            this.newestYaml = newestYaml;
        }

        /** 0 if there is none, or if it was removed. */
        public int newestVersion() {
            return newestVersion;
        }

        /** The saved text; empty if there is none. */
        public String newestYaml() {
            return newestYaml;
        }
    }

    /** The newest version of each that is not removed, by id. */
    public List<Version> newest() {
        return reads.sql("""
                        select p.id, p.version, p.saved_at, p.yaml from run_profile p
                        where p.version = (select max(q.version) from run_profile q where q.id = p.id) and p.yaml <> ''
            order by p.id\
            """).query((row, number) -> version(row)).list();
    }

    /** Ids of all that are not removed, sorted. */
    public List<String> ids() {
        return reads.sql("""
                        select p.id from run_profile p
                        where p.version = (select max(q.version) from run_profile q where q.id = p.id) and p.yaml <> ''
            order by p.id\
            """).query(String.class).list();
    }

    /** The newest version; empty if there is none, or if the profile was removed. */
    public Optional<Version> newest(String id) {
        List<Version> all = versions(id);
        return all.isEmpty() || all.get(0).removed() ? Optional.empty() : Optional.of(all.get(0));
    }

    /** All versions, newest first. */
    public List<Version> versions(String id) {
        return reads.sql("select id, version, saved_at, yaml from run_profile where id = :id order by version desc")
                .param("id", id)
                .query((row, number) -> version(row))
                .list();
    }

    private static Version version(ResultSet row) throws SQLException {
        return new Version(
                row.getString("id"),
                row.getInt("version"),
                ColumnMapping.instant(row, "saved_at"),
                row.getString("yaml"));
    }

    /**
     * Adds a version.
     *
     * @param read the version that the change was made from; 0 for a profile that is new
     * @param yaml empty to remove it
     * @throws StaleException if the newest is another
     */
    public synchronized Version save(String id, int read, String yaml) throws StaleException {
        List<Version> all = versions(id);
        int last = all.isEmpty() ? 0 : all.get(0).version();
        int newest = all.isEmpty() || all.get(0).removed() ? 0 : last;
        if (newest != read) {
            throw new StaleException(
                    id, read, newest, newest == 0 ? "" : all.get(0).yaml());
        }
        Version next = new Version(id, last + 1, wall.instant(), yaml);
        writes.run(() -> jdbc.sql(
                        "insert into run_profile (id, version, saved_at, yaml) values (:id, :version, :at, :yaml)")
                .param("id", id)
                .param("version", next.version())
                .param("at", time(next.savedAt()))
                .param("yaml", yaml)
                .update());
        return next;
    }
}
