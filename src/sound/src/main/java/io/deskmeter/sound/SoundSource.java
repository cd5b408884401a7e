package io.deskmeter.sound;

/**
 * The sound of one desktop: its blocks come through the listener that was given when it was opened. All methods may be
 * called from any thread.
 */
public interface SoundSource extends AutoCloseable {
    /** Of all its blocks. */
    SoundFormat format();

    /**
     * How many blocks did not reach the listener so far, because it was too slow; their positions are missing, as those
     * of sound that never came.
     */
    long lostBlocks();

    /** Why no program plays to it now, without a full stop; empty while one does, and where that is not known. */
    default String whySilent() {
        return "";
    }

    /** Ends it; no block follows. Idempotent. */
    @Override
    void close();
}
