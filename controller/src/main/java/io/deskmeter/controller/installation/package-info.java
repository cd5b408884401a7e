/**
 * Progress of {@code agent setup} on each machine ({@link io.deskmeter.controller.installation.Installations}), before
 * the machine is an agent and after.
 */
@NullMarked
package io.deskmeter.controller.installation;

import org.jspecify.annotations.NullMarked;
