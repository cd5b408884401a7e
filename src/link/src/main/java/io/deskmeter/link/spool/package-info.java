/**
 * Timings and samples on the agent's disk until the controller has them: a log of segment files in one folder.
 *
 * <p>A segment begins with eight bytes of magic and version; then come records: length (4 bytes), CRC32C of the payload
 * (4 bytes), payload, all big endian. The payload's first byte says what it is: a batch of timings and samples (a
 * protobuf {@code TimingBatch}) or an acknowledgement (8 bytes: the batch up to which all is stored). A segment is
 * named after the first batch that it may hold, so numbers go on rising when all batches are gone. Segments are only
 * appended to; one whose batches are all acknowledged is deleted, except the last.
 *
 * <p>Durability: a record is passed to the operating system before {@code append} returns, so it survives any end of
 * the process, {@code kill -9} included. The disk itself is forced only when a segment is full and at close: a power
 * failure may lose the last seconds, but it also ends the machine's desktops, and with them the run. A partial record
 * at the end is cut off at open and counted.
 *
 * <p>Files are used through {@link java.io.RandomAccessFile}, not channels: an interrupt of the writing thread would
 * close a channel, and sessions are ended by interrupts.
 */
@NullMarked
package io.deskmeter.link.spool;

import org.jspecify.annotations.NullMarked;
