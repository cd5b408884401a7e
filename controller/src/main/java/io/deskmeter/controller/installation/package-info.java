/**
 * What setups of machines tell: how far {@code agent setup} is on each of them
 * ({@link io.deskmeter.controller.installation.Installations}), before the machine is an agent, and after.
 */
@NullMarked
package io.deskmeter.controller.installation;

import org.jspecify.annotations.NullMarked;
