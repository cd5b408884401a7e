package io.deskmeter.controller.faults;

import java.lang.Thread.UncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the program when the JVM can give no memory and no threads any more. What has failed then is unknown: a web
 * server without its poller answers nobody, but its process would keep its lease and its runs. The JVM's own option
 * {@code ExitOnOutOfMemoryError} covers the heap only, not threads and memory outside of it.
 */
public final class FatalErrors implements UncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    /** As the JVM's with its option. */
    private static final int EXIT_CODE = 3;

    /** From now on, for all threads. For programs, not for controllers within a test. */
    public static void endProgram() {
        Thread.setDefaultUncaughtExceptionHandler(new FatalErrors());
    }

    /** Ends the program if it was asked to; else does nothing. For errors that somebody has caught. */
    public static void caught(@Nullable Throwable error) {
        UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (handler instanceof FatalErrors && error != null && isFatal(error)) {
            handler.uncaughtException(Thread.currentThread(), error);
        }
    }

    /** Whether the other effects of an error are unknown: it, or what it is the consequence of, is one of the JVM. */
    static boolean isFatal(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof VirtualMachineError && !(cause instanceof StackOverflowError)) {
                return true;
            }
        }
        return false;
    }

    /** Without shutdown hooks, which need memory. */
    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        boolean fatal = isFatal(error);
        try {
            LOG.error(
                    "thread {}: {}",
                    thread.getName(),
                    fatal ? "the program ends, because the JVM failed" : "failed",
                    error);
        } finally {
            if (fatal) {
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }
}
