package io.deskmeter.agent.session.result;

import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.screen.ScreenException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** Tells errors of this program from what a platform does. */
public final class Defects {
    private Defects() {}

    /**
     * Whether it is an error of this program: what the platform does wrong comes as a checked exception, or as a screen
     * that cannot be used.
     */
    public static boolean isDefect(Throwable cause) {
        Throwable root = root(cause);
        if (root instanceof ScreenException screen) {
            return screen.isDefect();
        }
        return (root instanceof RuntimeException || root instanceof Error)
                && !(root instanceof UnusableScreenException);
    }

    /**
     * Whether input failed without a doing of the platform: by an error of this program, or because it is not possible
     * on this screen.
     */
    public static boolean isOfHarness(Throwable cause) {
        Throwable root = root(cause);
        boolean refused = root instanceof ScreenException screen && screen.isRefusedInput();
        return refused || (isDefect(root) && !(root instanceof CancellationException));
    }

    static Throwable root(Throwable cause) {
        return cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
    }

    /** The message: for Deskmeter's own checked exceptions their message, for others with the type. */
    public static String detailOf(Throwable cause) {
        Throwable root = root(cause);
        String message = root.getMessage();
        boolean speaks = root instanceof ScreenException || !isDefect(root);
        return speaks && message != null ? message : root.toString();
    }
}
