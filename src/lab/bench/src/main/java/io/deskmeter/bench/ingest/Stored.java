package io.deskmeter.bench.ingest;

import io.deskmeter.bench.controller.TimingKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What is in the tables of a store. */
final class Stored {
    /** Of timings and of samples. */
    static final String TIMINGS = "timing";

    static final String SAMPLES = "samples";

    private Stored() {}

    /**
     * How the rows of a run differ from those that were sent.
     *
     * @param lost not stored
     * @param twice stored more than once
     * @param foreign never sent
     */
    record Difference(int lost, int twice, int foreign) {
        boolean none() {
            return lost == 0 && twice == 0 && foreign == 0;
        }

        Difference plus(Difference other) {
            return new Difference(lost + other.lost, twice + other.twice, foreign + other.foreign);
        }
    }

    /** Compares a table with what was sent. */
    static Difference difference(Connection store, String table, String run, TimingKeys sent) throws SQLException {
        TimingKeys found = new TimingKeys();
        int twice = 0;
        try (PreparedStatement select =
                store.prepareStatement("select session, sequence from " + table + " where run_id = ?")) {
            select.setString(1, run);
            try (ResultSet keys = select.executeQuery()) {
                while (keys.next()) {
                    twice += found.add(keys.getInt(1), keys.getLong(2)) ? 0 : 1;
                }
            }
        }
        return new Difference(sent.missingFrom(found), twice, found.missingFrom(sent));
    }
}
