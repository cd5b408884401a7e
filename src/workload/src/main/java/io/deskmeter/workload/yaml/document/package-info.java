/**
 * From text to values of any kind of document. {@link io.deskmeter.workload.yaml.document.Documents} turns text into
 * SnakeYAML's node graph, within limits (size, depth, no aliases), because a node still knows its line and column where
 * a map of objects has forgotten them. {@link io.deskmeter.workload.yaml.document.Value} and
 * {@link io.deskmeter.workload.yaml.document.Fields} are cursors over that graph: each question ("a duration between",
 * "exactly one of these keys") has one method, which notes a problem and goes on with a placeholder, so that one
 * reading finds every problem and the readers stay free of error handling. At the end
 * {@link io.deskmeter.workload.yaml.document.Problems} either is empty or becomes an exception; a placeholder never
 * gets out.
 */
@NullMarked
package io.deskmeter.workload.yaml.document;

import org.jspecify.annotations.NullMarked;
