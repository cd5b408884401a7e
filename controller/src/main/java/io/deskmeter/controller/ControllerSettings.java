package io.deskmeter.controller;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says of a controller.
 *
 * @param listen address for both ports
 * @param httpPort 0 for any free one
 * @param linkPort 0 for any free one
 * @param data directory; one controller at a time
 * @param workloads root of the workloads
 * @param log file for the log, null for the console
 */
public record ControllerSettings(
        String listen,
        int httpPort,
        int linkPort,
        Path data,
        Path workloads,
        @Nullable Path log) {}
