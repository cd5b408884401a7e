/**
 * YAML in, checked values out.
 *
 * <p>Two doors are public: {@link io.deskmeter.workload.yaml.WorkloadCatalog}, a folder of workloads and profiles, and
 * {@link io.deskmeter.workload.yaml.RunProfiles}, a run profile from outside. Behind them a document goes three steps.
 * {@code Documents} turns text into SnakeYAML's node graph, within limits (size, depth, no aliases), because a node still knows
 * its line and column where a map of objects has forgotten them. {@code Value} and {@code Fields} are cursors over that graph:
 * each question ("a duration between", "exactly one of these keys") has one method, which notes a problem and goes on with a
 * placeholder. So one reading finds every problem of a document, and the readers, one per word of the grammar, stay free of error
 * handling. At the end {@code Problems} either is empty or becomes an exception; a placeholder never gets out.
 *
 * <p>The same grammar stands in {@code io/deskmeter/workload/schema/*.json} for editors; a test mutates every example and holds
 * both to the same answer.
 */
@NullMarked
package io.deskmeter.workload.yaml;

import org.jspecify.annotations.NullMarked;
