/**
 * Backup and restore of a controller, export and import of single runs.
 *
 * <p>Both are zip files of plain parts: {@code deskmeter.json} says first what it is and of which version,
 * {@code tables/NAME.jsonl} has the rows of a table as lines of JSON, {@code evidence/} the pictures, and
 * {@code manifest.json} at the end the checksum of all of it. Whoever reads one reads it twice: once to check it as a
 * whole, then to use it. Nothing is written before the first reading has found its end. Files are written and read as
 * streams; what is in memory does not grow with them.
 */
@NullMarked
package io.deskmeter.controller.transfer;

import org.jspecify.annotations.NullMarked;
