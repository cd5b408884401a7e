package io.deskmeter.testkit.clip;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;

/** Sees and hears a {@link SimulatedClip}. Times are monotonic nanoseconds of its clock. */
public interface ClipViewer {
    /** The first input leaves; the screen shows this frame. */
    void begins(Frame first, long at);

    void sees(FrameUpdate update);

    void hears(SoundBlock block);

    /** No sound will follow. */
    void losesSound(long at, SoundException cause);

    /** The operation that plays the clip ends; sound follows for some seconds. */
    void ends(long at);

    /** All that came before has been told. */
    void advances(long now);
}
