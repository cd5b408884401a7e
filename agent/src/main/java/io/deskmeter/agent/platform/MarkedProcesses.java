package io.deskmeter.agent.platform;

import io.deskmeter.screen.program.ProgramException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Starts programs with a mark, and finds and ends all processes that descend from them, including those that detach. A
 * mark has the form {@code NAME=value}; its beginning stands for all marks that begin so. Thread-safe.
 */
public interface MarkedProcesses {
    /**
     * A program to start, without input.
     *
     * @param command the first element is searched on the environment's PATH unless it is a path
     * @param environment the whole of it, without the mark; nothing of this process's own
     * @param log where standard output and standard error go
     */
    record Start(List<String> command, Map<String, String> environment, String mark, Path workDir, Path log) {
        public Start {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            int equals = mark.indexOf('=');
            if (command.isEmpty() || equals < 1) {
                throw new IllegalArgumentException(
                        "start: " + command + ", mark " + mark + " (expected: a command, and a mark NAME=value)");
            }
        }

        /** The name in the mark. */
        public String markName() {
            return mark.substring(0, mark.indexOf('='));
        }

        /** The value in the mark. */
        public String markValue() {
            return mark.substring(mark.indexOf('=') + 1);
        }
    }

    /**
     * Starts a program. Ctrl-C at this process's terminal does not reach it.
     *
     * @throws ProgramException if there is no such program, or it cannot be started
     */
    StartedProgram start(Start start) throws ProgramException;

    /** The running processes whose mark begins with this text. */
    List<ProcessHandle> carrying(String markPrefix);

    /**
     * Ends all processes whose mark begins with this text, and waits until they have ended.
     *
     * @param grace how long they may take to end by themselves; zero to end them by force at once
     * @return how many there were
     */
    int end(String markPrefix, Duration grace);

    /**
     * Prepares for the death of this process: if it ends without closing the result, for whatever cause, the processes
     * that it has started with a mark end, too.
     *
     * @param folder for a log
     * @param cleanUp main class of this class path that may be started then, to end the processes
     * @param arguments of that program
     */
    Guard guard(Path folder, Class<?> cleanUp, String... arguments) throws IOException;

    /** In force until it is closed. */
    interface Guard extends AutoCloseable {
        /** Says that the processes have been ended. */
        @Override
        void close();
    }
}
