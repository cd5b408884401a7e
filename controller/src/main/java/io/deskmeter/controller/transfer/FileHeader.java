package io.deskmeter.controller.transfer;

import org.jspecify.annotations.Nullable;

/**
 * What stands first in a file.
 *
 * @param format what it carries
 * @param version of the form of the file
 * @param schema the newest migration of the tables that its rows are of
 * @param program the version of Deskmeter that wrote it
 * @param store the id of the store that it is of
 * @param run the id of a run; null in a backup
 * @param madeAt when a backup was made; null of a run, so that the same run gives the same file
 * @param missingPictures how many pictures that the rows of a run name are not in the file, as the folder that it was
 *     written from did not have them; null in a backup, and in files of earlier versions, which do not say it
 */
public record FileHeader(
        String format,
        int version,
        String schema,
        String program,
        String store,
        @Nullable String run,
        @Nullable String madeAt,
        @Nullable Integer missingPictures) {
    /** The form that this version writes. It reads this one and earlier ones. */
    static final int VERSION = 1;
}
