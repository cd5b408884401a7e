package io.deskmeter.evidence;

/**
 * What a condition looks for; compared by identity, nobody writes to its bytes.
 *
 * @param name path within the workload's folder
 * @param png the file as it is; empty if it is too large to be handed on
 */
@SuppressWarnings("ArrayRecordComponent")
public record Landmark(String name, byte[] png) {}
