package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.console.CommandException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles Ctrl-C: the first stops the run after the current operations, the second at once. The report is written in
 * both cases.
 */
final class InterruptHandler {
    private static final Logger LOG = LoggerFactory.getLogger(InterruptHandler.class);

    private InterruptHandler() {}

    /** Ends a run: {@code stop} after the current operations, {@code abort} at once. */
    interface RunEnd {
        void end(String run, String how);
    }

    /**
     * Handles signals from before a run is started, so that none ends the program and leaves a run behind. Thread-safe.
     */
    static final class Ending implements Runnable {
        private final RunEnd runEnd;
        private final PrintStream err;
        private int signals;
        private @Nullable String run;

        Ending(RunEnd runEnd, PrintStream err) {
            this.runEnd = runEnd;
            this.err = err;
        }

        @Override
        public void run() {
            synchronized (this) {
                signals++;
                err.println();
                err.println(signals == 1 ? "Stopping the run. Press Ctrl-C again to abort it." : "Aborting the run.");
            }
            endIfStarted();
        }

        /** The controller has the run; ends it at once if a signal came earlier. */
        void started(String id) {
            synchronized (this) {
                run = id;
                if (signals == 0) {
                    return;
                }
            }
            endIfStarted();
        }

        /** Without the lock: a controller that is slow to answer the first signal must not delay the second. */
        private void endIfStarted() {
            String started;
            String how;
            synchronized (this) {
                started = run;
                how = signals == 1 ? "stop" : "abort";
            }
            if (started != null) {
                runEnd.end(started, how);
            }
        }
    }

    static void end(ControllerClient client, String run, String how, PrintStream err) {
        try {
            client.end(run, how);
        } catch (CommandException e) {
            err.println("deskmeter: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Calls the handler on SIGINT and SIGTERM. The JDK has signals only in an unsupported class, which a compiler with
     * fatal warnings does not export by name; if it is missing, Ctrl-C ends the program as usual.
     */
    static void install(Runnable handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    handlerType.getClassLoader(), new Class<?>[] {handlerType}, (self, method, args) -> {
                        if (method.getName().equals("handle")) {
                            handler.run();
                        }
                        return null;
                    });
            for (String name : new String[] {"INT", "TERM"}) {
                Object one = signal.getConstructor(String.class).newInstance(name);
                signal.getMethod("handle", signal, handlerType).invoke(null, one, proxy);
            }
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            LOG.warn("no signal handling: {}", e.toString());
        }
    }
}
