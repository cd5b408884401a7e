package io.deskmeter.agent.setup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What was where before this program changed it: JSON lines, each forced to the disk before the next thing is done. An
 * entry says {@code started} before its change, {@code done} after it, and {@code restored} when it is taken back. A
 * last line that is not whole was being written when its program was killed: what it announced has not been done, and
 * it is cut off. One program at a time.
 */
final class Journal implements AutoCloseable {
    static final String FILE = "journal.jsonl";

    /** The journal of changes that have been taken back, for people. */
    static final String RESTORED = "restored.jsonl";

    private final Path file;
    private final FileChannel channel;
    private final WriteHook step;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * One change.
     *
     * @param number from 1
     * @param owner id of an optimisation, or the stage of a setup
     * @param path as it is on the machine, so that the journal of an image is right when the image is started
     */
    record Entry(int number, String owner, String path, PlaceValue before, PlaceValue after, State state) {
        private Entry with(State next) {
            return new Entry(number, owner, path, before, after, next);
        }
    }

    /** How far a change is. */
    enum State {
        STARTED,
        DONE,
        RESTORED
    }

    private Journal(Path file, FileChannel channel, WriteHook step) {
        this.file = file;
        this.channel = channel;
        this.step = step;
    }

    /**
     * Opens the journal of a folder, or begins one.
     *
     * @throws IOException if it is damaged; the message is for display
     */
    static Journal open(Path folder, WriteHook step) throws IOException {
        Path file = folder.resolve(FILE);
        boolean created = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (created) {
            // It has the content of files that others may not read. On Windows, see SetupSystem.
            if (MachineFiles.isPosix(file)) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } else {
                Files.createFile(file);
            }
            MachineFiles.force(folder);
        }
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        Journal journal = new Journal(file, channel, step);
        try {
            if (channel.tryLock() == null) {
                throw new IOException(file + ": another program has it open (expected: one setup at a time)");
            }
            journal.read();
        } catch (IOException | IllegalArgumentException e) {
            channel.close();
            throw e;
        }
        return journal;
    }

    private void read() throws IOException {
        byte[] bytes = content();
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        if (end < bytes.length) {
            channel.truncate(end);
            channel.force(true);
        }
        channel.position(end);
        int line = 0;
        for (String text : new String(bytes, 0, end, StandardCharsets.UTF_8).split("\n", -1)) {
            line++;
            if (!text.isEmpty()) {
                take(text, line);
            }
        }
    }

    /** Through the channel that has the lock: on Windows nobody else can read the file, not even this program. */
    private byte[] content() throws IOException {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        channel.position(0);
        while (all.hasRemaining() && channel.read(all) >= 0) {
            // Until it is whole.
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    private void take(String text, int line) throws IOException {
        try {
            Map<String, String> fields = JsonLine.parse(text);
            State state = State.valueOf(fields.getOrDefault("state", ""));
            int number = Integer.parseInt(fields.getOrDefault("entry", ""));
            if (state == State.STARTED && number == entries.size() + 1) {
                entries.add(new Entry(
                        number,
                        fields.getOrDefault("owner", ""),
                        fields.getOrDefault("path", ""),
                        PlaceValue.decode(fields.getOrDefault("before", "")),
                        PlaceValue.decode(fields.getOrDefault("after", "")),
                        state));
            } else {
                entries.set(number - 1, entries.get(number - 1).with(state));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException(
                    file + ": line " + line + ": " + e.getMessage()
                            + " (expected: a line that agent setup has written; hint: the lines before it say what was where)",
                    e);
        }
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** The last change of a path that has not been taken back. */
    private Optional<Entry> last(String path) {
        return entries.stream()
                .filter(entry -> entry.state() != State.RESTORED && entry.path().equals(path))
                .reduce((first, second) -> second);
    }

    /** Before a change is made. The same change that a killed program had announced is not announced again. */
    Entry started(String owner, String path, PlaceValue before, PlaceValue after) throws IOException {
        Optional<Entry> announced = last(path)
                .filter(entry -> entry.state() == State.STARTED
                        && entry.before().equals(before)
                        && entry.after().equals(after));
        if (announced.isPresent()) {
            return announced.get();
        }
        Entry entry = new Entry(entries.size() + 1, owner, path, before, after, State.STARTED);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("entry", Integer.toString(entry.number()));
        fields.put("state", State.STARTED.name());
        fields.put("owner", owner);
        fields.put("path", path);
        fields.put("before", before.encoded());
        fields.put("after", after.encoded());
        append(fields);
        entries.add(entry);
        return entry;
    }

    void mark(Entry entry, State state) throws IOException {
        if (entry.state() != state) {
            append(Map.of("entry", Integer.toString(entry.number()), "state", state.name()));
            entries.set(entry.number() - 1, entry.with(state));
        }
    }

    private void append(Map<String, String> fields) throws IOException {
        step.about("write the journal");
        ByteBuffer line = ByteBuffer.wrap((JsonLine.of(fields) + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line);
        }
        step.about("force the journal");
        channel.force(true);
    }

    /** When all has been taken back: the next change begins a new journal. */
    void closeRestored() throws IOException {
        Map<State, Integer> left = new HashMap<>();
        entries.forEach(entry -> left.merge(entry.state(), 1, Integer::sum));
        step.about("end the journal");
        channel.close();
        if (left.keySet().stream().allMatch(state -> state == State.RESTORED)) {
            Files.move(
                    file,
                    file.resolveSibling(RESTORED),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            MachineFiles.force(Objects.requireNonNull(file.getParent()));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
