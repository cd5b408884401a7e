package io.deskmeter.workload;

/** Where sessions live. */
public sealed interface Target {

    /** Desktops that the agent starts on its own machine, one per session. Width and height in pixels. */
    record LocalDesktops(int width, int height) implements Target {}
}
