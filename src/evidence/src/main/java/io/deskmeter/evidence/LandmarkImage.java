package io.deskmeter.evidence;

/**
 * The image of a condition; compared by identity, its bytes are never changed.
 *
 * @param name path within the workload's folder
 * @param png the file as it is; empty if it is too large to be handed on
 */
@SuppressWarnings("ArrayRecordComponent")
public record LandmarkImage(String name, byte[] png) {}
