package io.deskmeter.agent.setup;

/** Called before each thing that is done to the disk, so that a test can end the program there. */
@FunctionalInterface
interface WriteHook {
    /** For all but tests. */
    WriteHook NONE = what -> {};

    /** Tells that something is about to be done. */
    void about(String what);
}
