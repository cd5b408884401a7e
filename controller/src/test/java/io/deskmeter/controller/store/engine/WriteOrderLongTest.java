package io.deskmeter.controller.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The order in which files are written, forced to the disk and given their names, as the system saw it: what
 * docs/reference/loss-of-power.md promises.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WriteOrderLongTest {
    private static final Pattern BEGUN =
            Pattern.compile("^(\\d+) +(\\w+)\\((?:\\d+<([^>]*)>)?(.*?)(<unfinished \\.\\.\\.>| = (-?\\d+).*)$");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. (\\w+) resumed>.* = (-?\\d+).*$");
    private static final Pattern NAME = Pattern.compile("\"([^\"]*)\"");

    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<Call> calls = new ArrayList<>();

    /**
     * A call that has succeeded, in the order of their ends.
     *
     * @param file that was written or forced, or the old name
     * @param name the new name; empty for other calls
     */
    private record Call(Kind kind, String file, String name) {}

    private enum Kind {
        WRITTEN,
        FORCED,
        NAMED
    }

    @BeforeAll
    void record(@TempDir Path temporary) throws Exception {
        folder = temporary.toRealPath();
        Path trace = folder.resolve("trace");
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        "strace",
                        "-f",
                        "-y",
                        "-qq",
                        "-s",
                        "300",
                        "-e",
                        "signal=none",
                        "-e",
                        "trace=write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,renameat2,link,linkat",
                        "-o",
                        trace.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes,
                        WrittenFiles.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("output")))
                .isZero();
        read(trace);
    }

    private void read(Path trace) throws IOException {
        Map<String, Call> open = new HashMap<>();
        for (String line : Files.readAllLines(trace, StandardCharsets.ISO_8859_1)) {
            Matcher resumed = RESUMED.matcher(line);
            if (resumed.matches()) {
                Call call = open.remove(resumed.group(1));
                if (call != null && !resumed.group(3).startsWith("-")) {
                    calls.add(call);
                }
                continue;
            }
            Matcher begun = BEGUN.matcher(line);
            if (begun.matches()) {
                Call call = call(begun);
                if (begun.group(6) == null) {
                    open.put(begun.group(1), call);
                } else if (!begun.group(6).startsWith("-")) {
                    calls.add(call);
                }
            }
        }
    }

    private static Call call(Matcher begun) {
        String file = begun.group(3) == null ? "" : begun.group(3);
        return switch (begun.group(2)) {
            case "fsync", "fdatasync" -> new Call(Kind.FORCED, file, "");
            case "write", "pwrite64", "writev", "pwritev" -> new Call(Kind.WRITTEN, file, "");
            default -> {
                List<String> names = NAME.matcher(begun.group(4))
                        .results()
                        .map(name -> name.group(1))
                        .toList();
                yield new Call(Kind.NAMED, names.get(0), names.get(1));
            }
        };
    }

    private int last(Kind kind, String file, int before) {
        for (int i = before - 1; i >= 0; i--) {
            if (calls.get(i).kind() == kind && calls.get(i).file().equals(file)) {
                return i;
            }
        }
        return -1;
    }

    private int first(Kind kind, String file) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).kind() == kind && calls.get(i).file().equals(file)) {
                return i;
            }
        }
        throw new AssertionError(kind + " " + file + " is not in " + calls.size() + " calls");
    }

    private int named(String name) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).kind() == Kind.NAMED && calls.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new AssertionError(name + " was given to no file");
    }

    private void assertForcedBeforeItHasItsName(String name) {
        int at = named(name);
        String part = calls.get(at).file();
        int written = last(Kind.WRITTEN, part, at);
        assertThat(written).as(part + " was written").isNotNegative();
        assertThat(last(Kind.FORCED, part, at))
                .as(part + " was forced after it was written")
                .isGreaterThan(written);
    }

    @Test
    void aSecretHasItsNameWhenItIsOnTheDisk() {
        String secret = folder.resolve("data").resolve(WrittenFiles.SECRET).toString();
        assertForcedBeforeItHasItsName(secret);
        assertThat(first(Kind.FORCED, folder.resolve("data").toString()))
                .as("the folder is forced after that")
                .isGreaterThan(named(secret));
    }

    @Test
    void aStoreHasItsNameWhenItIsOnTheDisk() {
        assertForcedBeforeItHasItsName(
                folder.resolve("data").resolve("store.mv.db").toString());
    }

    /** With the system before it is acknowledged, on the disk when the run ends. */
    @Test
    void aCommitIsWrittenAtOnceAndForcedAtTheEndOfARun() {
        String store = folder.resolve("data").resolve("store.mv.db").toString();
        int before =
                first(Kind.WRITTEN, folder.resolve(WrittenFiles.BEFORE_COMMIT).toString());
        int after =
                first(Kind.WRITTEN, folder.resolve(WrittenFiles.AFTER_COMMIT).toString());
        int forced =
                first(Kind.WRITTEN, folder.resolve(WrittenFiles.AFTER_FORCE).toString());
        assertThat(last(Kind.WRITTEN, store, after)).isGreaterThan(before);
        assertThat(last(Kind.FORCED, store, after))
                .as("not forced: that is what a loss of power costs")
                .isLessThan(before);
        assertThat(last(Kind.FORCED, store, forced))
                .isGreaterThan(after)
                .isGreaterThan(last(Kind.WRITTEN, store, forced));
    }

    @Test
    void aSegmentIsOnTheDiskBeforeTheNextOneBegins() {
        String segment =
                folder.resolve("spool").resolve("0000000000000000001.timings").toString();
        int next = -1;
        for (int i = calls.size() - 1; i >= 0; i--) {
            Call call = calls.get(i);
            if (call.kind() == Kind.WRITTEN
                    && call.file().endsWith(".timings")
                    && !call.file().equals(segment)) {
                next = i;
            }
        }
        assertThat(next).as("a second segment").isPositive();
        assertThat(last(Kind.FORCED, segment, next)).isGreaterThan(last(Kind.WRITTEN, segment, next));
        int end = calls.size();
        String second = calls.get(next).file();
        assertThat(last(Kind.FORCED, second, end)).as("at the end").isGreaterThan(last(Kind.WRITTEN, second, end));
    }
}
