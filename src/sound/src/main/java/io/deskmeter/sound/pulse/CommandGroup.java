package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;

/** Commands of one kind. */
interface CommandGroup {
    /** What became of a command. */
    enum Result {
        /** The answer is complete. */
        DONE,
        /** The answer comes later, or has been sent. */
        LATER,
        NOT_MINE
    }

    /**
     * Carries a command out if it is one of this group's.
     *
     * @param reply the beginning of the answer
     * @throws PulseException the client is told so instead
     */
    Result carryOut(Command command, int tag, TagReader in, TagWriter reply) throws PulseException;
}
