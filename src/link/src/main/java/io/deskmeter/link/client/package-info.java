/**
 * The agent's end. {@link io.deskmeter.link.client.LinkClient} connects again and again, and
 * {@link io.deskmeter.link.client.ControllerHandler} gets what the controller sends.
 */
@NullMarked
package io.deskmeter.link.client;

import org.jspecify.annotations.NullMarked;
