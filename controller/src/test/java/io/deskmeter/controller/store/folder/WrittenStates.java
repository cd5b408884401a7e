package io.deskmeter.controller.store.folder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.h2.store.fs.async.FilePathAsync;
import org.jspecify.annotations.Nullable;

/**
 * The states of the database files of a data folder, one after each write of H2. The operating system keeps what a
 * process has written, so a process that is killed leaves one of them. Takes the place of the channels of all stores of
 * this process until it is closed.
 */
public final class WrittenStates implements AutoCloseable {
    private static @Nullable WrittenStates current;

    private static final int BLOCK = 4096;

    private final Path folder;
    /**
     * Each file in blocks, by its name. A block that one state has as the one before it is kept once: a migration
     * writes some hundred times.
     */
    private final List<Map<String, List<byte[]>>> states = new ArrayList<>();

    private WrittenStates(Path folder) {
        this.folder = folder;
    }

    /** Those of a folder from now on. */
    public static synchronized WrittenStates of(Path folder) {
        WrittenStates written = new WrittenStates(folder.toAbsolutePath().normalize());
        current = written;
        FilePath.register(new Recorded());
        return written;
    }

    /** How many there are so far. */
    public int count() {
        synchronized (WrittenStates.class) {
            return states.size();
        }
    }

    /**
     * Writes the files of a state.
     *
     * @param i from 0 on, in their order
     */
    public void write(int i, Path to) throws IOException {
        Map<String, List<byte[]>> state;
        synchronized (WrittenStates.class) {
            state = states.get(i);
        }
        for (Map.Entry<String, List<byte[]>> file : state.entrySet()) {
            try (OutputStream out = Files.newOutputStream(to.resolve(file.getKey()))) {
                for (byte[] block : file.getValue()) {
                    out.write(block);
                }
            }
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
        Map<String, List<byte[]>> before = states.isEmpty() ? Map.of() : states.get(states.size() - 1);
        Map<String, List<byte[]>> state = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".mv.db")).toList()) {
                String name = String.valueOf(file.getFileName());
                state.put(name, blocks(Files.readAllBytes(file), before.getOrDefault(name, List.of())));
            }
        }
        states.add(state);
    }

    private static List<byte[]> blocks(byte[] content, List<byte[]> before) {
        List<byte[]> blocks = new ArrayList<>();
        for (int start = 0; start < content.length; start += BLOCK) {
            byte[] block = Arrays.copyOfRange(content, start, Math.min(start + BLOCK, content.length));
            byte[] known = blocks.size() < before.size() ? before.get(blocks.size()) : block;
            blocks.add(Arrays.equals(known, block) ? known : block);
        }
        return blocks;
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

    private static final class RecordedChannel extends DelegatingChannel {
        private final String file;

        RecordedChannel(FileChannel channel, String file) {
            super(channel);
            this.file = file;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            int count = super.write(from);
            written(file);
            return count;
        }

        @Override
        public synchronized int write(ByteBuffer from, long position) throws IOException {
            int count = super.write(from, position);
            written(file);
            return count;
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            super.truncate(size);
            written(file);
            return this;
        }
    }
}
