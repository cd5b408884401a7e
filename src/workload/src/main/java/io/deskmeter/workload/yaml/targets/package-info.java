/**
 * The keys of where sessions live: start with {@link io.deskmeter.workload.yaml.targets.TargetGrammar}; keyboards,
 * calibrations and desktops without an agent have a class each.
 */
@NullMarked
package io.deskmeter.workload.yaml.targets;

import org.jspecify.annotations.NullMarked;
