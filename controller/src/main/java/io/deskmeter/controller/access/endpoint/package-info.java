/** Who may call which endpoint: {@link io.deskmeter.controller.access.endpoint.EndpointRights} is the whole table. */
@NullMarked
package io.deskmeter.controller.access.endpoint;

import org.jspecify.annotations.NullMarked;
