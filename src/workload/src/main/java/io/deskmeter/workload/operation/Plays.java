package io.deskmeter.workload.operation;

/**
 * That an operation plays a clip: while it is measured, picture and sound are followed, and each of its seconds gives
 * samples.
 *
 * @param clip that it plays from the beginning
 * @param landmark that the first frame of the clip shows, and the screen before the input: it tells where the clip is,
 *     and how large
 */
public record Plays(ReferenceClip clip, String landmark) {}
