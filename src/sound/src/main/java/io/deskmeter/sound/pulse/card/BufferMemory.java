package io.deskmeter.sound.pulse.card;

/** Memory that the streams of a card share. Used by the card's thread. */
public final class BufferMemory {
    private final long most;
    private long used;

    /** @param most bytes that all streams may have together */
    public BufferMemory(long most) {
        this.most = most;
    }

    /** Takes bytes, if there are so many left. */
    boolean take(int bytes) {
        if (bytes > most - used) {
            return false;
        }
        used += bytes;
        return true;
    }

    void giveBack(int bytes) {
        used -= bytes;
    }

    /** Bytes that are taken. */
    public long used() {
        return used;
    }
}
