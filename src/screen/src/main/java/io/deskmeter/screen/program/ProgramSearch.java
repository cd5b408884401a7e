package io.deskmeter.screen.program;

import java.nio.file.Path;

/** Finds programs by their names. */
public interface ProgramSearch {
    /**
     * Finds a program.
     *
     * @param program a name, or a path that is used unchanged
     * @throws ProgramException if there is none
     */
    Path find(String program) throws ProgramException;

    /** The folders in which it searches, in the form of the platform's variable PATH; for messages. */
    String value();
}
