package io.deskmeter.controller.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.h2.store.fs.FileBase;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.h2.store.fs.async.FilePathAsync;
import org.jspecify.annotations.Nullable;

/**
 * The states of the database files of a data folder, one after each write of H2. The operating system keeps what a process has written, so a process that is killed leaves one of them. Takes the
 * place of the channels of all stores of this process until it is closed.
 */
final class WrittenStates implements AutoCloseable {
    private static @Nullable WrittenStates current;

    private final Path folder;
    private final List<Map<String, byte[]>> states = new ArrayList<>();

    private WrittenStates(Path folder) {
        this.folder = folder;
    }

    /** Those of a folder from now on. */
    static synchronized WrittenStates of(Path folder) {
        WrittenStates written = new WrittenStates(folder.toAbsolutePath().normalize());
        current = written;
        FilePath.register(new Recorded());
        return written;
    }

    /** Different ones, in their order: files by their names. */
    List<Map<String, byte[]>> states() {
        synchronized (WrittenStates.class) {
            return List.copyOf(states);
        }
    }

    @Override
    public void close() {
        synchronized (WrittenStates.class) {
            current = null;
        }
        FilePath.register(new FilePathAsync());
    }

    private static synchronized void written(String file) throws IOException {
        WrittenStates written = current;
        if (written != null && Path.of(file).toAbsolutePath().normalize().startsWith(written.folder)) {
            written.add();
        }
    }

    private void add() throws IOException {
        Map<String, byte[]> state = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".mv.db")).toList()) {
                state.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
        states.add(state);
    }

    /** The files of H2's {@code async:}. */
    public static final class Recorded extends FilePathWrapper {
        @Override
        public String getScheme() {
            return new FilePathAsync().getScheme();
        }

        @Override
        public FileChannel open(String mode) throws IOException {
            return new RecordedChannel(getBase().open(mode), getBase().toString());
        }
    }

    private static final class RecordedChannel extends FileBase {
        private final FileChannel channel;
        private final String file;

        RecordedChannel(FileChannel channel, String file) {
            this.channel = channel;
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer to) throws IOException {
            return channel.read(to);
        }

        @Override
        public synchronized int read(ByteBuffer to, long position) throws IOException {
            return channel.read(to, position);
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            int count = channel.write(from);
            written(file);
            return count;
        }

        @Override
        public synchronized int write(ByteBuffer from, long position) throws IOException {
            int count = channel.write(from, position);
            written(file);
            return count;
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            channel.position(position);
            return this;
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            channel.truncate(size);
            written(file);
            return this;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            channel.force(metaData);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }
    }
}
