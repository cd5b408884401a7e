package io.deskmeter.controller.store.engine;

import io.deskmeter.controller.store.StoreMigration;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.TimingRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Writes what a controller and an agent write, one after another: {@link WriteOrderLongTest} records what it asks of
 * the system.
 */
final class WrittenFiles {
    static final String SECRET = "some.token";
    static final String BEFORE_COMMIT = "before-commit";
    static final String AFTER_COMMIT = "after-commit";
    static final String AFTER_FORCE = "after-force";

    private static final int SEGMENTS_AND_MORE = 6;
    private static final int LONG_TEXT = 900_000;

    private WrittenFiles() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        try (DataDirectory data = DataDirectory.take(folder.resolve("data"))) {
            AtomicFile.createPrivate(data.root().resolve(SECRET), "secret".getBytes(StandardCharsets.US_ASCII));
            StoreMigration.embedded(data);
            JdbcDataSource source = new JdbcDataSource();
            source.setURL(data.jdbcUrl() + ";DB_CLOSE_DELAY=-1");
            JdbcTemplate jdbc = new JdbcTemplate(source);
            H2Engine engine = new H2Engine(jdbc, data);
            jdbc.queryForList("select * from client_agent");
            mark(folder, BEFORE_COMMIT);
            jdbc.update("insert into client_agent (agent) values ('a')");
            mark(folder, AFTER_COMMIT);
            engine.force();
            mark(folder, AFTER_FORCE);
            jdbc.execute("shutdown immediately");
        }
        try (TimingSpool spool = TimingSpool.open(folder.resolve("spool"))) {
            TimingRecord large = TimingRecord.newBuilder()
                    .setRunId("r")
                    .setDetail("d".repeat(LONG_TEXT))
                    .build();
            for (int i = 0; i < SEGMENTS_AND_MORE; i++) {
                spool.append(List.of(large));
            }
        }
    }

    private static void mark(Path folder, String name) throws Exception {
        Files.writeString(folder.resolve(name), name);
    }
}
