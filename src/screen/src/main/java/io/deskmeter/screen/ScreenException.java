package io.deskmeter.screen;

import io.deskmeter.text.PeerText;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A screen cannot be used, or is lost. The message says what happened, the offending value, what was expected, and a
 * hint. It is printable, whatever a library has put into it of what a peer sent, such as the names in a certificate.
 */
public final class ScreenException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What it says of the screen. */
    private enum Kind {
        UNUSABLE,
        /** This program has failed. */
        DEFECT,
        /** The screen is usable, and the input is not possible there. */
        INPUT_REFUSED
    }

    private final Kind kind;

    public ScreenException(String message) {
        this(message, null);
    }

    /** One that has the screen's exception as its cause is of the same kind. */
    public ScreenException(String message, @Nullable Throwable cause) {
        this(message, cause, kindOf(cause));
    }

    private ScreenException(String message, @Nullable Throwable cause, Kind kind) {
        super(PeerText.lines(message), cause);
        this.kind = kind;
    }

    private static Kind kindOf(@Nullable Throwable cause) {
        Throwable inner =
                cause instanceof CompletionException || cause instanceof ExecutionException ? cause.getCause() : cause;
        return inner instanceof ScreenException screen ? screen.kind : Kind.UNUSABLE;
    }

    /**
     * The screen is lost since a decoder or a listener of this program failed.
     *
     * @param what without a full stop
     */
    public static ScreenException ofDefect(String what, Throwable cause) {
        return new ScreenException(what + " (expected: no failure; this is a defect)", cause, Kind.DEFECT);
    }

    /**
     * Input that is not sent, because it would not be what was meant: the screen goes on, and the profile or the
     * workload asks for what cannot be.
     *
     * @param what the input, why not, what is expected, and a hint
     */
    public static ScreenException ofRefusedInput(String what) {
        return new ScreenException(what, null, Kind.INPUT_REFUSED);
    }

    /** Whether it is an error of this program: it says nothing of the screen. */
    public boolean isDefect() {
        return kind == Kind.DEFECT;
    }

    /** Whether only this input is not possible: the screen is usable, and nothing of the input has been sent. */
    public boolean isRefusedInput() {
        return kind == Kind.INPUT_REFUSED;
    }
}
