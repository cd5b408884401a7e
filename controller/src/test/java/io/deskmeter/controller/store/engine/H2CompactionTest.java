package io.deskmeter.controller.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.testsupport.SmallDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is mostly unused becomes smaller, if its disk has room for the copy; a start does not depend on it. */
@Tag("slow")
class H2CompactionTest {
    private static final int MEGABYTES = 320;
    private static final int ROWS = 60;
    private static final int KEPT = 30;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Rows of a megabyte each, of which most are gone again. */
    private static void fill(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            insert(connection, "big", KEPT);
            insert(connection, "gone", ROWS);
            statement.execute("drop table gone");
            statement.execute("shutdown immediately");
        }
    }

    private static void insert(Connection connection, String table, int count) throws SQLException {
        Random random = new Random(3);
        byte[] bytes = new byte[1 << 20];
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table " + table + " (id int primary key, bytes varbinary(1048576))");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into " + table + " values (?, ?)")) {
            for (int id = 0; id < count; id++) {
                random.nextBytes(bytes);
                insert.setInt(1, id);
                insert.setBytes(2, bytes);
                insert.executeUpdate();
            }
        }
    }

    private static int rows(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from big")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Leaves so many megabytes. */
    private static void leave(Path disk, Path filler, int megabytes) throws IOException {
        long size = disk.toFile().getUsableSpace() - ((long) megabytes << 20);
        byte[] block = new byte[1 << 20];
        try (RandomAccessFile file = new RandomAccessFile(filler.toFile(), "rw")) {
            for (long written = 0; written < size; written += block.length) {
                file.write(block);
            }
        }
    }

    /** Reproducer: the compaction took the last bytes of the disk, and the controller did not start. */
    @Test
    void aFileForWhoseCopyThereIsNoRoomStaysAsItIs() throws Exception {
        assumeTrue(SmallDisk.isPossible(), "only root can mount a small disk");
        Path root = folder.resolve("data");
        try (SmallDisk disk = SmallDisk.mount(root, MEGABYTES);
                DataDirectory data = DataDirectory.take(root)) {
            fill(data.jdbcUrl());
            long before = Files.size(data.store());
            Path filler = root.resolve("filler-of-a-part");
            leave(root, filler, 20);
            H2Engine.compact(data);
            assertThat(Files.size(data.store())).isBetween(before, before + (1 << 20));
            assertThat(rows(data.jdbcUrl())).isEqualTo(KEPT);

            disk.fill();
            assertThatThrownBy(() -> H2Engine.compact(data))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("No space left on the disk of " + root + ": ")
                    .hasMessageContaining("(expected: >= 16 MB before the store is opened; hint: free some)");

            disk.free();
            Files.delete(filler);
            H2Engine.compact(data);
            assertThat(Files.size(data.store())).isLessThan(before / 2);
            assertThat(rows(data.jdbcUrl())).isEqualTo(KEPT);
        }
    }
}
