package io.deskmeter.sound.pulse.wire;

/**
 * A client asked for what it does not get, or broke the protocol; the message says what, the offending value, and what
 * was expected.
 */
public final class PulseException extends Exception {
    private static final long serialVersionUID = 1L;

    private final PulseError error;

    public PulseException(PulseError error, String message) {
        super(message);
        this.error = error;
    }

    /** The client does not keep to the protocol; its connection ends. */
    public static PulseException broken(String message) {
        return new PulseException(PulseError.PROTOCOL, message);
    }

    public PulseError error() {
        return error;
    }

    /** Whether nothing that the client sends can be trusted any more. */
    public boolean endsConnection() {
        return error == PulseError.PROTOCOL;
    }
}
