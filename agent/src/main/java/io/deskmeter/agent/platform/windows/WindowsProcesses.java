package io.deskmeter.agent.platform.windows;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.StartedProgram;
import io.deskmeter.screen.program.LogTail;
import io.deskmeter.screen.program.ProgramException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Each program that is started is in a {@link JobObject}, which is known here by its mark. Programs that it starts are
 * in the same job. The mark is in their environment, too, for those who look at it, but nothing reads it there.
 *
 * <p>When this process ends, for whatever cause, the system ends all these processes. So there is nothing left for the
 * next agent, or for a program that waits for this one's end.
 *
 * <p><b>Limit:</b> a program is added to its job directly after its start. What it has started before then is found in
 * the tree of processes and added, too, unless its parent has ended already: a program would have to start another one,
 * and end, within the first milliseconds.
 */
final class WindowsProcesses implements MarkedProcesses {
    private static final Logger LOG = LoggerFactory.getLogger(WindowsProcesses.class);
    private static final Duration FORCED = Duration.ofSeconds(5);
    private static final long BETWEEN_LOOKS = Duration.ofMillis(20).toNanos();
    private static final File NOTHING = new File("NUL");

    /** Guarded by this. */
    private final Map<String, List<JobObject>> jobs = new TreeMap<>();

    @Override
    public StartedProgram start(Start start) throws ProgramException {
        String name = start.command().get(0);
        WindowsEnvironment environment = new WindowsEnvironment(start.environment());
        List<String> command = new ArrayList<>(start.command());
        command.set(0, new WindowsSearchPath(environment).find(name).toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(start.workDir().toFile())
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(NOTHING))
                .redirectOutput(start.log().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment.with(start.markName(), start.markValue()));
        try {
            JobObject job = JobObject.create();
            Process process;
            try {
                process = builder.start();
            } catch (IOException e) {
                job.close();
                throw e;
            }
            enter(job, process);
            keep(start.mark(), job);
            return new Started(process, start.log());
        } catch (IOException e) {
            throw new ProgramException(
                    name + ": cannot be started: " + e.getMessage() + " (expected: an executable program)", e);
        }
    }

    /** A process that has ended already cannot be added, and need not. */
    private static void enter(JobObject job, Process process) throws IOException {
        try {
            job.add(process.pid());
        } catch (IOException e) {
            if (process.isAlive()) {
                process.destroyForcibly();
                job.close();
                throw e;
            }
        }
        List<Long> known = job.processes();
        for (ProcessHandle early : process.descendants().toList()) {
            if (!known.contains(early.pid())) {
                addEarly(job, early);
            }
        }
    }

    private static void addEarly(JobObject job, ProcessHandle early) throws IOException {
        try {
            job.add(early.pid());
        } catch (IOException e) {
            if (early.isAlive() && !job.processes().contains(early.pid())) {
                throw e;
            }
        }
    }

    private synchronized void keep(String mark, JobObject job) {
        jobs.computeIfAbsent(mark, made -> new ArrayList<>()).add(job);
    }

    private synchronized List<JobObject> of(String markPrefix) {
        return jobs.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(markPrefix))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    @Override
    public synchronized List<ProcessHandle> carrying(String markPrefix) {
        List<ProcessHandle> found = new ArrayList<>();
        for (JobObject job : of(markPrefix)) {
            running(job).forEach(found::add);
        }
        return found;
    }

    private static List<ProcessHandle> running(JobObject job) {
        try {
            return job.processes().stream()
                    .map(ProcessHandle::of)
                    .flatMap(Optional::stream)
                    .filter(ProcessHandle::isAlive)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * By force, whatever the grace: Windows has no signal that asks a program to end, and a window that is asked to
     * close may ask its user.
     */
    @Override
    public int end(String markPrefix, Duration grace) {
        List<ProcessHandle> first;
        synchronized (this) {
            first = carrying(markPrefix);
            of(markPrefix).forEach(WindowsProcesses::terminate);
        }
        long deadline = System.nanoTime() + FORCED.toNanos();
        while (first.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
        List<ProcessHandle> left = first.stream().filter(ProcessHandle::isAlive).toList();
        if (!left.isEmpty()) {
            LOG.error("processes {} outlive their job (expected: none with {})", left, markPrefix);
        }
        forget(markPrefix);
        return first.size();
    }

    private static void terminate(JobObject job) {
        try {
            job.terminate();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closing a job ends what has been started in it in the meantime. */
    private synchronized void forget(String markPrefix) {
        of(markPrefix).forEach(JobObject::close);
        jobs.keySet().removeIf(mark -> mark.startsWith(markPrefix));
    }

    /** The system does it with the handles of the jobs, so the program is not started. */
    @Override
    public Guard guard(Path folder, Class<?> cleanUp, String... arguments) {
        return () -> {};
    }

    private record Started(Process process, Path log) implements StartedProgram {
        @Override
        public boolean alive() {
            return process.isAlive();
        }

        @Override
        public CompletableFuture<Integer> exited() {
            return process.onExit().thenApply(Process::exitValue);
        }

        @Override
        public String tail() {
            return LogTail.of(log);
        }
    }
}
