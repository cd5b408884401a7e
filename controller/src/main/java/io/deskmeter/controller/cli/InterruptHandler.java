package io.deskmeter.controller.cli;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles Ctrl-C: the first stops the run after the current operations, the second at once. The report is written in both cases.
 */
final class InterruptHandler {
    private static final Logger log = LoggerFactory.getLogger(InterruptHandler.class);

    private InterruptHandler() {}

    /** Handles signals during a run. */
    static final class Ending implements Runnable {
        private final ControllerClient client;
        private final String run;
        private final PrintStream err;
        private final AtomicInteger signals = new AtomicInteger();

        Ending(ControllerClient client, String run, PrintStream err) {
            this.client = client;
            this.run = run;
            this.err = err;
        }

        @Override
        public void run() {
            boolean first = signals.getAndIncrement() == 0;
            err.println();
            err.println(first ? "Stopping the run. Press Ctrl-C again to abort it." : "Aborting the run.");
            end(client, run, first ? "stop" : "abort", err);
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
     * Calls the handler on SIGINT and SIGTERM. The JDK has signals only in an unsupported class, which a compiler with fatal warnings
     * does not export by name; if it is missing, Ctrl-C ends the program as usual.
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
            log.warn("no signal handling: {}", e.toString());
        }
    }
}
