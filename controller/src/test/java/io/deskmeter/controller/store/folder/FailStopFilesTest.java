package io.deskmeter.controller.store.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes of H2 that find no room. */
@Tag("slow")
class FailStopFilesTest {
    private static final int WRITERS = 4;
    private static final int FAILURES = 25;
    private static final int LEAST_WRITES = 60;
    private static final int NEVER = Integer.MAX_VALUE;

    /** How many writes succeed before the next one that makes a file longer finds no room. */
    private static final AtomicInteger room = new AtomicInteger(NEVER);

    @TempDir
    Path folder;

    private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicInteger last = new AtomicInteger();

    @BeforeEach
    void register() {
        FailStopFiles.register();
        FilePath.register(new Full());
    }

    @AfterEach
    void makeRoom() {
        room.set(NEVER);
    }

    /** A disk on which a write that makes a file longer finds no room, once: space that a file has is there. */
    public static final class Full extends FilePathWrapper {
        @Override
        public String getScheme() {
            return "full";
        }

        @Override
        public FileChannel open(String mode) throws IOException {
            return new FullChannel(getBase().open(mode));
        }
    }

    private static final class FullChannel extends DelegatingChannel {
        private FullChannel(FileChannel channel) {
            super(channel);
        }

        @Override
        public synchronized int write(ByteBuffer from, long position) throws IOException {
            if (room.decrementAndGet() < 0 && position + from.remaining() > size() && room.getAndSet(NEVER) < 0) {
                throw new IOException("No space left on device");
            }
            return super.write(from, position);
        }
    }

    /** Space of the file is used again at once, as it is in a store that is older than 45 s. */
    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:" + FailStopFiles.PREFIX + "full:async:" + folder.resolve("store")
                + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;RETENTION_TIME=0");
    }

    private void writeUntilItFails() {
        try (Connection connection = connect();
                PreparedStatement insert = connection.prepareStatement("insert into t (id, text) values (?, ?)")) {
            connection.setAutoCommit(false);
            while (true) {
                List<Integer> batch = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    int id = last.incrementAndGet();
                    batch.add(id);
                    insert.setInt(1, id);
                    insert.setString(2, "text " + id * 7919 % 10_007 + "x".repeat(32));
                    insert.addBatch();
                }
                insert.executeBatch();
                connection.commit();
                acknowledged.addAll(batch);
            }
        } catch (SQLException | RuntimeException | AssertionError e) {
            // What was acknowledged until then must be there.
        }
    }

    private Set<Integer> stored() throws SQLException {
        Set<Integer> ids = new HashSet<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select id from t")) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    /** Reproducer: without this scheme the file of H2 2.4 becomes corrupt within some ten failures. */
    @Test
    void whatWasAcknowledgedIsThereAfterWritesThatFoundNoRoom() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table t (id int primary key, n bigint generated always as identity, text varchar)");
            statement.execute("create index on t (text)");
        }
        for (int failure = 0; failure < FAILURES; failure++) {
            ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
            try {
                List<Future<?>> writing = new ArrayList<>();
                try (Connection keepsItOpen = connect()) {
                    assertThat(keepsItOpen.isValid(1)).isTrue();
                    room.set(LEAST_WRITES + 7 * failure % 60);
                    for (int i = 0; i < WRITERS; i++) {
                        writing.add(writers.submit(this::writeUntilItFails));
                    }
                    for (Future<?> writer : writing) {
                        writer.get(60, TimeUnit.SECONDS);
                    }
                } catch (SQLException e) {
                    assertThat(e.getErrorCode()).as("closed by the failure").isEqualTo(90_098);
                }
            } finally {
                writers.shutdownNow();
            }
            Set<Integer> missing = new HashSet<>(acknowledged);
            missing.removeAll(stored());
            assertThat(missing).as("after failure %s", failure).isEmpty();
        }
        assertThat(acknowledged).hasSizeGreaterThan(FAILURES * LEAST_WRITES);
    }

    @Test
    void nothingIsWrittenAfterAFailureUntilTheFileIsOpenedAgain() throws Exception {
        FilePath file = FilePath.get(FailStopFiles.PREFIX + "full:async:" + folder.resolve("file"));
        ByteBuffer text = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        try (FileChannel channel = file.open("rw")) {
            assertThat(channel.write(text.duplicate(), 0)).isEqualTo(4);
            room.set(0);
            assertThatThrownBy(() -> channel.write(text.duplicate(), 4)).hasMessage("No space left on device");
            assertThatThrownBy(() -> channel.write(text.duplicate(), 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(": not written, because an earlier write has failed: ")
                    .hasMessageEndingWith("No space left on device (expected: the file is opened again first)");
            assertThatThrownBy(() -> channel.write(text.duplicate())).hasMessageContaining("not written");
            assertThatThrownBy(() -> channel.truncate(0)).hasMessageContaining("not written");
            assertThatThrownBy(() -> channel.force(true)).hasMessageContaining("not written");
            ByteBuffer read = ByteBuffer.allocate(8);
            assertThat(channel.read(read, 0)).isEqualTo(4);
            assertThat(channel.size()).isEqualTo(4);
        }
        try (FileChannel channel = file.open("rw")) {
            assertThat(channel.write(text.duplicate(), 4)).isEqualTo(4);
            channel.force(true);
            assertThat(channel.truncate(1).size()).isEqualTo(1);
        }
    }
}
