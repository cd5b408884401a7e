/**
 * The evidence of an operation besides its timing, and the page that shows it.
 *
 * <p>An agent makes one {@link io.deskmeter.evidence.FilmStrip} for every operation of which pictures are kept; it says
 * everything that a reader needs beside the picture files: the timing with its four instants, the condition in words,
 * what the landmarks look like, which frames are on the film strip. {@link io.deskmeter.evidence.EvidencePage} is a
 * pure function of strips to one HTML page that lies beside the pictures, needs no script and opens offline. Both
 * programs write that page: the controller for a run, the agent for a trial.
 *
 * <p>{@link io.deskmeter.evidence.Markup} is the only writer of HTML: all text is escaped there.
 */
@NullMarked
package io.deskmeter.evidence;

import org.jspecify.annotations.NullMarked;
