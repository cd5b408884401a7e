/**
 * Reads and writes where sessions live: start with {@link io.deskmeter.workload.yaml.targets.TargetReader}, which has a
 * reader each for keyboards, calibrations and desktops without an agent.
 */
@NullMarked
package io.deskmeter.workload.yaml.targets;

import org.jspecify.annotations.NullMarked;
