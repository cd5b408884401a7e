package io.deskmeter.bench.ingest;

import io.deskmeter.bench.process.Child;
import io.deskmeter.bench.process.Jvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Batches of JDBC inserts into another H2 file, in a process of its own: the one of the benchmark has the agents'
 * settings of memory, with which a database is slow.
 */
final class H2Insert implements PlainStore {
    private static final List<String> JVM = List.of("-Xmx3g", "-XX:+UseG1GC", "-XX:-UsePerfData");
    private static final long LIMIT_MILLIS = 1_800_000;

    private final Path data;
    private final Path folder;
    private final String run;
    private final IngestPlan.Amount warmUp;

    /**
     * Nothing is read yet.
     *
     * @param data folder of the controller, which has ended
     * @param folder for the other file
     */
    H2Insert(Path data, Path folder, String run, IngestPlan.Amount warmUp) {
        this.data = data;
        this.folder = folder;
        this.run = run;
        this.warmUp = warmUp;
    }

    /**
     * The URL with which a controller opens the store in its data folder: each commit is written to the operating
     * system.
     */
    static String url(Path folder) {
        return "jdbc:h2:async:" + folder.toAbsolutePath().resolve("store")
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0";
    }

    @Override
    public Took store(int warmUpParts, int parts) throws IOException, InterruptedException {
        List<String> arguments = List.of(
                url(data),
                url(folder),
                run,
                Integer.toString(warmUp.timings()),
                Integer.toString(warmUp.samples()),
                Integer.toString(warmUpParts),
                Integer.toString(parts));
        try (Child program = Child.start("insert", Jvm.command(JVM, H2InsertMain.class, arguments))) {
            String[] figures =
                    program.await(H2InsertMain.INSERTED, LIMIT_MILLIS).split(" ", -1);
            return new Took(Integer.parseInt(figures[1]), Long.parseLong(figures[2]) / 1e9);
        }
    }

    @Override
    public void close() {}
}
