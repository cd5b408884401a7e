/**
 * How a command reaches a controller: by an address and a login
 * ({@link io.deskmeter.controller.cli.client.ControllerConnection}), and then by REST and the event stream
 * ({@link io.deskmeter.controller.cli.client.ControllerClient}).
 */
@NullMarked
package io.deskmeter.controller.cli.client;

import org.jspecify.annotations.NullMarked;
