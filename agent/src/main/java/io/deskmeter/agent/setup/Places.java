package io.deskmeter.agent.setup;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.util.List;

/**
 * What of a machine can be set: its files, or its registry. A path is text as a journal keeps it. A write is whole and
 * on the disk when it returns, or has not happened.
 */
interface Places {
    /** Whether something is there, a folder too. */
    boolean exists(String path) throws IOException;

    PlaceValue read(String path) throws IOException;

    /**
     * Gives a place a value.
     *
     * @throws DirectoryNotEmptyException if a folder is to go in which something is
     */
    void write(String path, PlaceValue value) throws IOException;

    /** The folders above a path that are missing, uppermost first. */
    List<String> missingFolders(String path) throws IOException;

    /** A folder, as this program creates it. */
    PlaceValue createdFolder() throws IOException;

    /** A file with this text: with owner and permissions of the one that is there, or as this program creates it. */
    PlaceValue file(String path, String text) throws IOException;

    /** Whether two paths are of the same place. */
    boolean isSame(String path, String other);

    /** Whether a path is somewhere below a folder. */
    boolean isIn(String path, String folder) throws IOException;

    /** What a program left that was killed while it wrote. */
    void removeUnfinished(String path) throws IOException;
}
