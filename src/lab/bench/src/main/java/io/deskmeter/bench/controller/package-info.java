/**
 * A controller for a benchmark: the packaged program as a process, its store, a client of its REST interface, and the
 * access of agents to it. Start with {@link io.deskmeter.bench.controller.ControllerProcess}.
 * {@link io.deskmeter.bench.controller.TimingKeys} are compared to find what a controller has not stored.
 */
@NullMarked
package io.deskmeter.bench.controller;

import org.jspecify.annotations.NullMarked;
