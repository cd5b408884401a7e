package io.deskmeter.sound.pulse.wire;

/** What a client is told when its command fails. */
public enum PulseError {
    ACCESS(1),
    UNKNOWN_COMMAND(2),
    INVALID(3),
    EXISTS(4),
    NO_ENTITY(5),
    PROTOCOL(7),
    BAD_STATE(15),
    VERSION(17),
    TOO_LARGE(18),
    NOT_SUPPORTED(19),
    NO_EXTENSION(21);

    private final int code;

    PulseError(int code) {
        this.code = code;
    }

    /** In the protocol. */
    public int code() {
        return code;
    }
}
