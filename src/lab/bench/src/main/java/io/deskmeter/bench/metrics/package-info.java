/**
 * The metrics of pictures over several ways in which a picture reaches the agent: whether they tell good pictures from
 * bad ones, and what they cost. The office workload is worked by the agent's own session on a real desktop; nothing is
 * simulated.
 */
@NullMarked
package io.deskmeter.bench.metrics;

import org.jspecify.annotations.NullMarked;
