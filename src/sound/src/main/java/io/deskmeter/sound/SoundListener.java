package io.deskmeter.sound;

/** Receives the blocks of a source; called on the source's executor, one call at a time. */
public interface SoundListener {
    /** The next block; positions always increase. */
    void onBlock(SoundBlock block);

    /**
     * The source is gone for good; called once at most, nothing follows. Not called after {@link SoundSource#close()}.
     */
    void onLost(SoundException cause);
}
