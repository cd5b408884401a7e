package io.deskmeter.sound;

/** The sound of one desktop: its blocks come through the listener that was given when it was opened. All methods may be called from any thread. */
public interface SoundSource extends AutoCloseable {
    /** Of all its blocks. */
    SoundFormat format();

    /** Ends it; no block follows. Idempotent. */
    @Override
    void close();
}
