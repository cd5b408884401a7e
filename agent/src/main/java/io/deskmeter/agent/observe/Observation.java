package io.deskmeter.agent.observe;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;

/** Something that an agent has sensed of a desktop. */
public sealed interface Observation {
    /** When it was there for a person, in monotonic nanoseconds of the session's clock. */
    long at();

    /** Nanoseconds by which {@link #at} may be off in either direction. */
    long uncertainty();

    /** A frame: the screen has changed. It is what the listener was given, so its pixels are those of now only. */
    record Picture(FrameUpdate update) implements Observation {
        /** Its arrival. */
        @Override
        public long at() {
            return update.arrivedAt();
        }

        /**
         * None: this is the arrival itself. How long before it the screen has changed is told by the observation
         * before.
         */
        @Override
        public long uncertainty() {
            return 0;
        }
    }

    /** A block of sound. A gap before it is told by its position. */
    record Sound(SoundBlock block) implements Observation {
        /** When its first sample is played. */
        @Override
        public long at() {
            return block.playedAt();
        }

        @Override
        public long uncertainty() {
            return block.uncertainty();
        }
    }

    /** The screen is lost: there will be no picture any more. */
    record ScreenLost(long at, ScreenException cause) implements Observation {
        @Override
        public long uncertainty() {
            return 0;
        }
    }

    /** The source of sound is lost: there will be no block any more. */
    record SoundLost(long at, SoundException cause) implements Observation {
        @Override
        public long uncertainty() {
            return 0;
        }
    }
}
