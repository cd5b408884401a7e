/** The stages of a setup, what becomes of each, and the window in which a person sees them. */
@NullMarked
package io.deskmeter.agent.setup.stage;

import org.jspecify.annotations.NullMarked;
