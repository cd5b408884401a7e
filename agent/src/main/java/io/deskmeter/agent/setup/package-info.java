/**
 * {@code agent setup}: prepares a machine to be measured, in stages, and takes every change back.
 *
 * <p>What is set is data ({@link io.deskmeter.agent.setup.OptimisationSet}). On every machine a change is a
 * {@link io.deskmeter.agent.setup.PlaceValue} at a path. The {@link io.deskmeter.agent.setup.Optimiser} writes the
 * value before into the {@link io.deskmeter.agent.setup.Journal}, which is on the disk before the change is, so that a
 * program that is killed at any moment leaves a machine that the next one finishes or restores. It restores only values
 * that are still its own.
 */
@NullMarked
package io.deskmeter.agent.setup;

import org.jspecify.annotations.NullMarked;
