package io.deskmeter.testkit.rdsh;

import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Creates and removes users of this machine with its tools. Requires root. */
final class UnixUsers {
    private static final Path PASSWD = Path.of("/etc/passwd");
    private static final long LIMIT_MILLIS = 30_000;
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int NAME = 0;
    private static final int COMMENT = 4;
    private static final int SUCCESS = 0;
    /** Exit code of userdel: the user has been removed meanwhile. */
    private static final int NO_SUCH_USER = 6;

    private final SearchPath programs;
    private final Path folder;

    /** @param folder for the output of the tools */
    UnixUsers(SearchPath programs, Path folder) {
        this.programs = programs;
        this.folder = folder;
    }

    /** Creates a user with a password and an empty home folder at this path. */
    void add(RdshUser user, Owner owner) throws ProgramException, IOException {
        Path home = user.home();
        run(
                "",
                List.of(
                        "useradd",
                        "-M",
                        "-N",
                        "-d",
                        home.toString(),
                        "-s",
                        "/bin/sh",
                        "-c",
                        owner.toString(),
                        user.name()));
        run(user.name() + ":" + user.password() + "\n", List.of("chpasswd"));
        Files.createDirectory(home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        give(home, user);
    }

    /** Changes the owner of a file or folder to the user. */
    static void give(Path path, RdshUser user) throws IOException {
        Files.setOwner(
                path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user.name()));
    }

    /** Locks or unlocks the user's password. */
    void lock(RdshUser user, boolean locked) throws ProgramException {
        run("", List.of("usermod", locked ? "-L" : "-U", user.name()));
    }

    /** The processes of this user, without zombies. */
    static List<ProcessHandle> processesOf(String user) {
        return ProcessHandle.allProcesses()
                .filter(p -> p.info().user().filter(user::equals).isPresent())
                .filter(p -> p.info().command().isPresent())
                .toList();
    }

    /** Waits until the user has no processes. Returns the remaining ones. */
    static List<ProcessHandle> awaitNone(String user, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<ProcessHandle> left = processesOf(user);
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            left = processesOf(user);
        }
        return left;
    }

    /** Kills the user's processes and removes the user; the home is removed with its parent folder. */
    void remove(String user) throws ProgramException {
        List<ProcessHandle> left = processesOf(user);
        while (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroyForcibly);
            left = awaitNone(user, Duration.ofMillis(200));
        }
        run("", List.of("userdel", "-f", user), NO_SUCH_USER);
    }

    /** The users of this machine that testbeds have created, with their owners. */
    static Map<String, Owner> owned() throws IOException {
        Map<String, Owner> owned = new TreeMap<>();
        try (Stream<String> lines = Files.lines(PASSWD)) {
            for (String line : (Iterable<String>) lines::iterator) {
                String[] fields = line.split(":", -1);
                if (fields.length > COMMENT) {
                    Owner.parse(fields[COMMENT]).ifPresent(owner -> owned.put(fields[NAME], owner));
                }
            }
        }
        return owned;
    }

    private void run(String input, List<String> command) throws ProgramException {
        run(input, command, SUCCESS);
    }

    private void run(String input, List<String> command, int alsoGood) throws ProgramException {
        Path log = folder.resolve(command.get(0) + ".log");
        ChildProcess tool = ChildProcess.startWithInput(
                programs, command, Map.of("PATH", programs.value(), "LC_ALL", "C.UTF-8"), folder, input, log);
        try {
            boolean ended = tool.process().waitFor(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            int exit = ended ? tool.process().exitValue() : alsoGood + 1;
            if (exit != SUCCESS && exit != alsoGood) {
                tool.process().destroyForcibly();
                throw new ProgramException(String.join(" ", command) + ": "
                        + (ended
                                ? "exited with " + tool.process().exitValue()
                                : "nothing after " + LIMIT_MILLIS + " ms")
                        + " (expected: to succeed); it said: " + tool.tail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProgramException(command.get(0) + ": interrupted (expected: time to end)", e);
        }
    }
}
