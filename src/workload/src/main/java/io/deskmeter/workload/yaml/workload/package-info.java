/**
 * The keys of {@code workload.yaml}, one class for each word of its grammar: start with
 * {@link io.deskmeter.workload.yaml.workload.WorkloadGrammar}. Steps, handlers and rectangles of the screen serve
 * targets, too.
 */
@NullMarked
package io.deskmeter.workload.yaml.workload;

import org.jspecify.annotations.NullMarked;
