package io.deskmeter.sound.pulse;

/** What clients can subscribe to, with its number in the protocol. */
enum Facility {
    SINK(0),
    SINK_INPUT(2),
    CLIENT(5);

    static final int NEW = 0;
    static final int CHANGE = 0x10;
    static final int REMOVE = 0x20;

    private final int number;

    Facility(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** In what a client subscribes to. */
    boolean isIn(int mask) {
        return (mask & (1 << number)) != 0;
    }
}
