package io.deskmeter.testsupport;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A small file system in memory, which can be filled to the last byte. Only root can mount it. Not thread-safe. */
public final class SmallDisk implements AutoCloseable {
    private static final int LIMIT_SECONDS = 20;
    private static final int BLOCK = 1 << 16;

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Whether this user may mount one. */
    public static boolean isPossible() {
        return "root".equals(System.getProperty("user.name"));
    }

    /**
     * Mounts one.
     *
     * @param folder made if it is missing
     * @param megabytes its size
     * @throws IOException if it cannot be mounted
     */
    public static SmallDisk mount(Path folder, int megabytes) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m,mode=700", "tmpfs", folder.toString());
        return new SmallDisk(folder);
    }

    /** Leaves no byte free. */
    public void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler())) {
            byte[] block = new byte[BLOCK];
            for (int size = BLOCK; size > 0; size /= 2) {
                writeUntilFull(out, block, size);
            }
        }
    }

    private static void writeUntilFull(OutputStream out, byte[] block, int size) {
        try {
            while (true) {
                out.write(block, 0, size);
            }
        } catch (IOException full) {
            // This is what it is for.
        }
    }

    /** Takes the filling away. */
    public void free() throws IOException {
        Files.deleteIfExists(filler());
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + ": failed (expected: exit 0)");
        }
    }

    @Override
    public void close() throws IOException {
        try {
            // Lazily: a process that has only just ended may still have files open.
            run("umount", "-l", folder.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("umount " + folder + ": interrupted", e);
        }
    }
}
